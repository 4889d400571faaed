// One carrier's offer: name, transit time and price. Its details show the breakdown, the terms of the warranty and
// frequent rates.
import { ActionIcon, Badge, Button, Collapse, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useState } from 'react';
import { useCarrierName } from '../../api/carriers.ts';
import { read } from '../../api/queries.ts';
import type { Breakdown, Quote, QuoteError } from '../../api/wire.ts';
import { clockTime, money, pickupDay } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MarkedCarrier } from '../../parts/marked-carrier.tsx';
import { withoutCode } from '../../parts/plain-words.ts';
import { PriceLines } from '../../parts/price-lines.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { BuyersPrice } from './buyers-price.tsx';
import { bookingCost, type Offer, serviceName, transitWords } from './market.ts';
import classes from './quote-list.module.css';
import { WarrantyLine } from './warranty-line.tsx';

type OfferRowProps = {
  offer: Offer;
  /** Why the carrier gave no price of its own. */
  error: QuoteError | undefined;
  bookingId: number | undefined;
  isCheapest: boolean;
  isFastest: boolean;
  /** The buyer of the order chose this carrier. */
  isBuyersChoice: boolean;
  /** Marks prices of sample rate cards. */
  isSample: boolean;
  /** Other carriers offer cover of the goods. */
  isCoverNamed: boolean;
  canChoose: boolean;
  onChoose: (carrier: string, tier: number | undefined) => void;
};

/** Dozens are on the page while the form beside them is typed. */
export const OfferRow = memo(function OfferRow(props: OfferRowProps) {
  const { offer, error, bookingId, canChoose, onChoose } = props;
  const { isCheapest, isFastest, isBuyersChoice, isSample, isCoverNamed } = props;
  const { carrier, quote } = offer;
  const [isOpen, setOpen] = useState(false);
  const [tier, setTier] = useState<number>();
  const name = useCarrierName()(carrier);
  const more = useId();
  const cost = bookingCost(quote, tier);
  return (
    <li className={classes.offer} data-row={carrier} data-best={isCheapest || undefined}>
      <div className={classes.row}>
        <div className={classes.who}>
          <Group gap={8}>
            <Text fw={600} component="div">
              <MarkedCarrier carrier={name.carrier} />
            </Text>
            {isBuyersChoice ? (
              <Badge color="blue" variant="light" size="sm" autoContrast>
                Chosen by the buyer
              </Badge>
            ) : null}
            {quote.estimated ? (
              <Badge color="gray" variant="light" size="sm">
                Estimated
              </Badge>
            ) : null}
            {isSample ? (
              <Badge color="ochre" variant="light" size="sm">
                Sample
              </Badge>
            ) : null}
            <div className={classes.best}>
              {isCheapest ? (
                <Badge
                  color="eucalypt"
                  variant="filled"
                  size="sm"
                  leftSection={<Icon name="tag" size={11} />}
                >
                  Cheapest
                </Badge>
              ) : null}
              {isFastest ? (
                <Badge
                  color="ochre.8"
                  variant="filled"
                  size="sm"
                  leftSection={<Icon name="bolt" size={11} />}
                >
                  Fastest
                </Badge>
              ) : null}
            </div>
          </Group>
          <div className={classes.facts}>
            <span>{name.service === '' ? serviceName(quote.service) : name.service}</span>
            {quote.transit_time === '' ? null : <span>{transitWords(quote.transit_time)}</span>}
            {quote.arrival_date === undefined ? null : (
              <span className="unbroken">by {pickupDay(quote.arrival_date)}</span>
            )}
          </div>
        </div>
        <div className={classes.price}>
          <div className={classes.amount} data-price>
            {money(cost)}
          </div>
          <BuyersPrice quote={quote} />
          <WarrantyLine quote={quote} isNamed={isCoverNamed} />
        </div>
        <div className={classes.actions}>
          <Button
            size="sm"
            variant={isCheapest ? 'filled' : 'outline'}
            disabled={!canChoose}
            onClick={() => onChoose(carrier, tier)}
            aria-label={`Choose ${name.carrier} ${name.service}`}
          >
            Choose
          </Button>
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-controls={more}
            aria-label={`Details of ${name.carrier} ${name.service}`}
            className={classes.opener}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="down" size={18} />
          </ActionIcon>
        </div>
      </div>
      <Collapse expanded={isOpen} id={more}>
        <div className={classes.more}>
          {isOpen ? (
            <Details
              quote={quote}
              error={error}
              carrier={carrier}
              bookingId={bookingId}
              tier={tier}
              onTier={setTier}
            />
          ) : null}
        </div>
      </Collapse>
    </li>
  );
});

type DetailsProps = {
  quote: Quote;
  error: QuoteError | undefined;
  carrier: string;
  bookingId: number | undefined;
  tier: number | undefined;
  onTier: (tier: number | undefined) => void;
};

function Details({ quote, error, carrier, bookingId, tier, onTier }: DetailsProps) {
  return (
    <Stack gap="sm">
      {error === undefined ? null : (
        <Text size="sm">Estimated from the carrier’s rate card: {withoutCode(error.message)}</Text>
      )}
      {quote.tiers === undefined || quote.tiers.length === 0 ? null : (
        <Radio.Group
          label="Rate"
          description="Frequent rates are for many parcels from one address on one day; volumes are monitored."
          value={String(tier ?? 'everyday')}
          onChange={(value) => onTier(value === 'everyday' ? undefined : Number(value))}
        >
          <Stack gap={4} mt={6}>
            <Radio value="everyday" label={`Everyday: ${money(bookingCost(quote))}`} />
            {quote.tiers.map((one) => (
              <Radio
                key={one.identifier}
                value={String(one.identifier)}
                label={`${one.description}: ${money(one.total)}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Text size="sm" c="dimmed">
        Pickup {quote.pickup_dates.map(pickupDay).join(', ')}, between{' '}
        {clockTime(quote.pickup_time.from)} and {clockTime(quote.pickup_time.to)}.
        {quote.arrival_date === undefined
          ? ''
          : ` Picked up on the first of these days, it arrives by ${pickupDay(quote.arrival_date)}.`}
      </Text>
      {bookingId === undefined ? null : <Waterfall bookingId={bookingId} carrier={carrier} />}
    </Stack>
  );
}

function Waterfall({ bookingId, carrier }: { bookingId: number; carrier: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['breakdown', bookingId],
    queryFn: read<Record<string, Breakdown>>(`/bookings/v4/${bookingId}/breakdown`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the breakdown" />;
  const breakdown = data[carrier];
  return breakdown === undefined ? null : <PriceLines breakdown={breakdown} />;
}
