// Corrects an order from a shop or file: receiver, address and items.
import { Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { useCorrectOrder } from '../../api/orders.ts';
import type { Order } from '../../api/wire.ts';
import { fieldsOf } from '../../parts/fields.ts';
import { FormFoot } from '../../parts/form-foot.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { Problem } from '../../parts/states.tsx';
import {
  type Draft,
  type DraftItem,
  type DraftPlace,
  draftFromOrder,
  requestOf,
} from '../quotes/draft.ts';
import { ItemLines } from '../quotes/item-lines.tsx';
import { PlacePart } from '../quotes/place-part.tsx';

type Contact = {
  first_name: string;
  last_name: string;
  company: string;
  phone: string;
  email: string;
  address: string;
  address2: string;
};

function contactOf({ shipping, delivery }: Order): Contact {
  const { first_name, last_name, company, phone, email, address, address2 } = shipping;
  const rest = { company, phone, email, address, address2 };
  if (first_name !== '' || last_name !== '') return { first_name, last_name, ...rest };
  const words = delivery.name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return { first_name: words.join(' '), last_name: last, ...rest };
}

const nowhere: DraftPlace = {
  country: 'AU',
  countryName: 'Australia',
  suburb: '',
  postcode: '',
  state: '',
  type: 'residential',
};

const nameFields: readonly string[] = ['shipping_first_name', 'shipping_last_name'];

type Typed = { contact: Contact; draft: Draft; goods: string };

/** The request body. A blank value is left out, because the service would read it as 0. */
function correctionOf({ contact, draft, goods }: Typed): Record<string, unknown> & {
  items: object[];
} {
  const { receiver } = draft;
  const { items, declared_value } = requestOf(draft) as {
    items: object[];
    declared_value: string;
  };
  return {
    ...Object.fromEntries(
      Object.entries(contact).map(([name, text]) => [`shipping_${name}`, text.trim()]),
    ),
    shipping_city: receiver.suburb,
    shipping_postcode: receiver.postcode,
    shipping_state: receiver.state,
    shipping_country: receiver.country,
    address_type: receiver.type,
    goods_summary: goods.trim(),
    ...(draft.declaredValue.trim() === '' ? {} : { sale_price: declared_value }),
    items,
  };
}

export function EditOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const correct = useCorrectOrder(order.id);
  const [contact, setContact] = useState(() => contactOf(order));
  const [draft, setDraft] = useState(() => draftFromOrder(order, nowhere));
  // Only differences from this are sent, because the shop may have changed other fields meanwhile.
  const [before] = useState(() => correctionOf({ contact, draft, goods: order.goods_summary }));
  const [goods, setGoods] = useState(order.goods_summary);
  // The delivery contact fills gaps in the shipping address. It is shown as a placeholder, so that saving does not
  // copy it.
  const { phone, email, address } = order.delivery;
  const deliveryContact: Partial<Contact> = { phone, email, address };
  // Each line keeps its sku.
  const [skus] = useState(
    () => new Map(draft.items.map(({ key }, at) => [key, order.items[at]?.sku ?? ''])),
  );
  const changeItems = useCallback(
    (next: (items: DraftItem[]) => DraftItem[]): void =>
      setDraft((before) => ({ ...before, items: next(before.items) })),
    [],
  );
  const refusal = refusalOf(correct.error);
  const { field } = fieldsOf(
    contact,
    (change) => setContact({ ...contact, ...change }),
    refusal,
    (name) => `shipping_${name}`,
  );
  const input = (name: keyof Contact, label: string, more: object = {}) => (
    <TextInput label={label} placeholder={deliveryContact[name]} {...field(name)} {...more} />
  );
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const now = correctionOf({ contact, draft, goods });
    const isChanged = (name: string): boolean =>
      JSON.stringify(now[name]) !== JSON.stringify(before[name]);
    // First and last name are sent together.
    const isRenamed = nameFields.some(isChanged);
    const changed = Object.entries(now).filter(
      ([name]) => isChanged(name) || (isRenamed && nameFields.includes(name)),
    );
    if (changed.length === 0) {
      onClose();
      return;
    }
    const { items } = now;
    const body = {
      ...Object.fromEntries(changed),
      ...(changed.some(([name]) => name === 'items')
        ? {
            items: items.map((item, at) => ({
              ...item,
              sku: skus.get(draft.items[at]?.key ?? '') ?? '',
            })),
          }
        : {}),
    };
    void correct.mutateAsync(body).then(onClose, () => undefined);
  };
  return (
    <Modal opened onClose={onClose} title={`Edit order ${order.order_id}`} size="xl">
      <form onSubmit={save} noValidate>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {input('first_name', 'First name', { 'data-autofocus': true })}
            {input('last_name', 'Last name')}
            {input('company', 'Company')}
            {input('phone', 'Phone', { type: 'tel' })}
            {input('email', 'E-mail', { type: 'email' })}
            {input('address', 'Street')}
            {input('address2', 'Unit, level, building')}
          </SimpleGrid>
          <PlacePart
            side="receiver"
            place={draft.receiver}
            refusal={undefined}
            onChange={(receiver) => setDraft({ ...draft, receiver })}
          />
          <ItemLines items={draft.items} refusal={refusal} onChange={changeItems} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Goods"
              value={goods}
              onChange={(event) => setGoods(event.currentTarget.value)}
            />
            <TextInput
              label="Value of the goods, $"
              inputMode="decimal"
              value={draft.declaredValue}
              error={plainWords(refusal?.field('sale_price'))}
              onChange={(event) => setDraft({ ...draft, declaredValue: event.currentTarget.value })}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            A blank field keeps the shop’s value.
          </Text>
          <Problem error={correct.error} />
          <FormFoot onLeave={onClose} wayOut="Cancel" verb="Save" isPending={correct.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
