// One connected account as the service sees it: a live carrier for each of its services. A carrier prices all of its
// services in one answer, so a quote that asks for three of them asks once.
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
import type { CarrierLine } from './carrier-line.ts';
import { TrackingGather } from './tracking-gather.ts';
import { type RoundMemory, trackInPortions } from './tracking-round.ts';

export type ServiceParts = CarrierBookingParts & {
  clock: Clock;
  pickups: PickupCalendar;
  asks: MergedCalls<ServiceOffers>;
  /** How the carrier's files call the service's kind. */
  modeOf(stringId: string): string;
};

/** The usual cut-off: a carrier that is asked for a price must be asked about a day on which it could collect. */
const usualPickup = makePickupRule({
  cutoffMinute: 14 * 60,
  weekdays: [1, 2, 3, 4, 5],
  leadBusinessDays: 0,
  offerDays: 1,
  observesHolidays: true,
});

export function liveServices(
  line: CarrierLine,
  policy: PricePolicy,
  parts: ServiceParts,
): LiveCarrier[] {
  return line.connector.services.map((service) => liveService(line, service, policy, parts));
}

function liveService(
  line: CarrierLine,
  { stringId, isBookedByHand }: ConnectedService,
  policy: PricePolicy,
  parts: ServiceParts,
): LiveCarrier {
  const { connector } = line;
  return {
    stringId,
    mode: parts.modeOf(stringId),
    policy: connector.quote === undefined ? 'card' : policy,
    ...(connector.quote === undefined
      ? {}
      : { quote: quoteOver(line, connector.quote, stringId, parts) }),
    ...(connector.book === undefined || isBookedByHand === true
      ? {}
      : {
          carrierBooking: openCarrierBooking(line, stringId, parts),
          bookingNeeds: connector.bookingNeeds ?? {},
        }),
    ...(connector.track === undefined
      ? {}
      : { track: trackOver(line, connector.track, stringId, parts) }),
  };
}

/** The same shipment has the same name, as long as it is the very same object: that is how a quote asks. */
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
  line: CarrierLine,
  quote: NonNullable<Connector['quote']>,
  stringId: string,
  parts: ServiceParts,
): NonNullable<LiveCarrier['quote']> {
  return async (shipment, signal) => {
    const absence = reachAbsence(line.connector.reach, shipment);
    if (absence !== undefined) return { absence };
    const name = `${line.connector.carrier} ${line.owner ?? ''} ${nameOf(shipment)}`;
    const offers = await parts.asks.ask(name, signal, (stop) =>
      line.hold({ operation: 'quote', reference: '', signal: stop }, (_connector, account) =>
        quote(account, questionOf(shipment, parts)),
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

/** A dozen carriers are asked about the same shipment within the same moment: it is put once. */
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

/** What the clocks say at a place, and when a carrier could first collect there. */
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

/** Which account a line is held with. */
function accountOf({ connector, owner }: CarrierLine): CarrierAccountOf {
  return { carrier: connector.carrier, memberId: owner };
}

type LineTracking = { rounds: RoundMemory; gather: TrackingGather | undefined };

/** Kept with the line, which outlives the services that are made of it and is shared by them. */
const trackings = new WeakMap<CarrierLine, LineTracking>();

function trackingOf(line: CarrierLine): LineTracking {
  let tracking = trackings.get(line);
  if (tracking === undefined) {
    tracking = { rounds: new Map(), gather: gatherOver(line) };
    trackings.set(line, tracking);
  }
  return tracking;
}

function gatherOver(line: CarrierLine): TrackingGather | undefined {
  const { trackMany, tracksTogether = 1 } = line.connector;
  if (trackMany === undefined) return undefined;
  return new TrackingGather(tracksTogether, ({ numbers, ...asking }) =>
    line.hold({ operation: 'track', ...asking }, (_connector, account) =>
      trackMany(account, numbers),
    ),
  );
}

function trackOver(
  line: CarrierLine,
  track: NonNullable<Connector['track']>,
  stringId: string,
  { sent, clock }: ServiceParts,
): NonNullable<LiveCarrier['track']> {
  return async (connote, signal): Promise<readonly CarrierScan[]> => {
    const { rounds, gather } = trackingOf(line);
    const finding = sent.findByConnote(accountOf(line), connote);
    const record = await (gather?.whileComing(finding) ?? finding);
    // A consignment that a person booked has no record: the number that was entered is all there is to ask by. Numbers of our
    // own ranges do not come here (begin-tracking.ts).
    const consignment = record ?? { reference: '', stringId, connote, carrierId: '', pieces: [] };
    const numbers = trackedNumbers(consignment, line.connector);
    const portions = inPortions(numbers, line.connector.tracksTogether ?? numbers.length);
    const { reference, pieces } = consignment;
    return await trackInPortions({ memory: rounds, clock }, connote, portions, (some, ending) => {
      const signals = [signal, ending].filter((one) => one !== undefined);
      const asking = { reference, signal: AbortSignal.any(signals) };
      if (gather !== undefined)
        return gather.track({ ...asking, numbers: some.map((number) => ({ number, pieces })) });
      return line.hold({ operation: 'track', ...asking }, (_connector, account) =>
        track(account, consignment, some),
      );
    });
  };
}
