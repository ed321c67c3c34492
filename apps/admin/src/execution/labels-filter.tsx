import { labelFault, parseLabelList } from '@berth/dto';
import { TextFilter } from './text-filter.tsx';

type Props = { value: string[] | null; onChange: (labels: string[] | null) => void };

/** Executions that ask for all of these labels. */
export function LabelsFilter({ value, onChange }: Props) {
  const set = (text: string) => {
    const labels = parseLabelList(text);
    onChange(labels.length === 0 ? null : labels);
  };
  return (
    <TextFilter
      label="Labels"
      placeholder="linux, x64"
      value={value?.join(', ') ?? ''}
      faultOf={(text) => parseLabelList(text).map(labelFault).find(Boolean)}
      onChange={set}
    />
  );
}
