'use client';

import { Button, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

const choices: { value: MantineColorScheme; word: string }[] = [
  { value: 'light', word: 'Light' },
  { value: 'dark', word: 'Dark' },
  { value: 'auto', word: 'System' },
];

/** Light, dark, or as the system has it; the choice stays with the browser. */
export function ThemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the browser's choice: saying one before would not match.
  const chosen = useMounted() ? colorScheme : 'auto';
  const word = choices.find(({ value }) => value === chosen)?.word;
  const choose = (value: string) => {
    const choice = choices.find((each) => each.value === value);
    if (choice) setColorScheme(choice.value);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray">
          Theme: {word}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={choose}>
          {choices.map(({ value, word }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick>
              {word}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
