// The sender's or receiver's name, phone and street.
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { ApiError } from '../../api/client.ts';
import type { Address } from '../../api/wire.ts';
import { kindName } from '../../parts/address-kind.tsx';
import { Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { plainWords } from '../../parts/plain-words.ts';
import { titleCase } from '../../parts/title-case.ts';
import type { Contact } from './contacts.ts';
import { needed } from './needed.ts';

type ContactPartProps = {
  side: 'sender' | 'receiver';
  address: Address;
  contact: Contact;
  /** Filled in from an earlier booking, so it may be the wrong person. */
  isFromLast?: boolean;
  refusal: ApiError | undefined;
  onChange: (contact: Contact) => void;
  onClear?: () => void;
};

const titles = { sender: 'Pick up from', receiver: 'Deliver to' };

export function ContactPart(props: ContactPartProps) {
  const { side, address, contact, isFromLast = false, refusal, onChange, onClear } = props;
  const name = useRef<HTMLInputElement>(null);
  const input = (field: keyof Contact, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={contact[field]}
      error={plainWords(refusal?.field(`${side}.${field}`))}
      onChange={(event) => onChange({ ...contact, [field]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <Panel
      title={titles[side]}
      about={
        <>
          <Text span fw={600}>
            {placeLine(address)}
          </Text>
          , {kindName(address.type).toLowerCase()}
          {side === 'sender' ? '. * Required' : ''}
        </>
      }
    >
      {isFromLast ? (
        <Group gap="xs" mb="md">
          <Text size="sm">Filled in from your last booking to {titleCase(address.suburb)}.</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              onClear?.();
              name.current?.focus();
            }}
          >
            Clear
          </Button>
        </Group>
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {input('name', 'Name', { ...needed, ref: name })}
        {input('company_name', 'Company')}
      </SimpleGrid>
      <SimpleGrid cols={1} mt="md">
        {input('address', 'Street', needed)}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
        {input('phone', 'Phone', { type: 'tel' })}
        {input('email', 'E-mail', { type: 'email' })}
      </SimpleGrid>
    </Panel>
  );
}
