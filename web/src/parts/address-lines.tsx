// An address as on an envelope, with phone and e-mail. Unknown parts have no line, and a person whose company has the
// same name is named once.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address } from '../api/wire.ts';
import { placeLine } from './place-line.ts';

type AddressLinesProps = {
  address: Parameters<typeof placeLine>[0] &
    Pick<Address, 'company_name' | 'name' | 'address' | 'phone' | 'email'>;
  /** Shown below the lines. */
  children?: ReactNode;
};

export function AddressLines({ address, children }: AddressLinesProps) {
  const { company_name, name, address: street, phone, email } = address;
  const lines = [company_name, name, street, placeLine(address), phone, email].filter(
    (line) => line.trim() !== '',
  );
  return (
    <Stack gap={2}>
      {[...new Set(lines)].map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {children}
    </Stack>
  );
}
