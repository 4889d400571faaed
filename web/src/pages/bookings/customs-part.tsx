// The customs declaration of a booking that leaves Australia; required before booking.
import { Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { asDescription } from '../../api/bookings.ts';
import { type ApiError, ask } from '../../api/client.ts';
import type { Booking } from '../../api/wire.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { goodsKinds } from '../../parts/goods-kinds.ts';
import { lineKey } from '../../parts/line-key.ts';
import { AddLine, besideField, RemoveLine } from '../../parts/lines.tsx';
import { Panel } from '../../parts/page.tsx';
import { needed } from './needed.ts';

type CustomsItem = {
  key: string;
  description: string;
  quantity: string;
  weight: string;
  value: string;
  country_of_origin: string;
  hs_code: string;
};

export type Customs = { contents_type: string; contents_description: string; items: CustomsItem[] };

/** One line for the whole booking; people split it if necessary. */
export function likelyCustoms(booking: Booking): Customs {
  const weight = booking.items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  return {
    contents_type: 'merchandise',
    contents_description: asDescription(booking.description),
    items: [
      {
        key: 'first',
        description: asDescription(booking.description),
        quantity: '1',
        weight: String(weight),
        value: booking.declared_value === 0 ? '' : String(booking.declared_value),
        country_of_origin: 'AU',
        hs_code: '',
      },
    ],
  };
}

export function declareCustoms(id: number, { items, ...customs }: Customs) {
  const body = { ...customs, items: items.map(({ key: _key, ...item }) => item) };
  return ask('POST', `/bookings/v4/${id}/custom_declaration`, { body });
}

type CustomsPartProps = {
  customs: Customs;
  refusal: ApiError | undefined;
  onChange: (customs: Customs) => void;
};

export function CustomsPart({ customs, refusal, onChange }: CustomsPartProps) {
  const { items } = customs;
  const { field: ofAll } = fieldsOf(
    customs,
    (change) => onChange({ ...customs, ...change }),
    refusal,
  );
  const put = (n: number, change: Partial<CustomsItem>): void =>
    onChange({
      ...customs,
      items: items.map((one, at) => (at === n ? { ...one, ...change } : one)),
    });
  const input = (
    n: number,
    item: CustomsItem,
    name: Exclude<keyof CustomsItem, 'key'>,
    label: string,
    more: object = needed,
  ) => {
    const { field } = fieldsOf(
      item,
      (change) => put(n, change),
      refusal,
      (of) => `items.${n}.${of}`,
    );
    return <TextInput label={label} {...more} {...field(name)} />;
  };
  return (
    <Panel
      title="Customs declaration"
      about="For customs in the country of arrival: the shipment as a whole, then each kind of goods in it. * Required"
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label="Kind of goods"
            description="Why it is sent"
            data={goodsKinds}
            {...ofAll('contents_type')}
          />
          <TextInput
            label="In a few words"
            description="Of the whole shipment"
            {...needed}
            {...ofAll('contents_description')}
          />
        </SimpleGrid>
        {items.map((item, n) => (
          <SimpleGrid key={item.key} cols={{ base: 2, sm: 3 }} spacing="xs">
            {input(n, item, 'description', 'Goods')}
            {input(n, item, 'quantity', 'Quantity')}
            {input(n, item, 'weight', 'Weight of one, kg')}
            {input(n, item, 'value', 'Value of one, $')}
            {input(n, item, 'country_of_origin', 'Made in (AU, CN …)')}
            <Group gap={4} align="flex-end" wrap="nowrap">
              {input(n, item, 'hs_code', 'HS code, if known', {})}
              {items.length === 1 ? null : (
                <RemoveLine
                  size={besideField}
                  label={`Remove goods ${n + 1}`}
                  onRemove={() => onChange({ ...customs, items: items.toSpliced(n, 1) })}
                />
              )}
            </Group>
          </SimpleGrid>
        ))}
        <div>
          <AddLine
            onAdd={() =>
              onChange({
                ...customs,
                items: [
                  ...items,
                  {
                    key: lineKey(),
                    description: '',
                    quantity: '1',
                    weight: '',
                    value: '',
                    country_of_origin: 'AU',
                    hs_code: '',
                  },
                ],
              })
            }
          >
            Add goods
          </AddLine>
        </div>
      </Stack>
    </Panel>
  );
}
