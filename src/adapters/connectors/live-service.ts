// One connected account as a live carrier for each of its services. A carrier prices all its services in one answer, so a quote
// for three of them sends one request.
import type {
  CarrierAccountOf,
  CarrierScan,
  CheckMoment,
  Clock,
  ConnectedService,
  Connector,
  LiveCarrier,
  LiveQuestion,
  MergedCalls,
  ServiceOffers,
} from '../../application/ports.ts';
import { reachAbsence } from '../../domain/connectors/reach.ts';
import { inPortions, trackedNumbers } from '../../domain/connectors/tracked-numbers.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { PricePolicy } from '../../domain/rate-cards/carrier-terms.ts';
import { isoDate } from '../../domain/time/calendar.ts';
import {
  makePickupRule,
  type PickupCalendar,
  pickupDates,
  pickupMoment,
} from '../../domain/time/pickup.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { offsetMinutes, type Place } from '../../domain/time/time-zone.ts';
import { holidaysOfReceiver } from '../../domain/tracking/expected-day.ts';
import { type CarrierBookingParts, openCarrierBooking } from './carrier-booking.ts';
import type { CarrierConnection } from './carrier-connection.ts';
import { TrackingBatches } from './tracking-batches.ts';
import { type RoundMemory, trackInPortions } from './tracking-round.ts';

export type ServiceParts = CarrierBookingParts & {
  clock: Clock;
  pickups: PickupCalendar;
  asks: MergedCalls<ServiceOffers>;
  /** The service's mode in the carrier's files. */
  modeOf(stringId: string): string;
};

/** A price request needs a day on which the carrier could collect; this is the usual cut-off. */
const usualPickup = makePickupRule({
  cutoffMinute: 14 * 60,
  weekdays: [1, 2, 3, 4, 5],
  leadBusinessDays: 0,
  offerDays: 1,
  observesHolidays: true,
});

export function liveServices(
  connection: CarrierConnection,
  policy: PricePolicy,
  parts: ServiceParts,
): LiveCarrier[] {
  return connection.connector.services.map((service) =>
    liveService(connection, service, policy, parts),
  );
}

function liveService(
  connection: CarrierConnection,
  { stringId, isBookedByHand }: ConnectedService,
  policy: PricePolicy,
  parts: ServiceParts,
): LiveCarrier {
  const { connector } = connection;
  return {
    stringId,
    mode: parts.modeOf(stringId),
    policy: connector.quote === undefined ? 'card' : policy,
    ...(connector.quote === undefined
      ? {}
      : { quote: quoteOver(connection, connector.quote, stringId, parts) }),
    ...(!connection.takesBookings || isBookedByHand === true
      ? {}
      : {
          carrierBooking: openCarrierBooking(connection, stringId, parts),
          bookingNeeds: connector.bookingNeeds ?? {},
        }),
    ...(connector.track === undefined
      ? {}
      : { track: trackOver(connection, connector.track, stringId, parts) }),
    reportsProof: connector.reportsProof,
  };
}

/** A name for each shipment object. Within a quote, all services share the object. */
const names = new WeakMap<Shipment, string>();
let lastName = 0;

function nameOf(shipment: Shipment): string {
  let name = names.get(shipment);
  if (name === undefined) {
    lastName += 1;
    name = String(lastName);
    names.set(shipment, name);
  }
  return name;
}

function quoteOver(
  connection: CarrierConnection,
  quote: NonNullable<Connector['quote']>,
  stringId: string,
  parts: ServiceParts,
): NonNullable<LiveCarrier['quote']> {
  return async (shipment, signal) => {
    const absence = reachAbsence(connection.connector.reach, shipment);
    if (absence !== undefined) return { absence };
    const name = `${connection.connector.carrier} ${connection.owner ?? ''} ${nameOf(shipment)}`;
    const offers = await parts.asks.ask(name, signal, (stop) =>
      connection.converse(
        { operation: 'quote', reference: '', signal: stop },
        (_connector, account) => quote(account, questionOf(shipment, parts)),
      ),
    );
    return offers.get(stringId) ?? notOffered;
  };
}

const notOffered = {
  absence: {
    code: 'service_not_offered',
    serviceability: 'no_service',
    message: 'the carrier does not offer this service for the shipment',
  },
} as const;

/** A dozen carriers quote the same shipment at once, so the question is built only once. */
const questions = new WeakMap<Shipment, LiveQuestion>();

function questionOf(shipment: Shipment, parts: Timing): LiveQuestion {
  const before = questions.get(shipment);
  if (before?.nowMs === parts.clock.nowMs()) return before;
  const question = {
    shipment,
    ...momentAt(pickupPlace(shipment.sender), parts),
    receiverHolidays: holidaysOfReceiver(parts.pickups.holidays, shipment.receiver),
  };
  questions.set(shipment, question);
  return question;
}

type Timing = Pick<ServiceParts, 'clock' | 'pickups'>;

/** The local time at a place and the first day on which a carrier could collect there. */
export function momentAt(place: Place, { clock, pickups }: Timing): CheckMoment {
  const nowMs = clock.nowMs();
  const moment = pickupMoment(pickups, place, nowMs);
  const today = isoDate(moment.today);
  const clockText = (value: number): string => String(value).padStart(2, '0');
  return {
    nowMs,
    today,
    time: `${clockText(Math.floor(moment.minute / 60))}:${clockText(moment.minute % 60)}`,
    pickupDate: pickupDates(moment, usualPickup)[0] ?? today,
    offsetMinutes: offsetMinutes(moment.zone, nowMs),
  };
}

function accountOf({ connector, owner }: CarrierConnection): CarrierAccountOf {
  return { carrier: connector.carrier, memberId: owner };
}

type ConnectionTracking = { rounds: RoundMemory; batches: TrackingBatches | undefined };

/** One per connection, shared by its services. */
const trackings = new WeakMap<CarrierConnection, ConnectionTracking>();

function trackingOf(connection: CarrierConnection): ConnectionTracking {
  let tracking = trackings.get(connection);
  if (tracking === undefined) {
    tracking = { rounds: new Map(), batches: batchesOver(connection) };
    trackings.set(connection, tracking);
  }
  return tracking;
}

function batchesOver(connection: CarrierConnection): TrackingBatches | undefined {
  const { trackMany, trackBatch = 1 } = connection.connector;
  if (trackMany === undefined) return undefined;
  return new TrackingBatches(trackBatch, ({ numbers, ...asking }) =>
    connection.converse({ operation: 'track', ...asking }, (_connector, account) =>
      trackMany(account, numbers),
    ),
  );
}

function trackOver(
  connection: CarrierConnection,
  track: NonNullable<Connector['track']>,
  stringId: string,
  { sent, clock }: ServiceParts,
): NonNullable<LiveCarrier['track']> {
  return async (connote, signal): Promise<readonly CarrierScan[]> => {
    const { rounds, batches } = trackingOf(connection);
    const finding = sent.findByConnote(accountOf(connection), connote);
    const record = await (batches?.whilePreparing(finding) ?? finding);
    // A consignment booked by hand has no record, only the number that a person entered. Numbers of our own ranges are never
    // tracked with a carrier (begin-tracking.ts).
    const consignment = record ?? { reference: '', stringId, connote, carrierId: '', pieces: [] };
    const numbers = trackedNumbers(consignment, connection.connector);
    const portions = inPortions(numbers, connection.connector.trackBatch ?? numbers.length);
    const { reference, pieces } = consignment;
    return await trackInPortions({ memory: rounds, clock }, connote, portions, (some, ending) => {
      const signals = [signal, ending].filter((one) => one !== undefined);
      const asking = { reference, signal: AbortSignal.any(signals) };
      if (batches !== undefined)
        return batches.track({ ...asking, numbers: some.map((number) => ({ number, pieces })) });
      return connection.converse({ operation: 'track', ...asking }, (_connector, account) =>
        track(account, consignment, some),
      );
    });
  };
}
