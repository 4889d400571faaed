// /bookings/stream: the same quotes as POST /bookings, as each carrier answers.
// Tests: contract/quote-stream.
import { streamBooking } from '../../application/bookings/stream-booking.ts';
import { type Caller, settingsOf } from '../../application/caller.ts';
import type { App } from '../../application/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { unquotable } from '../bookings/booking.ts';
import { endpoint } from '../server/endpoint.ts';
import { sendEvents } from '../server/sse.ts';
import { parseQuoteRequest, StreamRequestBody } from './quote-request.ts';
import { presentEvent, QuoteStreamReply, quoteStreamExample } from './quote-stream.ts';

export const stream = endpoint(
  {
    summary: 'Stream quotes as carriers answer',
    description:
      'Server-Sent Events: ready, then a quote or carrier_error for each carrier, then complete. Errors found before the stream starts are ordinary error responses.',
    body: StreamRequestBody,
    readsBodyItself: true,
    isRepeated: true,
    showsRejected: true,
    refusals: { 422: unquotable },
    mediaTypes: ['text/event-stream'],
    reply: QuoteStreamReply,
    example: quoteStreamExample,
  },
  async (app, { caller, generation, body, reply }) => {
    const events = beginStream(app, caller, body, { isForPerson: generation.isForPeople });
    const { carrierNames } = settingsOf(caller).module;
    try {
      await sendEvents(reply, events, (event) => presentEvent(event, carrierNames));
    } catch (error) {
      // The status has been sent, so a missing `complete` is the only sign of the error.
      app.log.error({ err: error, requestId: reply.request.id }, 'a stream broke off');
    }
    // The events were the response.
    return '';
  },
);

/** Refusals of the stream carry the rejected and the replaced values too. */
function beginStream(
  app: App,
  caller: Caller,
  body: unknown,
  options: Parameters<typeof streamBooking>[3],
): ReturnType<typeof streamBooking> {
  try {
    return streamBooking(app, caller, parseQuoteRequest(body), options);
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
  // A missing body has no value to show.
  return value ?? null;
}
