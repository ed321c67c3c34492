import { isUuid } from '../lib/uuid.ts';
import { TextFilter } from './text-filter.tsx';

type Props = { label: string; value: string | null; onChange: (id: string | null) => void };

export function IdFilter({ label, value, onChange }: Props) {
  return (
    <TextFilter
      label={label}
      placeholder="id"
      value={value ?? ''}
      faultOf={(text) => (isUuid(text) ? undefined : 'Not an id: paste all of it')}
      onChange={(text) => onChange(text === '' ? null : text.toLowerCase())}
    />
  );
}
