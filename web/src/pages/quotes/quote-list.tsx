// The prices: progress, offers in order, a filter by service, and the carriers without a price. Rows glide to their
// places, opened details stay open, and while the pointer or the focus is in the list, no row moves: later prices wait
// until it leaves. Nothing else changes its height while prices arrive.
import { Badge, Button, Chip, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { type FocusEvent, useRef, useState } from 'react';
import { useIsSample } from '../../api/carriers.ts';
import { useSession } from '../../api/session.ts';
import { plural } from '../../parts/figures.tsx';
import { useGentleReorder } from '../../parts/gentle-reorder.ts';
import { TextLink } from '../../parts/links.tsx';
import { Panel } from '../../parts/page.tsx';
import { SampleNote } from '../../parts/sample-note.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import {
  byPrice,
  byTransit,
  cheapestOf,
  fastestOf,
  type Market,
  type Offer,
  serviceName,
  servicesOf,
  withoutPrice,
} from './market.ts';
import { NoPrices } from './no-prices.tsx';
import { OfferRow } from './offer-row.tsx';
import classes from './quote-list.module.css';

type QuoteListProps = {
  isAsking: boolean;
  carrierCount: number;
  market: Market;
  bookingId: number | undefined;
  durationMs?: number;
  /** The carrier chosen by the order's buyer. */
  buyersCarrier: string | null;
  /** Sender and receiver are in the same country. */
  isDomestic: boolean;
  /** The form differs from the request. */
  isStale: boolean;
  onAskAgain: () => void;
  onChoose: (carrier: string, tier: number | undefined) => void;
};

export function QuoteList(props: QuoteListProps) {
  const { isAsking, market, bookingId, buyersCarrier, isDomestic, isStale } = props;
  const { onAskAgain, onChoose } = props;
  const [order, setOrder] = useState<'price' | 'transit'>('price');
  const [service, setService] = useState<string>('all');
  const [isGliding, setGliding] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { is_gst_registered: isGstRegistered } = useSession();
  const { offers, waiting, ...held } = useHeldOffers(market.offers, bookingId, isGliding);
  const services = servicesOf(offers);
  const isThere = services.some((one) => one.service === service);
  const shown = offers
    .filter(({ quote }) => !isThere || quote.service === service)
    .toSorted(order === 'price' ? byPrice : byTransit);
  const cheapest = cheapestOf(offers)?.carrier;
  const fastest = fastestOf(offers)?.carrier;
  const isCoverOffered = offers.some(({ quote }) => quote.insured_amount > 0);
  const unpriced = withoutPrice(market);
  const isSample = useIsSample();
  const samples = offers.filter(({ quote }) => isSample(quote)).length;
  // All or none from the first prices on: a mark that appears later would move the rows on a phone.
  const isWaiting = isAsking && offers.length > 0;
  const [hadToWait, setHadToWait] = useState(isWaiting);
  if (isAsking && hadToWait !== isWaiting) setHadToWait(isWaiting);
  const marksSamples = hadToWait || samples < offers.length;
  useGentleReorder(list, shown.map(({ carrier }) => carrier).join(' '), setGliding);
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <Asking {...props} />
        {offers.length === 0 ? null : (
          <SegmentedControl
            size="xs"
            aria-label="Order"
            value={order}
            onChange={(value) => setOrder(value as 'price' | 'transit')}
            data={[
              { value: 'price', label: 'Cheapest first' },
              { value: 'transit', label: 'Fastest first' },
            ]}
          />
        )}
      </div>
      {isStale ? (
        <Group className={classes.stale} justify="space-between" role="status">
          <Text size="sm">These prices are for the shipment before your last change.</Text>
          <Button size="xs" onClick={onAskAgain}>
            Quote again
          </Button>
        </Group>
      ) : null}
      <SampleNote samples={samples} of={offers.length} />
      {services.length === 0 ? null : (
        <div className={classes.services}>
          <Chip.Group
            value={isThere ? service : 'all'}
            onChange={(value) => setService(String(value))}
          >
            <Group
              gap={6}
              wrap="nowrap"
              className={classes.chips}
              role="group"
              aria-label="Service"
            >
              <Chip value="all" size="xs" variant="outline">
                All <span className={classes.count}>{offers.length}</span>
              </Chip>
              {services.map((one) => (
                <Chip key={one.service} value={one.service} size="xs" variant="outline">
                  {serviceName(one.service)} <span className={classes.count}>{one.count}</span>
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          {waiting === 0 ? null : (
            <Text size="xs" role="status" className={classes.waiting}>
              {`${plural(waiting, 'new price')}, shown when you leave the list`}
            </Text>
          )}
          <Badge variant="light" color="gray" size="sm">
            {isGstRegistered ? 'GST included' : 'Carriers’ GST included'}
          </Badge>
        </div>
      )}
      <ol ref={list} className={classes.offers} data-stale={isStale || undefined} {...held}>
        {shown.map((offer) => (
          <OfferRow
            key={offer.carrier}
            offer={offer}
            error={market.errors.find(({ courier }) => courier === offer.carrier)}
            bookingId={bookingId}
            isCheapest={offer.carrier === cheapest}
            isFastest={offer.carrier === fastest}
            isBuyersChoice={offer.carrier === buyersCarrier}
            isSample={marksSamples && isSample(offer.quote)}
            isCoverNamed={isCoverOffered}
            canChoose={!isStale && bookingId !== undefined}
            onChoose={onChoose}
          />
        ))}
      </ol>
      {!isAsking && market.offers.length === 0 && unpriced.length === 0 ? <NoCarriers /> : null}
      {!isAsking && market.offers.length === 0 && unpriced.length > 0 ? (
        <Problem
          error={
            new Error(
              'No carrier can take this shipment. The reasons are below. Smaller or lighter items often help.',
            )
          }
          title="No prices"
        />
      ) : null}
      {isAsking || unpriced.length === 0 ? null : (
        <NoPrices
          errors={unpriced}
          isDomestic={isDomestic}
          startsOpen={market.offers.length === 0}
        />
      )}
    </Stack>
  );
}

/** The offers as they were when the pointer or the focus entered the list or a row began to glide, until that ends. */
function useHeldOffers(
  offers: readonly Offer[],
  bookingId: number | undefined,
  isGliding: boolean,
) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [kept, setKept] = useState({ offers, bookingId });
  const isEntered = isPointed || isFocused;
  const isHeld = (isEntered || isGliding) && kept.bookingId === bookingId;
  if (!isHeld && kept.offers !== offers) setKept({ offers, bookingId });
  const shown = isHeld ? kept.offers : offers;
  return {
    offers: shown,
    waiting: isEntered ? offers.length - shown.length : 0,
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      // The next row may get the focus.
      if (!currentTarget.contains(relatedTarget)) setFocused(false);
    },
  };
}

function NoCarriers() {
  const { is_operator: isOperator } = useSession();
  return (
    <Panel>
      <Empty icon="truck" title="No carriers are switched on">
        {isOperator ? (
          <>
            Switch some on under <TextLink to="/operator/carriers">Carriers</TextLink>, then ask
            again.
          </>
        ) : (
          'Ask the operator of this service to switch some on.'
        )}
      </Empty>
    </Panel>
  );
}

function Asking({ isAsking, carrierCount, market, durationMs }: QuoteListProps) {
  const answered = market.offers.length + withoutPrice(market).length;
  const estimates = market.offers.filter(({ quote }) => quote.estimated).length;
  const time = durationMs === undefined || durationMs === 0 ? '' : `, in ${seconds(durationMs)}`;
  const [priced, outOf] = ((): [string, string] => {
    const got = plural(market.offers.length, 'price');
    if (!isAsking)
      return [
        got,
        `${estimates === 0 ? '' : `(${estimates} estimated) `}of ${plural(answered, 'carrier service')}${time}`,
      ];
    return carrierCount === 0
      ? ['Asking every carrier…', '\u00a0']
      : [`${got} so far`, `${answered} of ${plural(carrierCount, 'carrier service')}`];
  })();
  return (
    <Stack gap={6}>
      <div role="status">
        <Text fw={600}>{priced}</Text>
        <Text c="dimmed" size="sm" className="figures">
          {outOf}
        </Text>
      </div>
      {durationMs === undefined ? null : (
        <Progress
          className={classes.progress}
          data-over={!isAsking || undefined}
          value={carrierCount === 0 ? 2 : (100 * answered) / carrierCount}
          size="sm"
          aria-label="Carriers that have answered"
        />
      )}
    </Stack>
  );
}

function seconds(ms: number): string {
  return ms < 950 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
