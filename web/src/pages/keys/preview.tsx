// What a cart would cost a customer with the settings as they stand in the form: nothing is saved, nothing is booked.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { ask } from '../../api/client.ts';
import type { Quote, QuoteError } from '../../api/wire.ts';
import { money, plural } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';
import { type Place, SuburbSearch } from '../../parts/suburb-search.tsx';
import { byPrice } from '../quote/market.ts';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-editor.module.css';

type Previewed = { quotes: Record<string, Quote>; quote_errors: QuoteError[] };

const richmond: Place = {
  country: 'AU',
  countryName: 'Australia',
  suburb: 'RICHMOND',
  postcode: '3121',
  state: 'VIC',
};
const mostShown = 12;

export function Preview({ keyId, draft }: { keyId: number; draft: SettingsDraft }) {
  const [place, setPlace] = useState(richmond);
  const [weight, setWeight] = useState('5');
  const [size, setSize] = useState('30');
  const [sku, setSku] = useState('');
  const nameOf = useCarrierName();
  const preview = useMutation({
    mutationFn: () =>
      ask<Previewed>('POST', `/keys/${keyId}/preview`, {
        body: {
          settings: draft,
          cart: {
            receiver: { ...place, type: 'residential' },
            items: [
              {
                description: 'Carton',
                quantity: 1,
                weight,
                length: size,
                width: size,
                height: size,
                sku,
              },
            ],
          },
        },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    preview.mutate();
  };
  const offers = Object.entries(preview.data?.quotes ?? {})
    .map(([carrier, quote]) => ({ carrier, quote }))
    .toSorted(byPrice);
  return (
    <Stack>
      <form onSubmit={submit}>
        <Stack gap="xs">
          <SuburbSearch label="To" value={place} offersCountries={false} onChange={setPlace} />
          <Group grow gap="xs">
            <TextInput
              label="Weight"
              rightSection="kg"
              inputMode="decimal"
              value={weight}
              onChange={(event) => setWeight(event.currentTarget.value)}
            />
            <TextInput
              label="Each side"
              rightSection="cm"
              inputMode="decimal"
              value={size}
              onChange={(event) => setSize(event.currentTarget.value)}
            />
            <TextInput
              label="SKU"
              value={sku}
              onChange={(event) => setSku(event.currentTarget.value)}
            />
          </Group>
          <Button type="submit" variant="light" loading={preview.isPending}>
            Show what they see
          </Button>
        </Stack>
      </form>
      <Problem error={preview.error} />
      {preview.data === undefined ? null : (
        <div role="status">
          <Text size="sm" fw={600} mb={4}>
            This cart to {place.postcode} would show {plural(offers.length, 'price')}
          </Text>
          <ul className={classes.offers}>
            {offers.slice(0, mostShown).map(({ carrier, quote }) => (
              <li key={carrier}>
                <span>{fullName(nameOf(carrier))}</span>
                <span className="figures">{money(quote.total)}</span>
              </li>
            ))}
          </ul>
          {offers.length > mostShown ? (
            <Text size="sm" c="dimmed">
              and {offers.length - mostShown} more
            </Text>
          ) : null}
        </div>
      )}
    </Stack>
  );
}
