// Checks a settled story: the members' money, the gateway and the carriers must agree with what clients were
// promised.
import assert from 'node:assert/strict';
import type { SignedInCaller } from '../../../src/application/caller.ts';
import type { App } from '../../../src/application/ports.ts';
import type { Booking, BookingId } from '../../../src/domain/bookings/booking.ts';
import { balanceOf, type LedgerEntry } from '../../../src/domain/payments/ledger.ts';
import type { ScriptedBooking } from '../carriers/scripted-booking.ts';
import { type CarrierBooks, wireCarrier } from '../carriers/wired-carrier.ts';
import type { ScriptedGateway } from './scripted-gateway.ts';

type Payer = { caller: SignedInCaller };
type Story = {
  app: App;
  members: readonly Payer[];
  bookings: ReadonlyMap<BookingId, { member: Payer }>;
  /** The connote of each booking that a client got a success for. */
  acknowledged: ReadonlyMap<BookingId, string | undefined>;
  gateway: ScriptedGateway;
  carrierBooking: ScriptedBooking;
  /** The service that `carrierBooking` takes bookings for. */
  bookableCarrier: string;
  books: CarrierBooks;
};

/** Checks everything that must be true once every booking is settled. */
export async function assertSettledBooks(story: Story): Promise<void> {
  const { store } = story.app;
  const connotes = new Set<string>();
  for (const [id, { member }] of story.bookings) {
    const booking = await store.bookings.find(id, member.caller.member.id);
    assert.ok(booking, `booking ${id} is missing`);
    await assertBooking(story, booking);
    const { connote } = booking;
    if (connote !== undefined) {
      assert.ok(!connotes.has(connote), `connote ${connote} twice`);
      connotes.add(connote);
    }
  }
  for (const { caller } of story.members) {
    const { id } = caller.member;
    const entries = await store.ledger.list(id, 0, 10_000);
    const account = await store.credit.find(id);
    const used = balanceOf(entries, 'owed') + balanceOf(entries, 'held');
    if (account !== undefined) {
      assert.equal(account.usedCents, used, `the balance of ${id} differs from its ledger entries`);
      // Only later adjustments by carriers may take an account past its credit limit.
      const adjustments = balanceOf(
        entries.filter(({ kind }) => kind === 'adjustment'),
        'owed',
      );
      assert.ok(
        account.usedCents <= account.limitCents + Math.max(0, adjustments),
        `${id} is past the limit`,
      );
    }
    assert.equal(balanceOf(entries, 'held'), 0, `${id} still has a credit hold`);
  }
  await assertGateway(story);
}

async function assertBooking(story: Story, booking: Booking): Promise<void> {
  const { id, status, confirmation, memberId } = booking;
  assert.ok(memberId);
  const connote = story.acknowledged.get(id);
  if (story.acknowledged.has(id)) {
    assert.ok(
      status === 'confirmed' || status === 'cancelled',
      `${id} was acknowledged but is ${status}`,
    );
    assert.equal(booking.connote, connote, `${id} was acknowledged with another connote`);
  }
  assert.ok(['new', 'confirmed', 'cancelled'].includes(status), `${id} is ${status}`);
  const kept = story.gateway
    .chargesOf(id)
    .filter(
      ({ outcome }) =>
        ![...story.gateway.refunds.values()].some(
          (refund) => outcome.outcome === 'charged' && refund.chargeReference === outcome.reference,
        ),
    );
  const entries: LedgerEntry[] = await story.app.store.ledger.listOfBooking({
    bookingId: id,
    memberId,
  });
  const isLive = status === 'confirmed';
  const byCard = isLive && confirmation?.funding.startsWith('bankcard_') === true;
  const byCredit = isLive && confirmation?.funding === 'credit';
  const cost = confirmation?.costCents ?? 0;
  // The carrier bills the member directly, so we must never have created a ledger entry.
  if (confirmation?.isOwnAccount === true) {
    assert.equal(confirmation.funding, 'own_account');
    assert.deepEqual(entries, []);
  }
  assert.deepEqual(
    kept.map(({ request }) => request.amountCents),
    byCard && cost > 0 ? [cost] : [],
    `net amount at the gateway for ${id} (${status}, ${confirmation?.funding})`,
  );
  // An adjustment is owed with every payment method; on a demo booking it is only shown.
  const isOwed = isLive && confirmation?.funding !== 'demo';
  const additional = isOwed ? (booking.additionalCents ?? 0) : 0;
  assert.equal(balanceOf(entries, 'owed'), (byCredit ? cost : 0) + additional);
  assert.equal(balanceOf(entries, 'held'), 0);
  assert.equal(balanceOf(entries, 'refunds_due'), 0);
  assert.equal(balanceOf(entries, 'gateway'), byCard ? cost : 0);
  const consigned = [...story.carrierBooking.consignments].filter(
    ([reference, { outcome }]) =>
      outcome === 'booked' && (reference === String(id) || reference.startsWith(`${id}-`)),
  );
  // A cancelled booking may have a consignment that the carrier took before.
  if (status !== 'cancelled')
    assert.equal(
      consigned.length,
      isLive && confirmation?.carrier === story.bookableCarrier ? 1 : 0,
    );
  const [consignment] = consigned;
  if (consignment !== undefined && consignment[1].outcome === 'booked')
    assert.equal(consignment[1].connote, booking.connote);
  if (status !== 'cancelled') assert.equal(booking.connote === undefined, status === 'new');
  const isWithWire =
    isLive && confirmation?.carrier === wireCarrier && booking.connote !== undefined;
  assert.deepEqual(
    story.books.activeOf(id).map((consignment) => consignment.id),
    isWithWire && !booking.connote?.startsWith('DEMO') ? [booking.connote] : [],
    `consignments at the carrier for ${id} (${status}, ${confirmation?.funding})`,
  );
}

/** Every charge at the gateway must have a payment here, and every payment a charge. */
async function assertGateway(story: Story): Promise<void> {
  for (const [key, { request, outcome }] of story.gateway.charges) {
    const payment = await story.app.store.payments.findByKey(key);
    assert.ok(payment, `charge ${key} has no payment`);
    assert.equal(payment.bookingId, request.bookingId);
    assert.equal(payment.status, outcome.outcome);
  }
  for (const { caller } of story.members) {
    for (const payment of await story.app.store.payments.listOfMember(caller.member.id)) {
      const isAtGateway = payment.methodId !== undefined && payment.amountCents > 0;
      if (payment.status === 'charged' && isAtGateway)
        assert.ok(
          story.gateway.charges.has(payment.key),
          `payment ${payment.id} has no charge at the gateway`,
        );
      if (payment.status === 'refunded' && isAtGateway)
        assert.ok(
          story.gateway.refunds.has(payment.key),
          `refund ${payment.id} was not made at the gateway`,
        );
      assert.ok(!['pending', 'unknown'].includes(payment.status), `${payment.id} is not settled`);
    }
  }
}
