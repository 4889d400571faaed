// Business or home: carriers charge different prices for them.
import { SegmentedControl, type SegmentedControlProps } from '@mantine/core';

const kinds = [
  { value: 'business', label: 'Business' },
  { value: 'residential', label: 'Home' },
] as const;

export type AddressKind = (typeof kinds)[number]['value'];

type AddressKindProps = Pick<SegmentedControlProps, 'aria-label' | 'fullWidth' | 'size'> & {
  value: string;
  onChange: (kind: AddressKind) => void;
};

export function AddressKindControl({ value, onChange, ...control }: AddressKindProps) {
  return (
    <SegmentedControl<string>
      {...control}
      value={value}
      onChange={(kind) => onChange(kind as AddressKind)}
      data={[...kinds]}
    />
  );
}

/** "Business", or "Home" for any other type. */
export function kindName(value: string): string {
  return kinds.find((kind) => kind.value === value)?.label ?? 'Home';
}
