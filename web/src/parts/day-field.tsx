// A day, told of once it is whole. Browsers report a year digit by digit: 2026 is first the years 2, 20 and 202, which nobody
// means.
import { type MantineSize, TextInput } from '@mantine/core';
import { useState } from 'react';

type DayFieldProps = {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  size?: MantineSize;
};

export function DayField({ label, value = '', onChange, size = 'sm' }: DayFieldProps) {
  const [text, setText] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (value !== followed) {
    setFollowed(value);
    setText(value);
  }
  return (
    <TextInput
      type="date"
      size={size}
      label={label}
      value={text}
      onChange={({ currentTarget: { value: day } }) => {
        setText(day);
        if (day === '' || day.startsWith('20')) onChange(day || undefined);
      }}
    />
  );
}
