'use client';

import { Component, type ReactNode } from 'react';

type Props = { fallback: (error: unknown) => ReactNode; children: ReactNode };
type State = { fault?: { error: unknown } };

/** Keeps a fault in one part of a page from taking down the rest. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { fault: { error } };
  }

  override render() {
    return this.state.fault ? this.props.fallback(this.state.fault.error) : this.props.children;
  }
}
