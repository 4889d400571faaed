// The dialog in which an address of the address book is added or changed.
import { Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AddressBody, useSaveAddress } from '../../api/addresses.ts';
import { refusalOf } from '../../api/client.ts';
import type { SavedAddress } from '../../api/wire.ts';
import { type AddressKind, AddressKindControl } from '../../parts/address-kind.tsx';
import { countryName } from '../../parts/country-name.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { Problem } from '../../parts/states.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';

const blank: AddressBody = {
  name: '',
  company_name: '',
  email: '',
  phone: '',
  address: '',
  suburb: '',
  postcode: '',
  state: '',
  country: 'AU',
  type: 'business',
  instructions: '',
};

type AddressBoxProps = { edited: SavedAddress | 'new' | undefined; onClose: () => void };

export function AddressBox({ edited, onClose }: AddressBoxProps) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? 'Add address' : 'Change address'}
      size="lg"
    >
      {edited === undefined ? null : (
        <AddressForm
          key={edited === 'new' ? 0 : edited.id}
          id={edited === 'new' ? undefined : edited.id}
          first={edited === 'new' ? blank : edited}
          onLeave={onClose}
        />
      )}
    </Modal>
  );
}

type AddressFormProps = { id: number | undefined; first: AddressBody; onLeave: () => void };

function AddressForm({ id, first, onLeave }: AddressFormProps) {
  const save = useSaveAddress(id);
  const [given, setGiven] = useState<AddressBody>(first);
  const refusal = refusalOf(save.error);
  const put = (change: Partial<AddressBody>): void => setGiven({ ...given, ...change });
  const wrong = (field: string): string | undefined => plainWords(refusal?.field(field));
  const isAbroad = given.country !== 'AU';
  const input = (field: keyof AddressBody, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={given[field]}
      error={wrong(field)}
      onChange={(event) => put({ [field]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <Form onSubmit={() => save.mutate(given, { onSuccess: onLeave })}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {input('company_name', 'Company', { 'data-autofocus': true })}
        {input('name', 'Contact name')}
      </SimpleGrid>
      {input('address', 'Street')}
      <SuburbSearch
        label="Suburb"
        value={{ ...given, countryName: countryName(given.country) }}
        error={isAbroad ? wrong('country') : (wrong('suburb') ?? wrong('postcode'))}
        onChange={({ country, suburb, postcode, state }) =>
          put({ country, suburb, postcode, state })
        }
      />
      {isAbroad ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {input('suburb', 'City')}
          {input('postcode', 'Postcode')}
        </SimpleGrid>
      ) : null}
      <AddressKindControl
        aria-label="Kind of address"
        value={given.type}
        onChange={(type: AddressKind) => put({ type })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {input('phone', 'Phone', { type: 'tel' })}
        {input('email', 'E-mail', { type: 'email' })}
      </SimpleGrid>
      <Textarea
        label="Instructions for the driver"
        description="Filled in when you use this address"
        autosize
        minRows={1}
        value={given.instructions}
        error={wrong('instructions')}
        onChange={(event) => put({ instructions: event.currentTarget.value })}
      />
      <Problem error={save.error} />
      <FormFoot onLeave={onLeave} verb="Save address" isPending={save.isPending} />
    </Form>
  );
}
