// /bookings/stream: the same quotes as POST /bookings, as each carrier answers.
// Tests: contract/quote-stream.
import { Type } from 'typebox';
import { collect, noteAnswers, storeBooking } from '../../application/bookings/create-booking.ts';
import type { Caller } from '../../application/caller.ts';
import type { App } from '../../application/ports.ts';
import { planQuote, type QuotePlan } from '../../application/quotes/plan-quote.ts';
import { quoteShipment } from '../../application/quotes/quote-shipment.ts';
import type { Quote, QuoteFailure } from '../../domain/quotes/quote.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../endpoint.ts';
import { type SseEvent, sendEvents } from '../sse.ts';
import { unquotable } from '../wire/booking.ts';
import { presentFailure, presentQuote } from '../wire/quote.ts';
import { parseQuoteRequest, StreamRequestBody } from '../wire/quote-request.ts';

export const stream = endpoint(
  {
    summary: 'Quotes as carriers answer',
    description:
      'Server-Sent Events: ready, then a quote or carrier_error for each carrier, then complete. Refusals come before the stream, as ordinary answers.',
    body: StreamRequestBody,
    readsBodyItself: true,
    isRepeated: true,
    showsRejected: true,
    refusals: { 422: unquotable },
    mediaTypes: ['text/event-stream'],
    reply: Type.String(),
  },
  async (app, { caller, body, reply }) => {
    const plan = planForStream(app, caller, body);
    try {
      await sendEvents(reply, (signal) => events(app, caller, plan, signal));
    } catch (error) {
      // The status is out already: all that is left to say is that complete never came.
      app.log.error({ err: error, requestId: reply.request.id }, 'a stream broke off');
    }
    // The events were the answer.
    return '';
  },
);

/** The stream's refusal also says what was wrong and which values did not come from the request. */
function planForStream(app: App, caller: Caller, body: unknown): QuotePlan {
  try {
    return planQuote(app, caller, parseQuoteRequest(body));
  } catch (error) {
    if (!(error instanceof Refusal) || !('issues' in error.data)) throw error;
    const rejected = { value: valueAt(body, error.data.issues[0]?.path ?? []) };
    throw new Refusal({ ...error.data, rejected });
  }
}

function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  let value = body;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string | number, unknown>)[name];
  }
  return value;
}

async function* events(
  app: App,
  caller: Caller,
  plan: QuotePlan,
  signal: AbortSignal,
): AsyncGenerator<SseEvent> {
  const quotes: Quote[] = [];
  const failures: QuoteFailure[] = [];
  for await (const batch of quoteShipment(app, plan, signal)) {
    for (const event of batch) {
      if (signal.aborted) return;
      collect(event, quotes, failures);
      switch (event.kind) {
        case 'ready':
          yield {
            event: 'ready',
            data: { carrierCount: event.carrierCount, cached: event.isCached },
          };
          break;
        case 'quote':
          yield {
            event: 'quote',
            data: {
              carrier: event.quote.carrier,
              latencyMs: event.latencyMs,
              quote: presentQuote(event.quote, plan.settings.module.carrierNames),
            },
          };
          break;
        case 'failure': {
          const { courier, ...failure } = presentFailure(event.failure);
          yield {
            event: 'carrier_error',
            data: { carrier: courier, latencyMs: event.latencyMs, ...failure },
          };
          break;
        }
        case 'complete': {
          noteAnswers(app, caller, { quotes, failures });
          const booking = await storeBooking(app, caller, plan, { quotes, failures });
          yield {
            event: 'complete',
            data: {
              cached: event.isCached,
              durationMs: event.durationMs,
              bookingId: caller.kind === 'anonymous' ? null : booking.id,
              quoted: quotes.length,
              failed: failures.length,
            },
          };
          break;
        }
      }
    }
  }
}
