// Quotes a booking while the caller watches: each answer is passed on as it arrives, and the booking is stored when
// the last one is in. If the caller disconnects before, nothing is stored.
import type { BookingId } from '../../domain/bookings/booking.ts';
import {
  countWithoutQuote,
  type Quote,
  type QuoteEvent,
  type QuoteFailure,
} from '../../domain/quotes/quote.ts';
import type { Caller } from '../caller.ts';
import type { App } from '../ports.ts';
import { collect, noteAnswers } from '../quotes/collect-market.ts';
import { planQuote, type QuotePlan } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { quoteShipment } from '../quotes/quote-shipment.ts';
import { storeBooking } from './create-booking.ts';

type Complete = Extract<QuoteEvent, { kind: 'complete' }>;

export type BookingEvent =
  | Exclude<QuoteEvent, Complete>
  | (Complete & {
      /** Undefined for an anonymous booking, which can't be read back. */
      bookingId: BookingId | undefined;
      quoted: number;
      failed: number;
    });

/** Refuses an invalid request at once. Carriers are asked only when the events are read. */
export function streamBooking(
  app: App,
  caller: Caller,
  request: QuoteRequest,
): (signal: AbortSignal) => AsyncGenerator<BookingEvent> {
  const plan = planQuote(app, caller, request);
  return (signal) => events(app, caller, plan, signal);
}

async function* events(
  app: App,
  caller: Caller,
  plan: QuotePlan,
  signal: AbortSignal,
): AsyncGenerator<BookingEvent> {
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for await (const batch of quoteShipment(app, plan, signal)) {
    for (const event of batch) {
      if (signal.aborted) return;
      if (event.kind !== 'complete') {
        collect(event, quotes, failures);
        yield event;
        continue;
      }
      const market = { quotes, failures };
      noteAnswers(app, caller, market);
      const { id } = await storeBooking(app, caller, plan, market);
      const bookingId = caller.kind === 'anonymous' ? undefined : id;
      yield { ...event, bookingId, quoted: quotes.length, failed: countWithoutQuote(market) };
    }
  }
}
