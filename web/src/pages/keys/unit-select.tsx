// The unit of a surcharge or rule: dollars or percent.
import { NativeSelect, type NativeSelectProps } from '@mantine/core';

type UnitSelectProps = Pick<NativeSelectProps, 'label' | 'aria-label'> & {
  value: string | undefined;
  onChange: (unit: string) => void;
};

export function UnitSelect({ value = 'amount', onChange, ...input }: UnitSelectProps) {
  return (
    <NativeSelect
      {...input}
      w={110}
      data={[
        { value: 'amount', label: 'dollars' },
        { value: 'percent', label: 'percent' },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
