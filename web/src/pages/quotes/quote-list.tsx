// The prices: progress, offers in order, a filter by service, and the carriers without a price. Rows glide to their
// places, and opened details stay open.
import { Badge, Button, Chip, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
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
  serviceName,
  servicesOf,
  withoutPrice,
} from './market.ts';
import { NoPrices } from './no-prices.tsx';
import { OfferRow } from './offer-row.tsx';
import classes from './quote-list.module.css';

export type QuoteListProps = {
  isAsking: boolean;
  carrierCount: number;
  market: Market;
  bookingId: number | undefined;
  durationMs?: number;
  /** The carrier chosen by the order's buyer. */
  buyersCarrier: string | null;
  /** The form differs from the request. */
  isStale: boolean;
  onAskAgain: () => void;
  onChoose: (carrier: string, tier: number | undefined) => void;
};

export function QuoteList(props: QuoteListProps) {
  const { isAsking, market, bookingId, buyersCarrier, isStale, onAskAgain, onChoose } = props;
  const [order, setOrder] = useState<'price' | 'transit'>('price');
  const [service, setService] = useState<string>('all');
  const list = useRef<HTMLOListElement>(null);
  const services = servicesOf(market.offers);
  const isThere = services.some((one) => one.service === service);
  const shown = market.offers
    .filter(({ quote }) => !isThere || quote.service === service)
    .toSorted(order === 'price' ? byPrice : byTransit);
  const cheapest = cheapestOf(market.offers)?.carrier;
  const fastest = fastestOf(market.offers)?.carrier;
  const unpriced = withoutPrice(market);
  const isSample = useIsSample();
  const samples = market.offers.filter(({ quote }) => isSample(quote)).length;
  useGentleReorder(list, shown.map(({ carrier }) => carrier).join(' '));
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <Asking {...props} />
        {market.offers.length === 0 ? null : (
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
      </Group>
      {isStale ? (
        <Group className={classes.stale} justify="space-between" role="status">
          <Text size="sm">These prices are for the shipment before your last change.</Text>
          <Button size="xs" onClick={onAskAgain}>
            Quote again
          </Button>
        </Group>
      ) : null}
      <SampleNote samples={samples} of={market.offers.length} />
      {services.length < 2 ? null : (
        <Chip.Group
          value={isThere ? service : 'all'}
          onChange={(value) => setService(String(value))}
        >
          <Group gap={6} role="group" aria-label="Service">
            <Chip value="all" size="xs" variant="outline">
              All {market.offers.length}
            </Chip>
            {services.map((one) => (
              <Chip key={one.service} value={one.service} size="xs" variant="outline">
                {serviceName(one.service)} {one.count}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <ol ref={list} className={classes.offers} data-stale={isStale || undefined}>
        {shown.map((offer) => (
          <OfferRow
            key={offer.carrier}
            offer={offer}
            error={market.errors.find(({ courier }) => courier === offer.carrier)}
            bookingId={bookingId}
            isCheapest={offer.carrier === cheapest}
            isFastest={offer.carrier === fastest}
            isBuyersChoice={offer.carrier === buyersCarrier}
            isSample={samples < market.offers.length && isSample(offer.quote)}
            canChoose={!isAsking && !isStale && bookingId !== undefined}
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
      {unpriced.length === 0 ? null : (
        <NoPrices errors={unpriced} startsOpen={market.offers.length === 0} />
      )}
    </Stack>
  );
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
  const { is_gst_registered: isGstRegistered } = useSession();
  const answered = market.offers.length + withoutPrice(market).length;
  const estimates = market.offers.filter(({ quote }) => quote.estimated).length;
  if (!isAsking) {
    return (
      <Group gap="xs" role="status">
        <Text fw={600}>{plural(market.offers.length, 'price')}</Text>
        <Text c="dimmed" size="sm">
          {estimates === 0 ? '' : `(${estimates} estimated) `}of{' '}
          {plural(answered, 'carrier service')}
          {durationMs === undefined || durationMs === 0 ? '' : `, in ${seconds(durationMs)}`}
        </Text>
        <Badge variant="light" color="gray" size="sm">
          {isGstRegistered ? 'GST included' : 'Carriers’ GST included'}
        </Badge>
      </Group>
    );
  }
  return (
    <Stack gap={6} flex={1}>
      <Text size="sm" role="status" className="figures">
        {carrierCount === 0
          ? 'Asking every carrier…'
          : `${answered} of ${plural(carrierCount, 'carrier service')}`}
      </Text>
      <Progress
        value={carrierCount === 0 ? 2 : (100 * answered) / carrierCount}
        size="sm"
        aria-label="Carriers that have answered"
      />
    </Stack>
  );
}

function seconds(ms: number): string {
  return ms < 950 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
