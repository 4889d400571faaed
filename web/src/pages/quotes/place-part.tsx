// The sender's or receiver's place, and whether it is a business or a home. Overseas places have no list of suburbs, so
// city and postcode are typed.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import type { ApiError } from '../../api/client.ts';
import { AddressKindControl } from '../../parts/address-kind.tsx';
import { fieldsOf } from '../../parts/fields.ts';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import { type DraftPlace, movedTo, placeOfSaved } from './draft.ts';

type PlacePartProps = {
  side: 'sender' | 'receiver';
  place: DraftPlace;
  refusal: ApiError | undefined;
  onChange: (place: DraftPlace) => void;
  onUnsettled?: (isUnsettled: boolean) => void;
};

const labels = { sender: 'From', receiver: 'To' };

export function PlacePart({ side, place, refusal, onChange, onUnsettled }: PlacePartProps) {
  const { field, wrong } = fieldsOf(
    place,
    (change) => onChange({ ...place, ...change }),
    refusal,
    (name) => `${side}.${name}`,
  );
  const isAbroad = place.country !== 'AU';
  return (
    <Stack gap={8}>
      <SuburbSearch
        label={labels[side]}
        value={place}
        error={
          isAbroad
            ? wrong(`${side}.country`)
            : (wrong(`${side}.suburb`) ?? wrong(`${side}.postcode`) ?? wrong(`${side}.state`))
        }
        onChange={(found) => onChange(movedTo(place, found))}
        onUnsettled={onUnsettled}
        onSaved={(saved) => onChange(placeOfSaved(saved))}
      />
      <ContactLine contact={place.contact} />
      {isAbroad ? (
        <Group grow align="flex-start" gap="xs">
          <TextInput label="City" {...field('suburb')} />
          <TextInput label="Postcode" {...field('postcode')} />
        </Group>
      ) : null}
      <AddressKindControl
        size="xs"
        fullWidth
        aria-label={`${labels[side]}: kind of address`}
        value={place.type}
        onChange={(type) => onChange({ ...place, type })}
      />
    </Stack>
  );
}

/** The name and street there, if they are known already. */
function ContactLine({ contact = {} }: { contact?: DraftPlace['contact'] }) {
  const { company_name: company = '', name = '', address = '' } = contact;
  const words = [company || name, address].filter((part) => part !== '').join(', ');
  return words === '' ? null : (
    <Text size="xs" c="dimmed" truncate title={words}>
      {words}
    </Text>
  );
}
