// Prices of a recent shipment, or of one that the operator types, without and with the margin in the form.
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingsQuery, type ListedBooking } from '../../api/bookings.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { refusalOf } from '../../api/client.ts';
import { previewQuery } from '../../api/margins.ts';
import type { MarginInput, MarginPreview } from '../../api/wire.ts';
import { day, kilograms, money, plural } from '../../parts/figures.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { Empty, Problem } from '../../parts/states.tsx';
import { type Place, SuburbSearch } from '../../parts/suburb-search.tsx';
import { titleCase } from '../../parts/title-case.ts';
import classes from './margins.module.css';

const sydney = au('SYDNEY', '2000', 'NSW');
const melbourne = au('MELBOURNE', '3000', 'VIC');
/** The pause after the last key before the request. */
const pauseMs = 400;
const mostShown = 15;
const typed = '';

function au(suburb: string, postcode: string, state: string): Place {
  return { country: 'AU', countryName: 'Australia', suburb, postcode, state };
}

type Cart = { from: Place; to: Place; quantity: string; weight: string; size: string };

type PreviewProps = {
  /** Undefined while the form is incomplete. */
  body: MarginInput | undefined;
  replaces: number | undefined;
  member: number | undefined;
};

export function MarginPreviewPart({ body, replaces, member }: PreviewProps) {
  const { data: listed, isError } = useQuery(bookingsQuery('operator', { member }));
  const bookings = listed ?? [];
  const [chosen, setChosen] = useState<string>();
  const [cart, setCart] = useState<Cart>({
    from: sydney,
    to: melbourne,
    quantity: '1',
    weight: '5',
    size: '30',
  });
  const booking = chosen ?? String(bookings[0]?.id ?? typed);
  const subject = booking === typed ? { cart: cartBody(cart) } : { booking: Number(booking) };
  // Without the list, it is not known yet which shipment is shown first.
  const isReady = body !== undefined && (listed !== undefined || isError);
  const asked = !isReady ? undefined : JSON.stringify({ margin: body, replaces, ...subject });
  const [wanted] = useDebouncedValue(asked, pauseMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery(previewQuery(wanted));
  const refusal = refusalOf(error);
  const wrong = (field: string): string | undefined =>
    plainWords(refusal?.field(`items.0.${field}`));
  const isAboutCart = ['quantity', 'weight', 'length'].some((field) => wrong(field) !== undefined);
  return (
    <Stack gap="sm" className={classes.preview}>
      <NativeSelect
        label="Preview with"
        value={booking}
        data={[
          ...bookings.slice(0, mostShown).map((one) => ({
            value: String(one.id),
            label: wordsOf(one),
          })),
          { value: typed, label: 'A shipment to type' },
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      {booking === typed ? <CartFields cart={cart} onChange={setCart} wrong={wrong} /> : null}
      {isAboutCart ? null : <Problem error={error} title="No preview" />}
      {body === undefined ? (
        <Text size="sm" c="dimmed">
          Choose a customer and a first day to see prices.
        </Text>
      ) : null}
      {data === undefined || error !== null || body === undefined ? null : (
        <Prices preview={data} isOld={isFetching && isPlaceholderData} />
      )}
    </Stack>
  );
}

function wordsOf({ id, sender, receiver, items }: ListedBooking): string {
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  const [from, to] = [sender, receiver].map(({ suburb }) => titleCase(suburb));
  return `Booking ${id}: ${from} to ${to}, ${kilograms(weight)}`;
}

type CartFieldsProps = {
  cart: Cart;
  onChange: (cart: Cart) => void;
  wrong: (field: string) => string | undefined;
};

function CartFields({ cart, onChange, wrong }: CartFieldsProps) {
  const input = (field: 'quantity' | 'weight' | 'size', label: string, more: object) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={cart[field]}
      onChange={({ currentTarget: { value } }) => onChange({ ...cart, [field]: value })}
      {...more}
    />
  );
  return (
    <>
      <Group grow align="flex-start" gap="xs">
        <SuburbSearch
          label="Sender"
          value={cart.from}
          offersCountries={false}
          onChange={(from) => onChange({ ...cart, from })}
        />
        <SuburbSearch
          label="Receiver"
          value={cart.to}
          offersCountries={false}
          onChange={(to) => onChange({ ...cart, to })}
        />
      </Group>
      <Group grow gap="xs" align="flex-start">
        {input('quantity', 'Cartons', { error: wrong('quantity') })}
        {input('weight', 'Weight of each', { rightSection: 'kg', error: wrong('weight') })}
        {input('size', 'Each side', { rightSection: 'cm', error: wrong('length') })}
      </Group>
    </>
  );
}

function cartBody({ from, to, quantity, weight, size }: Cart) {
  return {
    sender: { ...from, type: 'business' },
    receiver: { ...to, type: 'business' },
    items: [{ description: 'Carton', quantity, weight, length: size, width: size, height: size }],
  };
}

function Prices({ preview, isOld }: { preview: MarginPreview; isOld: boolean }) {
  const nameOf = useCarrierName();
  const { prices, member } = preview;
  // The prices that the margin changes come first.
  const isChanged = ({ before, after }: MarginPreview['prices'][number]): boolean =>
    before.total !== after.total;
  const sorted = [...prices.filter(isChanged), ...prices.filter((price) => !isChanged(price))];
  if (prices.length === 0)
    return (
      <Empty icon="quote" title="No carrier prices this shipment">
        Choose another shipment.
      </Empty>
    );
  return (
    <div role="status" aria-busy={isOld} data-old={isOld || undefined} className={classes.shown}>
      <Text size="sm" fw={600} mb={4}>
        {plural(prices.length, 'price')} for{' '}
        {member === null ? 'a new customer' : member.company || member.email} on {day(preview.day)}
      </Text>
      <div className={classes.scroll}>
        <table className={classes.prices}>
          <thead>
            <tr>
              <th scope="col">Carrier</th>
              <th scope="col">Cost</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, mostShown).map(({ carrier, carrier_price, before, after }) => (
              <tr key={carrier}>
                <th scope="row">{fullName(nameOf(carrier))}</th>
                <td>{money(carrier_price)}</td>
                <td>{money(before.total)}</td>
                <td data-changed={after.total !== before.total || undefined}>
                  {money(after.total)}
                  <Text size="xs" c="dimmed">
                    {after.by === '' ? 'no margin' : `${after.by}: ${money(after.margin)}`}
                  </Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {prices.length > mostShown ? (
        <Text size="sm" c="dimmed">
          and {prices.length - mostShown} more
        </Text>
      ) : null}
    </div>
  );
}
