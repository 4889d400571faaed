// The events of /bookings/stream. OpenAPI 3.1 cannot describe a stream, so the text is described as a list of events.
import { type Static, Type } from 'typebox';
import type { BookingEvent } from '../../application/bookings/stream-booking.ts';
import { type CarrierNames, presentFailure } from '../../wording/quotes.ts';
import type { SseEvent } from '../server/sse.ts';
import { orNull } from '../server/values.ts';
import { presentMembersQuote, QuoteErrorReply, QuoteReply } from './quote.ts';

const latencyMs = Type.Number({ description: 'Time until the carrier answered' });

const ReadyData = Type.Object(
  { carrierCount: Type.Integer(), cached: Type.Boolean() },
  { $id: 'StreamReady' },
);

const QuoteData = Type.Object(
  { carrier: Type.String({ description: 'string_id' }), latencyMs, quote: QuoteReply },
  { $id: 'StreamQuote' },
);

const { courier: _courier, ...failure } = QuoteErrorReply.properties;
const CarrierErrorData = Type.Object(
  { carrier: Type.String({ description: 'string_id' }), latencyMs, ...failure },
  { $id: 'StreamCarrierError' },
);

const CompleteData = Type.Object(
  {
    cached: Type.Boolean(),
    durationMs: Type.Number(),
    bookingId: orNull(Type.Integer(), {
      description: 'The booking that was stored; null without a key',
    }),
    quoted: Type.Integer({ description: 'Number of carriers that quoted' }),
    failed: Type.Integer({ description: 'Number of carriers without a quote' }),
  },
  { $id: 'StreamComplete' },
);

const eventShapes = {
  ready: ReadyData,
  quote: QuoteData,
  carrier_error: CarrierErrorData,
  complete: CompleteData,
};

export const QuoteStreamReply = Type.String({
  contentMediaType: 'text/event-stream',
  contentSchema: Type.Array(
    Type.Union(
      Object.entries(eventShapes).map(([event, data]) =>
        Type.Object({ event: Type.Literal(event), data }),
      ),
    ),
  ),
  description:
    'Each event has a name and JSON as its data: ready first, a quote or carrier_error for each carrier as it answers, then complete. An estimate follows the carrier_error of its carrier.',
});

export const quoteStreamExample = `event: ready
data: {"carrierCount":2,"cached":false}

event: quote
data: {"carrier":"toll","latencyMs":4,"quote":{"total":14.3,"price_insurance_ex":14.3,"fee":0,"applied_gst":1.3,"insured_amount":100,"service":"road","transit_time":"1 to 2 business days","pickup_dates":["2026-11-18"],"pickup_time":{"from":"09:00","to":"17:00"},"rate_card_code":"toll-2026"}}

event: carrier_error
data: {"carrier":"zoom2u","latencyMs":3,"code":"route_not_served","serviceability":"no_route","retryable":false,"message":"The carrier does not deliver to this suburb."}

event: complete
data: {"cached":false,"durationMs":6,"bookingId":623634,"quoted":1,"failed":1}

`;

/** Only the members area gets `stored` and the day of arrival, which v5 does not have. */
export function presentEvent(event: BookingEvent, carrierNames: CarrierNames): SseEvent {
  switch (event.kind) {
    case 'ready': {
      const data: Static<typeof ReadyData> = {
        carrierCount: event.carrierCount,
        cached: event.isCached,
      };
      return { event: 'ready', data };
    }
    case 'quote': {
      const { quote, latencyMs } = event;
      const data: Static<typeof QuoteData> = {
        carrier: quote.carrier,
        latencyMs,
        quote: presentMembersQuote(quote, event.arrivalDate, carrierNames),
      };
      return { event: 'quote', data };
    }
    case 'failure': {
      const { courier, ...failure } = presentFailure(event.failure);
      const data: Static<typeof CarrierErrorData> = {
        carrier: courier,
        latencyMs: event.latencyMs,
        ...failure,
      };
      return { event: 'carrier_error', data };
    }
    case 'stored':
      return { event: 'stored', data: { bookingId: event.bookingId } };
    case 'complete': {
      const data: Static<typeof CompleteData> = {
        cached: event.isCached,
        durationMs: event.durationMs,
        bookingId: event.bookingId ?? null,
        quoted: event.quoted,
        failed: event.failed,
      };
      return { event: 'complete', data };
    }
  }
}
