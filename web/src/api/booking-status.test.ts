import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingStatuses } from '../../../src/domain/bookings/booking.ts';
import * as service from '../../../src/domain/bookings/booking-status.ts';
import {
  awaitsPerson,
  isSettled,
  isUnderWay,
  isUnsettled,
  statusChoices,
} from './booking-status.ts';

test('the pages and the service agree about every status', () => {
  for (const name of bookingStatuses) {
    const booking = { status: service.statusTitle(name) };
    assert.equal(isUnsettled(booking), service.isUnsettled(name), name);
    assert.equal(isUnderWay(booking), service.isUnderWay(name), name);
    assert.equal(isSettled(booking), service.isSettled(name), name);
    const isTroubled = isUnsettled(booking) || awaitsPerson(booking);
    assert.equal(isTroubled, service.troubledStatuses.includes(name), name);
  }
});

test('a list can be filtered by every status but that of a quote', () => {
  assert.deepEqual(
    statusChoices.map(({ value }) => value).toSorted(),
    bookingStatuses.filter(service.isPaid).toSorted(),
  );
});
