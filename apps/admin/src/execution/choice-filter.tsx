import { NativeSelect } from '@mantine/core';

type Props<T extends string> = {
  label: string;
  choices: { value: T; word: string }[];
  value: T | null;
  onChange: (value: T | null) => void;
};

/** One of few, or any. */
export function ChoiceFilter<T extends string>({ label, choices, value, onChange }: Props<T>) {
  const choose = (chosen: string) => onChange(choices.find((choice) => choice.value === chosen)?.value ?? null);
  return (
    <NativeSelect label={label} value={value ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">Any</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.word}
        </option>
      ))}
    </NativeSelect>
  );
}
