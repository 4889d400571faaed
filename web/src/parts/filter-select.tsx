// A filter of a list: one of its values, or all of them.
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

type FilterSelectProps<Value extends string> = Pick<
  NativeSelectProps,
  'label' | 'aria-label' | 'w' | 'className'
> & {
  value: Value | undefined;
  /** The words for all of them. */
  all: string;
  data: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
};

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { value, all, data, onChange, ...select } = props;
  return (
    <NativeSelect
      {...select}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...data]}
      onChange={({ currentTarget }) =>
        onChange(data.find((one) => one.value === currentTarget.value)?.value)
      }
    />
  );
}

/** The values of a table of names. */
export const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }));
