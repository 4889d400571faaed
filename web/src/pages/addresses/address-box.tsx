// The dialog in which an address of the address book is added or changed.
import { Modal, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { type AddressBody, useSaveAddress } from '../../api/addresses.ts';
import type { SavedAddress } from '../../api/wire.ts';
import { type AddressKind, AddressKindControl } from '../../parts/address-kind.tsx';
import { countryName } from '../../parts/country-name.ts';
import { useFields } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
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
  const { values: given, put, field, wrong } = useFields(first, save.error);
  const isAbroad = given.country !== 'AU';
  return (
    <Form onSubmit={() => save.mutate(given, { onSuccess: onLeave })}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Company" {...field('company_name')} data-autofocus />
        <TextInput label="Contact name" {...field('name')} />
      </SimpleGrid>
      <TextInput label="Street" {...field('address')} />
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
          <TextInput label="City" {...field('suburb')} />
          <TextInput label="Postcode" {...field('postcode')} />
        </SimpleGrid>
      ) : null}
      <AddressKindControl
        aria-label="Kind of address"
        value={given.type}
        onChange={(type: AddressKind) => put({ type })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Phone" {...field('phone')} type="tel" />
        <TextInput label="E-mail" {...field('email')} type="email" />
      </SimpleGrid>
      <Textarea
        label="Instructions for the driver"
        description="Filled in when you use this address"
        autosize
        minRows={1}
        {...field('instructions')}
      />
      <Problem error={save.error} />
      <FormFoot onLeave={onLeave} verb="Save address" isPending={save.isPending} />
    </Form>
  );
}
