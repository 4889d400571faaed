// A date field that reports complete dates only. While 2026 is typed, browsers report the years 2, 20 and 202.
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
