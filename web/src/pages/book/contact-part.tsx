// Who hands over or receives: name, phone and street at one end of the journey.
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import type { ApiError } from '../../api/client.ts';
import type { Address } from '../../api/wire.ts';
import { Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { plainWords } from '../../parts/plain-words.ts';
import classes from './book.module.css';
import type { Contact } from './contacts.ts';

type ContactPartProps = {
  side: 'sender' | 'receiver';
  address: Address;
  contact: Contact;
  refusal: ApiError | undefined;
  onChange: (contact: Contact) => void;
};

/** The star is drawn, not written: whoever listens hears that it is required. */
const needed = {
  required: true,
  withAsterisk: false,
  labelProps: { className: classes.needed },
};

const titles = { sender: 'Pick up from', receiver: 'Deliver to' };

export function ContactPart({ side, address, contact, refusal, onChange }: ContactPartProps) {
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
          , {address.type === 'business' ? 'business' : 'home'}
          {side === 'sender' ? '. What has a star is needed.' : ''}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {input('name', 'Name', needed)}
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
