// A period between two dates, each optional. If they cross, the date that the person did not touch is cleared.
import type { MantineSize } from '@mantine/core';
import { DayField } from './day-field.tsx';

export type Days = { from?: string | undefined; to?: string | undefined };

type DaySpanProps = {
  days: Days;
  labels: { from: string; to: string };
  onChange: (days: Days) => void;
  size?: MantineSize;
};

export function DaySpan({ days: { from, to }, labels, onChange, size = 'sm' }: DaySpanProps) {
  return (
    <>
      <DayField
        label={labels.from}
        size={size}
        value={from}
        onChange={(day) => onChange({ from: day, to: isAfter(day, to) ? undefined : to })}
      />
      <DayField
        label={labels.to}
        size={size}
        value={to}
        onChange={(day) => onChange({ from: isAfter(from, day) ? undefined : from, to: day })}
      />
    </>
  );
}

const isAfter = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one > other;
