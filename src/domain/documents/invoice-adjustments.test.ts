import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingId } from '../bookings/booking.ts';
import { memberId } from '../members/member.ts';
import {
  adjust,
  chargeMethod,
  type LedgerEntry,
  type NewLedgerEntry,
  oweRefund,
  postHold,
  reverseSale,
  sellOnCredit,
} from '../payments/ledger.ts';
import { paymentId } from '../payments/payment.ts';
import { adjustmentsOf } from './invoice-adjustments.ts';

const of = { memberId: memberId(1), bookingId: bookingId(2), paymentId: undefined };

/** Entries in the order of their creation; each group shares an instant. */
function booked(...groups: NewLedgerEntry[][]): LedgerEntry[] {
  return groups
    .flatMap((entries, atMs) => entries.map((entry) => ({ ...entry, atMs })))
    .map((entry, id) => ({ ...entry, id }));
}

const notes = (entries: LedgerEntry[]) => adjustmentsOf(entries, (atMs) => `day ${atMs}`);

test('adds no notes to an unadjusted sale', () => {
  assert.deepEqual(notes(booked(sellOnCredit(of, 5_000))), []);
  assert.deepEqual(notes(booked(chargeMethod(of, 5_000))), []);
  assert.deepEqual(notes([]), []);
});

test('each charge or reduction becomes a note, in order', () => {
  assert.deepEqual(notes(booked(sellOnCredit(of, 5_000), adjust(of, 1_100), adjust(of, -300))), [
    { day: 'day 1', reason: "Carrier's additional charges", cents: 1_100, isCancellation: false },
    { day: 'day 2', reason: 'Additional charges reduced', cents: -300, isCancellation: false },
  ]);
});

test('a cancellation becomes one note for every payment method', () => {
  const entries = booked(chargeMethod(of, 5_000), adjust(of, 1_100), [
    ...reverseSale(of, 1_100),
    ...oweRefund(of, 5_000),
  ]);
  assert.deepEqual(notes(entries).at(-1), {
    day: 'day 2',
    reason: 'Booking cancelled',
    cents: -6_100,
    isCancellation: true,
  });
});

test('leaves out a late charge when the sale was paid another way', () => {
  const [card, credit] = [paymentId(7), paymentId(8)].map((one) => ({ ...of, paymentId: one }));
  assert.ok(card && credit);
  const late = [...chargeMethod(card, 5_000), ...oweRefund(card, 5_000)];
  const more = {
    day: 'day 1',
    reason: "Carrier's additional charges",
    cents: 1_100,
    isCancellation: false,
  };
  assert.deepEqual(notes(booked(sellOnCredit(credit, 5_000), adjust(of, 1_100), late)), [more]);
  const cancelled = reverseSale(credit, 6_100);
  assert.deepEqual(notes(booked(sellOnCredit(credit, 5_000), adjust(of, 1_100), cancelled, late)), [
    more,
    { day: 'day 2', reason: 'Booking cancelled', cents: -6_100, isCancellation: true },
  ]);
});

test('leaves out attempts before the sale', () => {
  const entries = booked(
    sellOnCredit(of, 4_000),
    reverseSale(of, 4_000),
    postHold(of, 5_000),
    adjust(of, 100),
  );
  assert.deepEqual(
    notes(entries).map(({ cents }) => cents),
    [100],
  );
});
