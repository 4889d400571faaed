import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingStatuses } from './booking.ts';
import {
  isCarrierAwaited,
  isPaid,
  isSettled,
  isUnderWay,
  isUnsettled,
  isWithCarrier,
  mayMove,
  mayMoveByHand,
  statusTitle,
  troubledStatuses,
} from './booking-status.ts';

test('every status but new is shown in words with capitals', () => {
  assert.deepEqual(bookingStatuses.map(statusTitle), [
    'new',
    'Pending Payment',
    'Paid',
    'Pending Review',
    'Request Sent',
    'Request Failed',
    'Reviewed',
    'Confirmed',
    'Cancelled',
    'Booked Manually',
  ]);
});

test('a booking is paid from pending_payment on', () => {
  assert.deepEqual(
    bookingStatuses.filter((status) => !isPaid(status)),
    ['new'],
  );
});

test('confirmation ends in confirmed or back at new, and leaves nothing that is settled', () => {
  for (const from of bookingStatuses) {
    const next = bookingStatuses.filter((to) => mayMove(from, to));
    assert.equal(next.length > 0, from === 'new' || isUnsettled(from), from);
    assert.ok(!next.includes(from));
    if (isUnsettled(from)) assert.ok(next.includes('confirmed') && next.includes('new'));
  }
  assert.deepEqual(bookingStatuses.filter(isUnsettled), ['pending_payment', 'request_sent']);
});

test('a person moves nothing back to new, nothing into a payment, and nothing out of cancelled', () => {
  for (const from of bookingStatuses) {
    assert.ok(!mayMoveByHand(from, 'new'));
    assert.ok(!mayMoveByHand(from, 'pending_payment'));
    assert.ok(!mayMoveByHand('cancelled', from));
    assert.ok(!mayMoveByHand(from, from));
  }
  assert.ok(mayMoveByHand('request_failed', 'booked_manually'));
  assert.ok(mayMoveByHand('confirmed', 'cancelled'));
});

test('a paid booking is under way, settled or cancelled, and nothing else', () => {
  assert.deepEqual(bookingStatuses.filter(isUnderWay), [
    'pending_payment',
    'request_sent',
    'request_failed',
  ]);
  for (const status of bookingStatuses) {
    const claims = [
      status === 'new',
      isUnderWay(status),
      isSettled(status),
      status === 'cancelled',
    ];
    assert.equal(claims.filter(Boolean).length, 1, status);
  }
  assert.ok(!isSettled(undefined) && !isUnderWay(undefined));
});

test('counts bookings with a carrier as settled and awaited ones as under way', () => {
  assert.deepEqual(bookingStatuses.filter(isWithCarrier), ['confirmed', 'booked_manually']);
  assert.deepEqual(bookingStatuses.filter(isCarrierAwaited), ['request_sent', 'request_failed']);
  assert.ok(bookingStatuses.filter(isWithCarrier).every(isSettled));
  assert.ok(bookingStatuses.filter(isCarrierAwaited).every(isUnderWay));
});

test('the index of what needs a look has these statuses; a change needs a migration', () => {
  assert.deepEqual(troubledStatuses, [
    'pending_payment',
    'pending_review',
    'request_sent',
    'request_failed',
  ]);
});
