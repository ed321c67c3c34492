import type { RefObject } from 'react';
import { useShortcuts } from '../shortcut/use-shortcuts.ts';

/** `j` and `k` move the focus over the links of the rows, so that Enter opens one as any link. */
export function useRowKeys(body: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    const target = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
    links[target]?.focus();
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
}
