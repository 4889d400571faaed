// The sender's or receiver's name, phone and street, which the address book can fill in and keep.
import { Autocomplete, Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { addressesQuery, useSaveAddress } from '../../api/addresses.ts';
import type { ApiError } from '../../api/client.ts';
import type { Address, SavedAddress } from '../../api/wire.ts';
import { kindName } from '../../parts/address-kind.tsx';
import { fieldsOf } from '../../parts/fields.ts';
import { Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Problem } from '../../parts/states.tsx';
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
  const { field } = fieldsOf(
    contact,
    (change) => onChange({ ...contact, ...change }),
    refusal,
    (part) => `${side}.${part}`,
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
        <NameField {...props} error={field('name').error} ref={name} />
        <TextInput label="Company" {...field('company_name')} />
      </SimpleGrid>
      <SimpleGrid cols={1} mt="md">
        <TextInput label="Street" {...needed} {...field('address')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
        <TextInput label="Phone" {...field('phone')} type="tel" />
        <TextInput label="E-mail" {...field('email')} type="email" />
      </SimpleGrid>
      <SaveToBook address={address} contact={contact} />
    </Panel>
  );
}

/** Shorter text would offer half of the address book. */
const shortestName = 2;
const pauseMs = 150;
const mostOffered = 5;

type NameFieldProps = Pick<ContactPartProps, 'address' | 'contact' | 'onChange'> & {
  error: string | undefined;
  ref: RefObject<HTMLInputElement | null>;
};

/** Offers the addresses in the same suburb whose name begins with the text. */
function NameField({ address, contact, onChange, error, ref }: NameFieldProps) {
  const [text] = useDebouncedValue(contact.name.trim(), pauseMs);
  const found = useQuery({
    ...addressesQuery({ q: `${text} ${address.postcode} ${address.suburb}`, limit: mostOffered }),
    enabled: text.length >= shortestName,
  });
  const offered = (text.length < shortestName ? [] : (found.data ?? [])).filter(
    (one) => one.name !== '' && one.name !== contact.name && one.country === address.country,
  );
  return (
    <Autocomplete
      ref={ref}
      label="Name"
      {...needed}
      value={contact.name}
      error={error}
      data={[...new Set(offered.map(offerOf))]}
      filter={({ options }) => options}
      onChange={(typed) => {
        const chosen = offered.find((one) => offerOf(one) === typed);
        onChange(chosen === undefined ? { ...contact, name: typed } : contactOfSaved(chosen));
      }}
    />
  );
}

function offerOf({ name, company_name, address }: SavedAddress): string {
  return [name, company_name, address].filter((part) => part !== '').join(', ');
}

function contactOfSaved(saved: SavedAddress): Contact {
  const { name, company_name, email, phone, address } = saved;
  return { name, company_name, email, phone, address };
}

/** Keeps its place after the address is saved, so that nothing below moves. */
function SaveToBook({ address, contact }: Pick<ContactPartProps, 'address' | 'contact'>) {
  const save = useSaveAddress(undefined);
  const isSaved = save.isSuccess && isSame(save.variables, contact);
  const { country, suburb, postcode, state, type } = address;
  return (
    <>
      <Button
        mt="sm"
        size="compact-sm"
        variant="subtle"
        loading={save.isPending}
        disabled={isSaved || contact.name.trim() === ''}
        onClick={() =>
          save.mutate({ ...contact, country, suburb, postcode, state, type, instructions: '' })
        }
      >
        {isSaved ? 'Saved in the address book' : 'Save to address book'}
      </Button>
      <Problem error={save.error} />
    </>
  );
}

function isSame(saved: Contact, contact: Contact): boolean {
  return (Object.keys(contact) as (keyof Contact)[]).every((part) => saved[part] === contact[part]);
}
