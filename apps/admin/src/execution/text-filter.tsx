'use client';

import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  /** What is wrong with the text, or undefined. */
  faultOf: (text: string) => string | undefined;
  onChange: (text: string) => void;
};

/** A filter to type: takes effect with Enter or on leaving it, if it can be one. */
export function TextFilter({ label, placeholder, value, faultOf, onChange }: Props) {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const [fault, setFault] = useState<string>();
  // The address changed from elsewhere: what was typed is out of date.
  if (known !== value) {
    setKnown(value);
    setDraft(value);
    setFault(undefined);
  }
  const commit = () => {
    const text = draft.trim();
    const wrong = text === '' ? undefined : faultOf(text);
    setFault(wrong);
    if (!wrong && text !== value) onChange(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setDraft(value);
  };
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={draft}
      error={fault}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
