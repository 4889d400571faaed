// Public tracking: the stage for a connote, and places and times only with the receiver's postcode as well. Both can be
// guessed, so wrong postcodes are limited per shipment and per address.

import { longestConnote } from '../../domain/bookings/connote.ts';
import type { Address } from '../../domain/places/address.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { type Zone, zoneOf } from '../../domain/time/time-zone.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import type { ShipmentReport } from '../../domain/tracking/shipment-report.ts';
import type { App, KnownBranding, KnownShipment, Slot } from '../ports.ts';
import { carrierNameOf, placeWords } from './shipment-words.ts';
import { reportShipment } from './track-shipment.ts';

export type PublicTracking =
  | { kind: 'not_found' }
  /** `problem`: the reason the details are hidden despite a postcode. */
  | { kind: 'stage'; connote: string; stage: PublicStage; problem: PostcodeProblem | undefined }
  /** Several carriers use this connote; only a postcode can identify the shipment. */
  | { kind: 'ambiguous'; problem: PostcodeProblem | undefined }
  | {
      kind: 'details';
      connote: string;
      report: ShipmentReport;
      details: ShipmentDetails;
      /** Undefined for a demo: anyone can book one for free. */
      branding: KnownBranding | undefined;
      signature: Signature | undefined;
    };

/** Of the proof of delivery; its picture is for the sender only. */
export type Signature = { by: string; atMs: number | undefined; zone: Zone };

/** Everything that a connote alone reveals. */
export type PublicStage = Pick<ShipmentReport, 'state' | 'situation' | 'stepReached'>;

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
  /** "" when missing. */
  postcode: string;
  /** The client as limits count it: an address or a network. */
  client: string;
};

const attemptWindowMs = hourMs;
/** Wrong postcodes for one shipment from anywhere, and from one address for any shipment. */
const mostAttempts = 10;
/** Longer than any lookup; frees the slots of a process that died. */
const lookLeaseMs = 60_000;

export async function trackPublicly(app: App, question: PublicQuestion): Promise<PublicTracking> {
  const key = connoteKey(question.connote.slice(0, longestConnote));
  const shipments = key === '' ? [] : await app.store.shipments.listByConnote(key);
  const [only] = shipments;
  if (only === undefined) return { kind: 'not_found' };
  const proven = await verifyPostcode(app, shipments, key, question);
  if (typeof proven === 'object') {
    const { connote } = proven.shipment;
    const { report } = await reportShipment(app, proven.shipment);
    const { isDemo, memberId } = proven.shipment;
    const branding = isDemo ? undefined : await app.store.brandings.find(memberId);
    const signature = await signatureOf(app, proven);
    const details = detailsOf(app, proven);
    return { kind: 'details', connote, report, details, signature, branding };
  }
  if (shipments.length > 1) return { kind: 'ambiguous', problem: proven };
  const { state, situation, stepReached } = (await reportShipment(app, only)).report;
  const stage = { state, situation, stepReached };
  return { kind: 'stage', connote: only.connote, stage, problem: proven };
}

async function signatureOf(
  app: App,
  { shipment, receiver }: VerifiedShipment,
): Promise<Signature | undefined> {
  const proof = await app.store.deliveryProofs.find(shipment.bookingId);
  if (proof === undefined || proof.signedBy === '') return undefined;
  return { by: proof.signedBy, atMs: proof.signedAtMs, zone: zoneOf(pickupPlace(receiver)) };
}

type VerifiedShipment = { shipment: KnownShipment; sender: Address; receiver: Address };

/** The shipment that matches the postcode; a problem when none does; undefined without a postcode. */
async function verifyPostcode(
  app: App,
  shipments: readonly KnownShipment[],
  key: string,
  { postcode, client }: PublicQuestion,
): Promise<VerifiedShipment | PostcodeProblem | undefined> {
  if (postcode.trim() === '') return undefined;
  const slots: Slot[] = [];
  const guessed = [`shipment:${key}`, `client:${client}`];
  try {
    for (const name of guessed) {
      const slot = await reserveAttempt(app, name);
      if (slot === undefined) return 'too_many_attempts';
      slots.push(slot);
    }
    const proven = await findReceiver(app, shipments, postcode);
    if (proven !== undefined) return proven;
    // Count before the slots are freed, so that a guess is always visible to others.
    for (const name of guessed)
      await app.counters.count(wrongKey(name), attemptWindowMs, app.clock.nowMs());
    return 'wrong';
  } finally {
    for (const slot of slots) await app.counters.leave(slot);
  }
}

const wrongKey = (name: string): string => `track-wrong:${name}`;

/**
 * Reserves a slot for one more attempt, or undefined at the limit. A guess is counted only after it is found wrong, so
 * attempts in progress take slots from the remaining ten: parallel requests get no extra guesses. A right postcode is
 * not counted.
 */
async function reserveAttempt(app: App, name: string): Promise<Slot | undefined> {
  const nowMs = app.clock.nowMs();
  const countWrong = async () => (await app.counters.read(wrongKey(name), nowMs))?.count ?? 0;
  let wrong = await countWrong();
  while (wrong < mostAttempts) {
    const limit = mostAttempts - wrong;
    const key = `track-under-way:${name}`;
    const place = await app.counters.enter({ key, limit, leaseMs: lookLeaseMs, nowMs });
    if (place === undefined) return undefined;
    const before = wrong;
    wrong = await countWrong();
    if (wrong <= before) return place;
    // Other guesses were counted between reading and entering.
    await app.counters.leave(place);
  }
  return undefined;
}

async function findReceiver(
  app: App,
  shipments: readonly KnownShipment[],
  postcode: string,
): Promise<VerifiedShipment | undefined> {
  for (const shipment of shipments) {
    const booking = await app.store.bookings.find(shipment.bookingId, shipment.memberId);
    if (booking !== undefined && isOfReceiver(booking.receiver, postcode)) {
      return { shipment, sender: booking.sender, receiver: booking.receiver };
    }
  }
  return undefined;
}

/** Places without a postcode are checked by their town. */
function isOfReceiver({ postcode, suburb }: Address, said: string): boolean {
  const plain = (text: string): string => text.toUpperCase().replaceAll(/[\s-]+/g, '');
  return plain(said) === plain(postcode === '' ? suburb : postcode);
}

function detailsOf(app: App, { shipment, sender, receiver }: VerifiedShipment): ShipmentDetails {
  return {
    carrierName: carrierNameOf(app, shipment.carrier),
    isDemo: shipment.isDemo,
    pieces: shipment.pieces,
    senderName: sender.companyName,
    from: placeWords(sender),
    to: placeWords(receiver),
  };
}
