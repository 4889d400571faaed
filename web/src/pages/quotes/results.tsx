// The prices beside the form, live or read from the booking in the address.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { bookingQuery } from '../../api/bookings.ts';
import { useCarriers, useIsSample } from '../../api/carriers.ts';
import { ApiError } from '../../api/client.ts';
import { orderQuery } from '../../api/orders.ts';
import { useMember } from '../../api/session.ts';
import type { Booking, Member } from '../../api/wire.ts';
import { kilograms, piecesOf, plural } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { blankDraft, type Draft, draftFromBooking, requestText } from './draft.ts';
import type { Market } from './market.ts';
import { QuoteList } from './quote-list.tsx';
import type { useQuotes } from './use-quotes.ts';

type ResultsProps = {
  draft: Draft;
  asked: ReturnType<typeof useQuotes>['asked'];
  bookingId: number | undefined;
  /** A suburb is being typed and is not in the draft yet. */
  isUnsettled: boolean;
  onAskAgain: () => void;
  onTake: (draft: Draft) => void;
};

export function Results(props: ResultsProps) {
  const { draft, asked, bookingId, isUnsettled, onAskAgain, onTake } = props;
  const navigate = useNavigate();
  // Prices already on the screen need not be read again.
  const isLive =
    asked.phase === 'asking' || (asked.phase === 'done' && asked.bookingId === bookingId);
  const stored = useQuery({
    ...bookingQuery(bookingId ?? 0),
    enabled: bookingId !== undefined && !isLive,
  });
  const storedMarket = useMemo(() => marketOf(stored.data), [stored.data]);
  const member = useMember();
  // Loaded before the first prices, which would move when their names and marks arrive.
  useCarriers();
  useIsSample();
  const buyersCarrier = useBuyersCarrier(isLive ? draft.orderId : stored.data?.order?.order_id);
  const others = isLive || bookingId === draft.quoted?.bookingId ? undefined : stored.data;
  useEffect(() => {
    // An untouched form is filled from the booking whose prices are shown.
    if (others?.quotes !== undefined && isUntouched(draft, member)) onTake(quotedDraft(others));
  }, [others, draft, member, onTake]);
  const id = isLive ? asked.bookingId : bookingId;
  const order = draft.quoted?.bookingId === id ? draft.quoted?.linkedOrderId : undefined;
  const choose = useCallback(
    (carrier: string, tier: number | undefined): void => {
      if (id === undefined) return;
      void navigate({
        to: '/bookings/$id/book',
        params: { id: String(id) },
        search: { carrier, tier, order },
      });
    },
    [id, order, navigate],
  );
  if (asked.phase === 'failed' && asked.bookingId === undefined)
    return <NotQuoted error={asked.error} onAskAgain={onAskAgain} />;
  const isStale =
    draft.quoted?.bookingId === id && (isUnsettled || draft.quoted?.request !== requestText(draft));
  if (isLive) {
    return (
      <QuoteList
        isAsking={asked.phase === 'asking'}
        carrierCount={asked.carrierCount}
        market={asked.market}
        bookingId={id}
        durationMs={asked.durationMs}
        buyersCarrier={buyersCarrier}
        isDomestic={isWithinCountry(draft)}
        isStale={isStale}
        onAskAgain={onAskAgain}
        onChoose={choose}
      />
    );
  }
  if (bookingId === undefined) {
    return (
      <Panel>
        <Empty icon="truck" title="Prices appear here">
          Enter the suburbs and at least one item, then get prices. Open a price to see its
          breakdown.
        </Empty>
      </Panel>
    );
  }
  if (stored.error !== null) {
    return <Problem error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  if (stored.data === undefined) return <Loading what="the prices" />;
  if (stored.data.quotes === undefined) return <AlreadyBooked id={bookingId} />;
  return (
    <Stack>
      {asked.phase === 'failed' ? <NotQuoted error={asked.error} onAskAgain={onAskAgain} /> : null}
      {others === undefined ? null : (
        <PricesOf booking={others} onTake={() => onTake(quotedDraft(others))} />
      )}
      <QuoteList
        isAsking={false}
        carrierCount={0}
        market={storedMarket}
        bookingId={bookingId}
        buyersCarrier={buyersCarrier}
        isDomestic={isWithinCountry(stored.data)}
        isStale={isStale}
        onAskAgain={onAskAgain}
        onChoose={choose}
      />
    </Stack>
  );
}

type Ends = Record<'sender' | 'receiver', { country: string }>;

function isWithinCountry({ sender, receiver }: Ends): boolean {
  return sender.country === receiver.country;
}

function marketOf(booking: Booking | undefined): Market {
  const { quotes = {}, quote_errors: errors = [] } = booking ?? {};
  return { offers: Object.entries(quotes).map(([carrier, quote]) => ({ carrier, quote })), errors };
}

function NotQuoted({ error, onAskAgain }: { error: unknown; onAskAgain: () => void }) {
  const isAboutFields = error instanceof ApiError && error.body.errors !== undefined;
  return (
    <Problem
      error={isAboutFields ? new Error('Correct them to get quotes.') : error}
      title={isAboutFields ? 'Check the highlighted fields' : 'No quotes'}
      onRetry={isAboutFields ? undefined : onAskAgain}
    />
  );
}

function useBuyersCarrier(orderId: number | undefined): string | null {
  const { data } = useQuery({ ...orderQuery(orderId ?? 0), enabled: orderId !== undefined });
  return orderId === undefined ? null : (data?.selected_courier ?? null);
}

/** Shown when the form has been changed and is about another shipment. */
function PricesOf({ booking, onTake }: { booking: Booking; onTake: () => void }) {
  const { id, sender, receiver, items } = booking;
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  return (
    <Alert color="ochre" role="status" title={`Prices of booking ${id}`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {placeLine(sender)} → {placeLine(receiver)}, {plural(piecesOf(items), 'piece')},{' '}
          {kilograms(weight)}.
        </Text>
        <Button size="xs" variant="default" onClick={onTake}>
          Fill the form with booking {id}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Unchanged since the page was opened or since the last request. */
function isUntouched(draft: Draft, member: Member): boolean {
  const typed = requestText(draft);
  return typed === requestText(blankDraft(member)) || typed === draft.quoted?.request;
}

function quotedDraft(booking: Booking): Draft {
  const taken = draftFromBooking(booking);
  return { ...taken, quoted: { bookingId: booking.id, request: requestText(taken) } };
}

function AlreadyBooked({ id }: { id: number }) {
  return (
    <Panel>
      <Empty
        icon="bookings"
        title={`Booking ${id} is already confirmed`}
        action={
          <Group gap="xs">
            <ButtonLink to="/bookings/$id" params={{ id: String(id) }}>
              Open booking
            </ButtonLink>
            <ButtonLink to="/quote" search={{ again: id }} variant="default">
              Book again
            </ButtonLink>
          </Group>
        }
      >
        Its page shows the other prices. To send the same again, get new prices.
      </Empty>
    </Panel>
  );
}
