// The quote page: the shipment on one side, every carrier's price on the other. The form is kept while it is typed, and
// the request is in the address, so that a reload or the back button shows it again.
import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { bookingQuery } from '../../api/bookings.ts';
import { ApiError } from '../../api/client.ts';
import { isToBeBooked, linkOrder, orderQuery } from '../../api/orders.ts';
import { useMember } from '../../api/session.ts';
import type { Booking } from '../../api/wire.ts';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Icon } from '../../parts/icon.tsx';
import { showUndo } from '../../parts/notices.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import {
  blankDraft,
  type Draft,
  type DraftItem,
  draftFromBooking,
  draftFromOrder,
  draftOfReturn,
  keepDraft,
  loadDraft,
  requestOf,
  requestText,
} from './draft.ts';
import { ItemLines } from './item-lines.tsx';
import { OrderNote } from './order-note.tsx';
import { PlacePart } from './place-part.tsx';
import classes from './quote.module.css';
import { Results } from './results.tsx';
import { useResultsInSight } from './results-in-sight.ts';
import { TermsPart } from './terms-part.tsx';
import { useQuotes } from './use-quotes.ts';

export function QuotePage() {
  return (
    <RoleGate needs="booker">
      <Quote />
    </RoleGate>
  );
}

function Quote() {
  const member = useMember();
  const [draft, setDraft] = useState(() => loadDraft(member));
  const [fillings, setFillings] = useState(0);
  const [isSenderUnsettled, setSenderUnsettled] = useState(false);
  const [isReceiverUnsettled, setReceiverUnsettled] = useState(false);
  const { booking: bookingId, again, back, order } = useSearch({ from: '/members/quote' });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { asked, ask, forget } = useQuotes();
  const form = useRef<HTMLFormElement>(null);
  const results = useRef<HTMLDivElement>(null);
  useFirstMistake(form, asked.error);
  useResultsInSight(results, asked.phase === 'asking');
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const changeItems = useCallback(
    (next: (items: DraftItem[]) => DraftItem[]): void =>
      setDraft((before) => ({ ...before, items: next(before.items) })),
    [],
  );
  const { id: memberId } = member;
  useEffect(() => keepDraft({ id: memberId }, draft), [memberId, draft]);
  // Also clears unmatched text in the suburb boxes.
  const fill = useCallback((next: Draft | ((before: Draft) => Draft)): void => {
    setDraft(next);
    setFillings((before) => before + 1);
  }, []);
  useEarlierBooking(again, draftFromBooking, fill);
  useEarlierBooking(back, draftOfReturn, fill);
  useLinkedOrder(order, fill);
  const forgetOrder = useCallback(
    () => setDraft(({ orderId: _order, ...rest }: Draft): Draft => rest),
    [],
  );

  const quote = async (): Promise<void> => {
    const request = requestText(draft);
    const { orderId } = draft;
    await ask(requestOf(draft), async (id, signal) => {
      const isLinked = orderId !== undefined && (await linkToOrder(queries, orderId, id));
      // The person has left or asked again.
      if (signal.aborted) return;
      // Keeps the scroll position: it is the same page under a new address.
      await navigate({
        to: '/quote',
        search: { booking: id },
        replace: bookingId === undefined,
        resetScroll: false,
      });
      // Only now, because until the address changes it names other prices.
      change({
        quoted: { bookingId: id, request, ...(isLinked ? { linkedOrderId: orderId } : {}) },
      });
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void quote();
  };
  const clearForm = async (): Promise<void> => {
    forget();
    // Navigate first: otherwise the booking in the address would fill the empty form.
    await navigate({ to: '/quote', search: {} });
    fill(blankDraft(member));
    showUndo({
      id: 'quote form cleared',
      message: 'The form was cleared.',
      onUndo: () => {
        // For a person who has opened another page meanwhile.
        keepDraft({ id: memberId }, draft);
        fill(draft);
        void navigate({ to: '/quote', search: { booking: bookingId } });
      },
    });
  };
  const refusal = asked.error instanceof ApiError ? asked.error : undefined;
  return (
    <Page
      title="Quote"
      about="Compare every carrier in one go."
      actions={
        <Button variant="default" size="sm" onClick={() => void clearForm()}>
          Clear form
        </Button>
      }
    >
      {draft.orderId === undefined ? null : <OrderNote id={draft.orderId} onForget={forgetOrder} />}
      <div className={classes.columns}>
        <form ref={form} onSubmit={submit} noValidate className={classes.form}>
          <Stack gap="md">
            <Panel>
              <div key={fillings} className={classes.places}>
                <PlacePart
                  side="sender"
                  place={draft.sender}
                  refusal={refusal}
                  onChange={(sender) => change({ sender })}
                  onUnsettled={setSenderUnsettled}
                />
                <PlacePart
                  side="receiver"
                  place={draft.receiver}
                  refusal={refusal}
                  onChange={(receiver) => change({ receiver })}
                  onUnsettled={setReceiverUnsettled}
                />
              </div>
            </Panel>
            <Panel title="Items">
              <ItemLines items={draft.items} refusal={refusal} onChange={changeItems} />
            </Panel>
            <TermsPart draft={draft} refusal={refusal} onChange={change} />
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
            isUnsettled={isSenderUnsettled || isReceiverUnsettled}
            // Submits the form, which waits for a suburb that is still being looked up.
            onAskAgain={() => form.current?.requestSubmit()}
            onTake={fill}
          />
        </section>
      </div>
    </Page>
  );
}

/**
 * Returns whether the booking was linked to the order; false if the order has been booked meanwhile. The prices stay
 * either way.
 */
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
        `Booking ${underWay} of this order is still being confirmed. Check it before you book again.`,
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

/** Fills the form once from a booking to repeat. */
function useEarlierBooking(
  id: number | undefined,
  draftFrom: (booking: Booking) => Draft,
  onTake: (draft: Draft) => void,
): void {
  const navigate = useNavigate();
  const { data, isFetching } = useQuery({
    ...bookingQuery(id ?? 0),
    enabled: id !== undefined,
  });
  useEffect(() => {
    // The cached reply to booking it is less complete than the booking being fetched.
    if (id === undefined || data === undefined || isFetching) return;
    onTake(draftFrom(data));
    void navigate({ to: '/quote', search: {}, replace: true });
  }, [id, data, isFetching, draftFrom, onTake, navigate]);
}

/** Fills the form from an order, except the sender. */
function useLinkedOrder(
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
