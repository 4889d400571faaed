// Quotes a booking while the caller watches: each answer is passed on as it arrives, and the booking is stored when
// the last one is in. If the caller disconnects before, nothing is stored.
//
// A page lets a person choose before the slowest carrier has answered. For it the booking is stored with the first
// prices and again with later ones, and `stored` follows the prices that it covers. If the process dies or the person
// leaves, the booking keeps the prices so far, and each can be booked.
import type { Booking, BookingId } from '../../domain/bookings/booking.ts';
import {
  countWithoutQuote,
  type Market,
  type Quote,
  type QuoteEvent,
  type QuoteFailure,
} from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { arrivalDay } from '../quotes/arrival-day.ts';
import { collect, noteAnswers } from '../quotes/collect-market.ts';
import { notAwaited } from '../quotes/live-carriers.ts';
import { planQuote, type QuotePlan } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { quoteShipment } from '../quotes/quote-shipment.ts';
import { storeBooking } from './create-booking.ts';

type Complete = Extract<QuoteEvent, { kind: 'complete' }>;

type Quoted = Extract<QuoteEvent, { kind: 'quote' }>;

export type BookingEvent =
  | Exclude<QuoteEvent, Complete | Quoted>
  /** A person also sees the day of arrival after the first pickup day. */
  | (Quoted & { arrivalDate?: string | undefined })
  /** The booking holds every price sent so far. */
  | { kind: 'stored'; bookingId: BookingId }
  | (Complete & {
      /** Undefined for an anonymous booking, which can't be read back. */
      bookingId: BookingId | undefined;
      quoted: number;
      failed: number;
    });

/**
 * Refuses an invalid request at once. Carriers are asked only when the events are read. For a person, the refusal names
 * every wrong field, and the prices so far can be booked while carriers are still asked.
 */
export function streamBooking(
  app: App,
  caller: Caller,
  request: QuoteRequest,
  { isForPerson }: { isForPerson: boolean },
): (signal: AbortSignal) => AsyncGenerator<BookingEvent> {
  const plan = planQuote(app, caller, request, { showsAllAtOnce: isForPerson });
  return (signal) => events({ app, caller, plan, signal, isForPerson });
}

type Streaming = {
  app: App;
  caller: Caller;
  plan: QuotePlan;
  signal: AbortSignal;
  isForPerson: boolean;
};

async function* events(streaming: Streaming): AsyncGenerator<BookingEvent> {
  const { app, caller, plan, signal, isForPerson } = streaming;
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  let awaited: readonly string[] = [];
  let booking: Booking | undefined;
  for await (const batch of quoteShipment(app, plan, signal)) {
    for (const event of batch) {
      if (signal.aborted) return;
      if (event.kind !== 'complete') {
        if (event.kind === 'ready') awaited = event.awaited;
        collect(event, quotes, failures);
        yield isForPerson && event.kind === 'quote' ? withArrival(app, plan, event) : event;
        continue;
      }
      const market = { quotes, failures };
      noteAnswers(app, caller, market);
      booking = await keep(streaming, booking, market);
      // Changed or booked meanwhile: these prices are no longer the booking's.
      if (booking === undefined) return;
      const bookingId = caller.kind === 'anonymous' ? undefined : booking.id;
      yield { ...event, bookingId, quoted: quotes.length, failed: countWithoutQuote(market) };
      return;
    }
    const hasPrice = batch.some(({ kind }) => kind === 'quote');
    const silent = hasPrice && isForPerson ? stillAsked(awaited, { quotes, failures }) : [];
    if (silent.length === 0) continue;
    booking = await keep(streaming, booking, {
      quotes: [...quotes],
      failures: [...failures, ...silent],
    });
    if (booking === undefined) return;
    yield { kind: 'stored', bookingId: booking.id };
  }
}

function withArrival(app: App, { details }: QuotePlan, event: Quoted): BookingEvent {
  const { transit, pickupDates } = event.quote;
  return { ...event, arrivalDate: arrivalDay(app, details.receiver, transit, pickupDates[0]) };
}

/** Undefined if the stored booking has been changed, booked or deleted since. */
async function keep(
  { app, caller, plan }: Streaming,
  stored: Booking | undefined,
  market: Market,
): Promise<Booking | undefined> {
  if (stored === undefined) return await storeBooking(app, caller, plan, market);
  const whole = { ...stored, ...market };
  const isKept = await app.store.bookings.replace(whole, stored.version);
  return isKept ? { ...whole, version: stored.version + 1 } : undefined;
}

/** If the person does not wait for these carriers, the booking says why it has no price of theirs. */
function stillAsked(awaited: readonly string[], { quotes, failures }: Market): QuoteFailure[] {
  const answered = new Set([...quotes, ...failures].map(({ carrier }) => carrier));
  return awaited.filter((carrier) => !answered.has(carrier)).map(notAwaited);
}
