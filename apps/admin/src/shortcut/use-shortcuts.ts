import { useEffect, useEffectEvent } from 'react';
import { useShortcutsEnabled } from './preference.ts';

/** How long the second key of a pair like "g o" may take. */
const pairMs = 1_500;

export type Shortcuts = Record<string, () => void>;

/** Runs commands by single keys ("j") or pairs ("g o"), unless somebody types, a dialog is open, or they are switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const [enabled] = useShortcutsEnabled();
  const run = useEffectEvent((event: KeyboardEvent, keys: string) => {
    const command = shortcuts[keys] ?? shortcuts[event.key];
    if (!command) return;
    event.preventDefault();
    command();
  });
  useEffect(() => {
    if (!enabled) return;
    let before = { key: '', at: 0 };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const keys = event.timeStamp - before.at < pairMs ? `${before.key} ${event.key}` : event.key;
      before = { key: event.key, at: event.timeStamp };
      run(event, keys);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

function isFree(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (
    event.target instanceof Element &&
    event.target.closest('input, textarea, select, [contenteditable], [role="menu"]')
  )
    return false;
  return document.querySelector('[role="dialog"]') === null;
}
