// /bookings/stream: the same quotes as POST /bookings, as each carrier answers.
// Tests: contract/quote-stream.
import { Type } from 'typebox';
import { type BookingEvent, streamBooking } from '../../application/bookings/stream-booking.ts';
import { type Caller, settingsOf } from '../../application/caller.ts';
import type { App } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { unquotable } from '../bookings/booking.ts';
import { endpoint } from '../server/endpoint.ts';
import { type SseEvent, sendEvents } from '../server/sse.ts';
import { presentFailure, presentQuote } from './quote.ts';
import { parseQuoteRequest, StreamRequestBody } from './quote-request.ts';

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
    const events = beginStream(app, caller, body);
    const { carrierNames } = settingsOf(caller).module;
    try {
      await sendEvents(reply, events, (event) => presentEvent(event, carrierNames));
    } catch (error) {
      // The status is out already: all that is left to say is that complete never came.
      app.log.error({ err: error, requestId: reply.request.id }, 'a stream broke off');
    }
    // The events were the answer.
    return '';
  },
);

/** The stream's refusal also says what was wrong and which values did not come from the request. */
function beginStream(app: App, caller: Caller, body: unknown): ReturnType<typeof streamBooking> {
  try {
    return streamBooking(app, caller, parseQuoteRequest(body));
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
  // Without a body there is nothing to show.
  return value ?? null;
}

function presentEvent(event: BookingEvent, carrierNames: ReadonlyMap<string, string>): SseEvent {
  switch (event.kind) {
    case 'ready':
      return { event: 'ready', data: { carrierCount: event.carrierCount, cached: event.isCached } };
    case 'quote': {
      const { quote, latencyMs } = event;
      return {
        event: 'quote',
        data: { carrier: quote.carrier, latencyMs, quote: presentQuote(quote, carrierNames) },
      };
    }
    case 'failure': {
      const { courier, ...failure } = presentFailure(event.failure);
      return {
        event: 'carrier_error',
        data: { carrier: courier, latencyMs: event.latencyMs, ...failure },
      };
    }
    case 'complete':
      return {
        event: 'complete',
        data: {
          cached: event.isCached,
          durationMs: event.durationMs,
          bookingId: event.bookingId ?? null,
          quoted: event.quoted,
          failed: event.failed,
        },
      };
  }
}
