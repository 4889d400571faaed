// What waits for a person: bookings whose outcome is not settled, with the money that hangs on them, money that is still
// under way for bookings that are done with, refunds that no gateway gives, consignments that nobody pays for, those that
// were booked at another price than quoted, those that are on no manifest, and carriers that have to be told. Recovery works on
// most of it by itself and this shows how far it has got; from the refunds on it is for a person alone.

import type { PlainBooking } from '../../domain/bookings/booking.ts';
import { isUnsettled } from '../../domain/bookings/booking-status.ts';
import type { Member } from '../../domain/members/member.ts';
import { type Payment, type PaymentId, paymentId } from '../../domain/payments/payment.ts';
import { Refusal } from '../../domain/refusal.ts';
import { listPickupsToNotify, pickupsDueUntil } from '../bookings/notify-carriers.ts';
import type { App, RefusedManifest, SentConsignment } from '../ports.ts';

const mostListed = 100;

type TroubledBooking = {
  booking: PlainBooking;
  member: Member | undefined;
  /** The attempt to take money that matters; undefined when none was made. */
  payment: Payment | undefined;
};

export type Attention = {
  /** The oldest first. */
  bookings: readonly TroubledBooking[];
  /** Charges and refunds that nobody knows the end of yet, of other bookings. */
  payments: readonly PaymentOf[];
  /** Refunds that the gateway refused or that came back: due to their members, the oldest first. */
  refundsDue: readonly PaymentOf[];
  /** Carriers have them and nobody pays for them; the oldest first. */
  orphans: readonly SentConsignment[];
  /** Booked at another price than their carriers had quoted; the oldest first. The member's price is what it was. */
  otherPrices: readonly SentConsignment[];
  /** Accounts whose last manifest was refused; the oldest first. */
  refusedManifests: readonly (RefusedManifest & { member: Member | undefined })[];
  /** On no manifest, because their carrier did not know them; the oldest first. */
  leftOut: readonly SentConsignment[];
  /** How many confirmed bookings there are whose carrier a person still has to tell. */
  toTell: number;
};

type PaymentOf = { payment: Payment; member: Member | undefined };

export async function listIssues(app: App): Promise<Attention> {
  const found = await findIssues(app);
  const { bookings, open, refused, orphans, otherPrices, manifests, leftOut, toTell } = found;
  const withOwner = async (payment: Payment): Promise<PaymentOf> => ({
    payment,
    member: await ownerOf(app, payment.memberId),
  });
  const listed = new Set<number>(bookings.map(({ id }) => id));
  return {
    bookings: await Promise.all(
      bookings.map(async (booking) => ({
        booking,
        member: await ownerOf(app, booking.memberId),
        payment: (await app.store.payments.listOfBooking(booking.id)).findLast(
          ({ kind }) => kind === 'charge',
        ),
      })),
    ),
    payments: await Promise.all(
      open.filter(({ bookingId }) => !listed.has(bookingId)).map(withOwner),
    ),
    refundsDue: await Promise.all(refused.map(withOwner)),
    orphans,
    otherPrices,
    refusedManifests: await Promise.all(
      manifests.map(async (one) => ({ ...one, member: await ownerOf(app, one.memberId) })),
    ),
    leftOut,
    toTell: toTell.length,
  };
}

/** As long as this, what nobody knows the end of usually settles by itself. */
const settlesWithinMs = 30 * 60_000;

/** How much of each there is, as far as it is listed; the keys are the kinds of a metric. */
export type AttentionCount = Readonly<
  Record<
    | 'bookings'
    | 'payments'
    | 'refunds_due'
    | 'orphans'
    | 'other_prices'
    | 'refused_manifests'
    | 'left_out'
    | 'to_tell'
    | 'to_tell_today',
    number
  >
>;

/**
 * What a person has to look at, for whoever is to be called when nobody does: less than what is listed, where what is just
 * under way stands too.
 */
export async function countIssues(app: App): Promise<AttentionCount> {
  const found = await findIssues(app);
  const { bookings, open, refused, orphans, otherPrices, manifests, leftOut, toTell } = found;
  const due = pickupsDueUntil(app);
  const sinceMs = app.clock.nowMs() - settlesWithinMs;
  return {
    bookings: bookings.filter(({ status }) => !isUnsettled(status)).length,
    payments: open.filter(({ createdAtMs }) => createdAtMs <= sinceMs).length,
    refunds_due: refused.length,
    orphans: orphans.length,
    other_prices: otherPrices.length,
    refused_manifests: manifests.length,
    left_out: leftOut.length,
    to_tell: toTell.length,
    to_tell_today: toTell.filter(({ pickupDate }) => pickupDate <= due).length,
  };
}

async function findIssues(app: App) {
  const [bookings, open, refused, orphans, otherPrices, manifests, leftOut, toTell] =
    await Promise.all([
      app.store.bookings.listTroubled(mostListed),
      app.store.payments.listOpen(mostListed),
      app.store.payments.listRefused(mostListed),
      app.store.sentConsignments.listOrphaned(mostListed),
      app.store.sentConsignments.listOtherPrice(mostListed),
      app.store.manifests.listRefused(mostListed),
      app.store.manifests.listLeftOut(mostListed),
      listPickupsToNotify(app),
    ]);
  return { bookings, open, refused, orphans, otherPrices, manifests, leftOut, toTell };
}

async function ownerOf(app: App, id: Member['id'] | undefined): Promise<Member | undefined> {
  return id === undefined ? undefined : await app.store.members.find(id);
}

/** A person has seen that the carrier charges another price, and settles it with the carrier. Seeing it twice is seeing it. */
export async function acknowledgePrice(app: App, reference: string): Promise<void> {
  if (!(await app.store.sentConsignments.markPriceSeen(reference)))
    throw new Refusal({ code: 'consignment_not_found', reference });
}

/** Asks the gateway and the carrier now instead of when recovery would; the payment as it is then. */
export async function checkPayment(app: App, id: number): Promise<Payment> {
  const payment = await getPayment(app, paymentId(id));
  await app.recoverPayment(payment.key);
  return await getPayment(app, payment.id);
}

async function getPayment(app: App, id: PaymentId): Promise<Payment> {
  const payment = await app.store.payments.find(id);
  if (payment === undefined) throw new Refusal({ code: 'payment_not_found', id });
  return payment;
}
