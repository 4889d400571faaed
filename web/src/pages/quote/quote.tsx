// The heart of the members area: what travels from where to where on one side, every carrier's price on the other. What is
// typed is kept as it is typed; what was asked is in the address, so that a reload or the back button shows it again.
import { Alert, Button, Checkbox, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { bookingQuery } from '../../api/bookings.ts';
import { ApiError } from '../../api/client.ts';
import { isToBeBooked, linkOrder, orderQuery } from '../../api/orders.ts';
import { useMember } from '../../api/session.ts';
import type { Booking, Member } from '../../api/wire.ts';
import { kilograms, piecesOf, plural } from '../../parts/figures.tsx';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { plainWords } from '../../parts/plain-words.ts';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import {
  blankDraft,
  type Draft,
  draftFromBooking,
  draftFromOrder,
  keepDraft,
  loadDraft,
  requestOf,
  requestText,
} from './draft.ts';
import { ItemLines } from './item-lines.tsx';
import type { Market } from './market.ts';
import { OrderNote } from './order-note.tsx';
import { PlacePart } from './place-part.tsx';
import classes from './quote.module.css';
import { QuoteList } from './quote-list.tsx';
import { useResultsInSight } from './results-in-sight.ts';
import { useQuotes } from './use-quotes.ts';

export function QuotePage() {
  const member = useMember();
  const [draft, setDraft] = useState(() => loadDraft(member));
  const { booking: bookingId, again, order } = useSearch({ from: '/members/quote' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { asked, ask, forget } = useQuotes();
  const form = useRef<HTMLFormElement>(null);
  const results = useRef<HTMLDivElement>(null);
  useFirstMistake(form, asked.error);
  useResultsInSight(results, asked.phase === 'asking');
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const { id: memberId } = member;
  useEffect(() => keepDraft({ id: memberId }, draft), [memberId, draft]);
  useAgain(again, setDraft);
  useOrder(order, setDraft);
  const forgetOrder = useCallback(
    () => setDraft(({ orderId: _order, ...rest }: Draft): Draft => rest),
    [],
  );

  const quote = async (): Promise<void> => {
    const request = requestText(draft);
    const { orderId } = draft;
    let isLinked = false;
    const id = await ask(requestOf(draft), async (stored) => {
      if (orderId !== undefined) isLinked = await linkToOrder(queries, orderId, stored);
    });
    if (id === undefined) return;
    // The prices stay where they are read: it is the same page under another address.
    await navigate({
      to: '/quote',
      search: { booking: id },
      replace: bookingId === undefined,
      resetScroll: false,
    });
    // Only now: until the address has changed, these are not the prices that it names.
    const linked = isLinked && orderId !== undefined ? { linkedOrderId: orderId } : {};
    change({ quoted: { bookingId: id, request, ...linked } });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void quote();
  };
  const startAfresh = async (): Promise<void> => {
    forget();
    // First: an empty form at a booking's address would be filled with that booking.
    await navigate({ to: '/quote', search: {} });
    setDraft(blankDraft(member));
  };
  const refusal = asked.error instanceof ApiError ? asked.error : undefined;
  return (
    <Page
      title="Quote"
      about="Say what travels from where to where; every carrier answers at once."
      actions={
        <Button variant="default" size="sm" onClick={() => void startAfresh()}>
          Start afresh
        </Button>
      }
    >
      {draft.orderId === undefined ? null : <OrderNote id={draft.orderId} onForget={forgetOrder} />}
      <div className={classes.columns}>
        <form ref={form} onSubmit={submit} noValidate className={classes.form}>
          <Stack gap="md">
            <Panel>
              <div className={classes.places}>
                <PlacePart
                  side="sender"
                  place={draft.sender}
                  refusal={refusal}
                  onChange={(sender) => change({ sender })}
                />
                <PlacePart
                  side="receiver"
                  place={draft.receiver}
                  refusal={refusal}
                  onChange={(receiver) => change({ receiver })}
                />
              </div>
            </Panel>
            <Panel title="Items">
              <ItemLines
                items={draft.items}
                refusal={refusal}
                onChange={(items) => change({ items })}
              />
            </Panel>
            <Terms draft={draft} refusal={refusal} onChange={change} />
            <Button
              type="submit"
              size="md"
              leftSection={<Icon name="quote" />}
              loading={asked.phase === 'asking' && asked.market.offers.length === 0}
            >
              Get quotes
            </Button>
          </Stack>
        </form>
        <section
          ref={results}
          className={classes.results}
          data-asking={asked.phase === 'asking' || undefined}
          tabIndex={-1}
          aria-label="Prices"
          aria-live="off"
        >
          <Results
            draft={draft}
            asked={asked}
            bookingId={bookingId}
            onAskAgain={() => void quote()}
            onTake={setDraft}
          />
        </section>
      </div>
    </Page>
  );
}

/** Whether the booking became the order's; not so where that one has been booked meanwhile. The prices stand either way. */
async function linkToOrder(
  queries: QueryClient,
  orderId: number,
  bookingId: number,
): Promise<boolean> {
  try {
    const order = await queries.fetchQuery({ ...orderQuery(orderId), staleTime: 0 });
    if (!isToBeBooked(order)) return false;
    const { underWay } = await linkOrder(order, bookingId);
    if (underWay !== undefined)
      throw new Error(
        `What became of its booking ${underWay} is not certain yet. Look there before you book again.`,
      );
    return true;
  } catch (error) {
    notifications.show({
      color: 'red',
      title: 'The order was not linked to these prices',
      message: error instanceof Error ? error.message : String(error),
    });
    return false;
  }
}

/** A booking to be made once more fills the form, once. */
function useAgain(again: number | undefined, onTake: (draft: Draft) => void): void {
  const navigate = useNavigate();
  const { data } = useQuery({ ...bookingQuery(again ?? 0), enabled: again !== undefined });
  useEffect(() => {
    if (again === undefined || data === undefined) return;
    onTake(draftFromBooking(data));
    void navigate({ to: '/quote', search: {}, replace: true });
  }, [again, data, onTake, navigate]);
}

/** An order to be booked fills in everything but where it is sent from. */
function useOrder(
  id: number | undefined,
  onTake: (change: (before: Draft) => Draft) => void,
): void {
  const navigate = useNavigate();
  const { data } = useQuery({ ...orderQuery(id ?? 0), enabled: id !== undefined });
  useEffect(() => {
    if (id === undefined || data === undefined) return;
    onTake((before) => draftFromOrder(data, before.sender));
    void navigate({ to: '/quote', search: {}, replace: true });
  }, [id, data, onTake, navigate]);
}

type TermsProps = {
  draft: Draft;
  refusal: ApiError | undefined;
  onChange: (part: Partial<Draft>) => void;
};

function Terms({ draft, refusal, onChange }: TermsProps) {
  return (
    <Panel title="Terms">
      <Stack gap="sm">
        <Group align="flex-end" gap="md" wrap="wrap">
          <TextInput
            label="Value of the goods"
            leftSection="$"
            inputMode="decimal"
            placeholder="0"
            w={160}
            value={draft.declaredValue}
            error={plainWords(refusal?.field('declared_value'))}
            onChange={(event) => onChange({ declaredValue: event.currentTarget.value })}
          />
          <Switch
            label="Warranty"
            description="Cover for the value, where carriers offer it"
            checked={draft.hasWarranty}
            onChange={(event) => onChange({ hasWarranty: event.currentTarget.checked })}
          />
        </Group>
        <Group gap="md">
          <Checkbox
            label="Tailgate at pickup"
            checked={draft.tailgatePickup}
            onChange={(event) => onChange({ tailgatePickup: event.currentTarget.checked })}
          />
          <Checkbox
            label="Tailgate at delivery"
            checked={draft.tailgateDelivery}
            onChange={(event) => onChange({ tailgateDelivery: event.currentTarget.checked })}
          />
          <Checkbox
            label="Authority to leave"
            checked={draft.authorityToLeave}
            onChange={(event) => onChange({ authorityToLeave: event.currentTarget.checked })}
          />
        </Group>
      </Stack>
    </Panel>
  );
}

type ResultsProps = {
  draft: Draft;
  asked: ReturnType<typeof useQuotes>['asked'];
  bookingId: number | undefined;
  onAskAgain: () => void;
  onTake: (draft: Draft) => void;
};

function Results({ draft, asked, bookingId, onAskAgain, onTake }: ResultsProps) {
  const navigate = useNavigate();
  // What is on the screen already need not be read back.
  const isLive =
    asked.phase === 'asking' || (asked.phase === 'done' && asked.bookingId === bookingId);
  const stored = useQuery({
    ...bookingQuery(bookingId ?? 0),
    enabled: bookingId !== undefined && !isLive,
  });
  const member = useMember();
  const others = isLive || bookingId === draft.quoted?.bookingId ? undefined : stored.data;
  useEffect(() => {
    // Prices beside a form that nobody has filled in since: it is filled with what they are of.
    if (others?.quotes !== undefined && isUntouched(draft, member)) onTake(quotedDraft(others));
  }, [others, draft, member, onTake]);
  if (asked.phase === 'failed') {
    const isAboutFields = asked.error instanceof ApiError && asked.error.body.errors !== undefined;
    return (
      <Problem
        error={isAboutFields ? new Error('See what is marked in red.') : asked.error}
        title={isAboutFields ? 'Something is missing or can not be right' : 'No quotes'}
        onRetry={isAboutFields ? undefined : onAskAgain}
      />
    );
  }
  const choose = (carrier: string, tier: number | undefined): void => {
    const id = bookingId ?? asked.bookingId;
    if (id === undefined) return;
    void navigate({
      to: '/bookings/$id/book',
      params: { id: String(id) },
      search: {
        ...{ carrier, tier },
        order: draft.quoted?.bookingId === id ? draft.quoted.linkedOrderId : undefined,
      },
    });
  };
  const isStale =
    asked.phase !== 'asking' &&
    draft.quoted?.bookingId === bookingId &&
    draft.quoted?.request !== requestText(draft);
  if (isLive) {
    return (
      <QuoteList
        isAsking={asked.phase === 'asking'}
        carrierCount={asked.carrierCount}
        market={asked.market}
        bookingId={asked.bookingId}
        durationMs={asked.durationMs}
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
          Fill in the suburbs and at least one item, then ask. Every carrier answers, and each price
          can be opened to see how it came about.
        </Empty>
      </Panel>
    );
  }
  if (stored.error !== null) {
    return <Problem error={stored.error} onRetry={() => void stored.refetch()} />;
  }
  if (stored.data === undefined) return <Loading what="the prices" />;
  if (stored.data.quotes === undefined) return <AlreadyBooked id={bookingId} />;
  const market: Market = {
    offers: Object.entries(stored.data.quotes).map(([carrier, one]) => ({ carrier, quote: one })),
    errors: stored.data.quote_errors ?? [],
  };
  return (
    <Stack>
      {others === undefined ? null : (
        <PricesOf booking={others} onTake={() => onTake(quotedDraft(others))} />
      )}
      <QuoteList
        isAsking={false}
        carrierCount={0}
        market={market}
        bookingId={bookingId}
        isStale={isStale}
        onAskAgain={onAskAgain}
        onChoose={choose}
      />
    </Stack>
  );
}

/** The form beside them is about something else, which somebody has begun to fill in. */
function PricesOf({ booking, onTake }: { booking: Booking; onTake: () => void }) {
  const { id, sender, receiver, items } = booking;
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  return (
    <Alert color="ochre" role="status" title={`Prices of booking ${id}, not of the form`}>
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

/** As it was when the page was first opened, or as it was last asked for. */
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
        title={`Booking ${id} is made already`}
        action={
          <Group gap="xs">
            <ButtonLink to="/bookings/$id" params={{ id: String(id) }}>
              To the booking
            </ButtonLink>
            <ButtonLink to="/quote" search={{ again: id }} variant="default">
              Book again
            </ButtonLink>
          </Group>
        }
      >
        Its prices are no longer needed and not shown. To send the same once more, ask for new ones.
      </Empty>
    </Panel>
  );
}
