// What anybody may see of a shipment: with its consignment note how far it is, and with the receiver's postcode as well
// where it was and when. Consignment notes can be guessed, so without the postcode nothing but the stage is told; and
// postcodes can be guessed too, so there are few attempts at a shipment and few from an address.

import { longestConnote } from '../../domain/bookings/connote.ts';
import type { Address } from '../../domain/places/address.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import type { ShipmentReport } from '../../domain/tracking/shipment-report.ts';
import type { App, KnownShipment, Slot } from '../ports.ts';
import { carrierNameOf, placeWords } from './shipment-words.ts';
import { reportShipment } from './track-shipment.ts';

export type PublicTracking =
  | { kind: 'not_found' }
  /** `problem`: why the details are not shown although a postcode was given. */
  | { kind: 'stage'; connote: string; stage: PublicStage; problem: PostcodeProblem | undefined }
  /** Several carriers use this number: only a postcode can tell which is meant. */
  | { kind: 'ambiguous'; problem: PostcodeProblem | undefined }
  | { kind: 'details'; connote: string; report: ShipmentReport; details: ShipmentDetails };

/** All that somebody learns who knows nothing but a number. */
export type PublicStage = Pick<
  ShipmentReport,
  'state' | 'statusPhrase' | 'headline' | 'stepReached'
>;

export type PostcodeProblem = 'wrong' | 'too_many_attempts';

export type ShipmentDetails = {
  carrierName: string;
  isDemo: boolean;
  pieces: number;
  senderName: string;
  from: string;
  to: string;
};

export type PublicQuestion = {
  connote: string;
  /** "" when none was given. */
  postcode: string;
  /** Who asks, as limits count: an address or a network. */
  client: string;
};

const attemptWindowMs = hourMs;
/** Wrong postcodes for one shipment, from anywhere, and from one address for any shipment. */
const mostAttempts = 10;
/** Longer than any look waits; frees the slots of a process that died meanwhile. */
const lookLeaseMs = 60_000;

export async function trackPublicly(app: App, question: PublicQuestion): Promise<PublicTracking> {
  const key = connoteKey(question.connote.slice(0, longestConnote));
  const shipments = key === '' ? [] : await app.store.shipments.listByConnote(key);
  const [only] = shipments;
  if (only === undefined) return { kind: 'not_found' };
  const proven = await proveReceiver(app, shipments, key, question);
  if (typeof proven === 'object') {
    const { connote } = proven.shipment;
    const { report } = await reportShipment(app, proven.shipment);
    return { kind: 'details', connote, report, details: detailsOf(app, proven) };
  }
  if (shipments.length > 1) return { kind: 'ambiguous', problem: proven };
  const { state, statusPhrase, headline, stepReached } = (await reportShipment(app, only)).report;
  const stage = { state, statusPhrase, headline, stepReached };
  return { kind: 'stage', connote: only.connote, stage, problem: proven };
}

type Proven = { shipment: KnownShipment; sender: Address; receiver: Address };

/** The shipment that the postcode belongs to; a problem when it belongs to none; undefined when none was given. */
async function proveReceiver(
  app: App,
  shipments: readonly KnownShipment[],
  key: string,
  { postcode, client }: PublicQuestion,
): Promise<Proven | PostcodeProblem | undefined> {
  if (postcode.trim() === '') return undefined;
  const slots: Slot[] = [];
  const guessed = [`shipment:${key}`, `client:${client}`];
  try {
    for (const name of guessed) {
      const slot = await enterAttempt(app, name);
      if (slot === undefined) return 'too_many_attempts';
      slots.push(slot);
    }
    const proven = await findReceiver(app, shipments, postcode);
    if (proven !== undefined) return proven;
    // Before the slots are free again, so that nobody sees neither.
    for (const name of guessed)
      await app.counters.count(wrongOnes(name), attemptWindowMs, app.clock.nowMs());
    return 'wrong';
  } finally {
    for (const slot of slots) await app.counters.leave(slot);
  }
}

const wrongOnes = (name: string): string => `track-wrong:${name}`;

/**
 * A place for one more attempt, or undefined. Whether it was wrong is known, and counted, only when it is over; so those under
 * way take slots among what is left of the ten: however many are sent together, no more are compared. A right one counts
 * for nothing once it is over.
 */
async function enterAttempt(app: App, name: string): Promise<Slot | undefined> {
  const nowMs = app.clock.nowMs();
  const countWrong = async () => (await app.counters.read(wrongOnes(name), nowMs))?.count ?? 0;
  let wrong = await countWrong();
  while (wrong < mostAttempts) {
    const limit = mostAttempts - wrong;
    const key = `track-under-way:${name}`;
    const place = await app.counters.enter({ key, limit, leaseMs: lookLeaseMs, nowMs });
    if (place === undefined) return undefined;
    const before = wrong;
    wrong = await countWrong();
    if (wrong <= before) return place;
    // Some were counted between reading and entering: there was less left than we thought.
    await app.counters.leave(place);
  }
  return undefined;
}

async function findReceiver(
  app: App,
  shipments: readonly KnownShipment[],
  postcode: string,
): Promise<Proven | undefined> {
  for (const shipment of shipments) {
    const booking = await app.store.bookings.find(shipment.bookingId, shipment.memberId);
    if (booking !== undefined && isOfReceiver(booking.receiver, postcode)) {
      return { shipment, sender: booking.sender, receiver: booking.receiver };
    }
  }
  return undefined;
}

/** Where there are no postcodes the town is asked for. */
function isOfReceiver({ postcode, suburb }: Address, said: string): boolean {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s-]+/g, '');
  return plain(said) === plain(postcode === '' ? suburb : postcode);
}

function detailsOf(app: App, { shipment, sender, receiver }: Proven): ShipmentDetails {
  return {
    carrierName: carrierNameOf(app, shipment.carrier),
    isDemo: shipment.isDemo,
    pieces: shipment.pieces,
    senderName: sender.companyName,
    from: placeWords(sender),
    to: placeWords(receiver),
  };
}
