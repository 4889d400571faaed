// Shows what shipping a cart would cost a customer with the settings in the form. Updates shortly after each change
// of the cart or the settings. Nothing is saved or booked.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { ask, refusalOf } from '../../api/client.ts';
import type { Quote, QuoteError } from '../../api/wire.ts';
import { money, plural } from '../../parts/figures.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { Empty, Problem } from '../../parts/states.tsx';
import { type Place, SuburbSearch } from '../../parts/suburb-search.tsx';
import { byPrice, type Offer, withoutPrice } from '../quotes/market.ts';
import { NoPrices } from '../quotes/no-prices.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-editor.module.css';

type Cart = { quantity: string; weight: string; size: string; sku: string };

type Previewed = { quotes: Record<string, Quote>; quote_errors: QuoteError[] };

const richmond: Place = {
  country: 'AU',
  countryName: 'Australia',
  suburb: 'RICHMOND',
  postcode: '3121',
  state: 'VIC',
};
const mostShown = 12;
/** The pause after the last key before the request. */
const pauseMs = 400;

export function Preview({ keyId, draft }: { keyId: number; draft: SettingsDraft }) {
  const [place, setPlace] = useState(richmond);
  const [cart, setCart] = useState({ quantity: '1', weight: '5', size: '30', sku: '' });
  const [wanted] = useDebouncedValue(JSON.stringify(previewBody(draft, place, cart)), pauseMs);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['preview', keyId, wanted],
    queryFn: ({ signal }) =>
      ask<Previewed>('POST', `/keys/${keyId}/preview`, { body: JSON.parse(wanted), signal }),
    placeholderData: keepPreviousData,
    // Prices can change, so a cached preview is dropped after a minute.
    gcTime: 60_000,
  });
  const refusal = refusalOf(error);
  const input = (field: keyof typeof cart, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={cart[field]}
      onChange={(event) => setCart({ ...cart, [field]: event.currentTarget.value })}
      {...more}
    />
  );
  const wrong = (field: string): string | undefined =>
    plainWords(refusal?.field(`cart.items.0.${field}`) ?? refusal?.field(`items.0.${field}`));
  const isWithoutSender = refusal?.field('sender') !== undefined;
  const isAboutCart = ['quantity', 'weight', 'length'].some((field) => wrong(field) !== undefined);
  return (
    <Stack>
      <SuburbSearch label="To" value={place} offersCountries={false} onChange={setPlace} />
      <Group grow gap="xs" align="flex-start">
        {input('quantity', 'Quantity', { inputMode: 'numeric', error: wrong('quantity') })}
        {input('weight', 'Weight', {
          rightSection: 'kg',
          inputMode: 'decimal',
          error: wrong('weight'),
        })}
        {input('size', 'Each side', {
          rightSection: 'cm',
          inputMode: 'decimal',
          error: wrong('length'),
        })}
      </Group>
      {input('sku', 'SKU')}
      {isWithoutSender && !isAboutCart ? (
        <Empty icon="truck" title="Add a warehouse to see prices">
          A cart leaves from the default warehouse.
        </Empty>
      ) : null}
      {isWithoutSender || isAboutCart ? null : (
        <Problem error={error} title="No preview with these settings" />
      )}
      {data === undefined || error !== null ? null : (
        <Shown previewed={data} place={place} isOld={isFetching && isPlaceholderData} />
      )}
    </Stack>
  );
}

function previewBody(settings: SettingsDraft, place: Place, { quantity, weight, size, sku }: Cart) {
  return {
    settings,
    cart: {
      receiver: { ...place, type: 'residential' },
      items: [
        {
          description: 'Carton',
          quantity,
          weight,
          length: size,
          width: size,
          height: size,
          sku,
        },
      ],
    },
  };
}

function WhyNot({ previewed, isEmpty }: { previewed: Previewed; isEmpty: boolean }) {
  const errors = withoutPrice({ offers: offersOf(previewed), errors: previewed.quote_errors });
  // The cart of a preview stays within Australia.
  if (errors.length > 0)
    return <NoPrices key={String(isEmpty)} errors={errors} isDomestic startsOpen={isEmpty} />;
  return isEmpty ? (
    <Text size="sm" c="dimmed">
      These settings hide every carrier. Check the rules and the carriers to show.
    </Text>
  ) : null;
}

function offersOf({ quotes }: Previewed): Offer[] {
  return Object.entries(quotes).map(([carrier, quote]) => ({ carrier, quote }));
}

type ShownProps = { previewed: Previewed; place: Place; isOld: boolean };

function Shown({ previewed, place, isOld }: ShownProps) {
  const nameOf = useCarrierName();
  const offers = offersOf(previewed).toSorted(
    (one, other) => one.quote.total - other.quote.total || byPrice(one, other),
  );
  return (
    <div role="status" aria-busy={isOld} data-old={isOld || undefined} className={classes.shown}>
      <Text size="sm" fw={600} mb={4}>
        This cart to {place.postcode} would show {plural(offers.length, 'price')}
      </Text>
      <ul className={classes.offers}>
        {offers.slice(0, mostShown).map(({ carrier, quote }) => (
          <li key={carrier}>
            <span>{fullName(nameOf(carrier))}</span>
            <span className="figures">
              {money(quote.total)}
              {quote.estimated ? (
                <Text span size="xs" c="dimmed">
                  {' '}
                  estimated
                </Text>
              ) : null}
              {quote.booking_cost === undefined ? null : (
                <Text span size="xs" c="dimmed">
                  {' '}
                  you pay {money(quote.booking_cost)}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ul>
      {offers.length > mostShown ? (
        <Text size="sm" c="dimmed">
          and {offers.length - mostShown} more
        </Text>
      ) : null}
      <WhyNot previewed={previewed} isEmpty={offers.length === 0} />
    </div>
  );
}
