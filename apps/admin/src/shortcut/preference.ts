import { useLocalStorage } from '@mantine/hooks';

/** Whether single keys are commands. Speech input sends single keys by accident, so they can be switched off. */
export function useShortcutsEnabled() {
  return useLocalStorage({ key: 'berth-shortcuts', defaultValue: true });
}
