import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberId } from '../accounts/member.ts';
import { bookingId } from '../bookings/booking.ts';
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
import { adjustmentsOf } from './invoice-adjustments.ts';

const of = { memberId: memberId(1), bookingId: bookingId(2), paymentId: undefined };

/** Entries in the order they were made, a group at each instant. */
function booked(...groups: NewLedgerEntry[][]): LedgerEntry[] {
  return groups
    .flatMap((entries, atMs) => entries.map((entry) => ({ ...entry, atMs })))
    .map((entry, id) => ({ ...entry, id }));
}

const notes = (entries: LedgerEntry[]) => adjustmentsOf(entries, (atMs) => `day ${atMs}`);

test('a sale that nobody touched has no notes', () => {
  assert.deepEqual(notes(booked(sellOnCredit(of, 5_000))), []);
  assert.deepEqual(notes(booked(chargeMethod(of, 5_000))), []);
  assert.deepEqual(notes([]), []);
});

test('more and less charges each make a note, in their order', () => {
  assert.deepEqual(notes(booked(sellOnCredit(of, 5_000), adjust(of, 1_100), adjust(of, -300))), [
    { day: 'day 1', reason: "Carrier's additional charges", cents: 1_100, isCancellation: false },
    { day: 'day 2', reason: 'Additional charges reduced', cents: -300, isCancellation: false },
  ]);
});

test('a cancellation is one note, whatever it was paid with', () => {
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

test('attempts before the sale that stood are none of the invoice', () => {
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
