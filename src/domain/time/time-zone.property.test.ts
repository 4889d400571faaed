import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { instantOf, localTime, type Zone } from './time-zone.ts';
import { timestamp, timestampWithColon } from './timestamp.ts';

const aZone: fc.Arbitrary<Zone> = fc.constantFrom(
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Brisbane',
  'Australia/Perth',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Norfolk',
);
const anInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
/** Within a day and a half of a daylight saving change, where errors are likely. */
const nearAChange = fc
  .tuple(
    fc.constantFrom(Date.UTC(2026, 3, 4, 16), Date.UTC(2026, 9, 3, 16), Date.UTC(2027, 3, 3, 16)),
    fc.integer({ min: -130_000_000, max: 130_000_000 }),
  )
  .map(([change, away]) => change + away);
const anyInstant = fc.oneof(anInstant, nearAChange);

test('local times match the runtime at every instant', () => {
  fc.assert(
    fc.property(aZone, anyInstant, (zone, instant) => {
      const clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      const [, day, month, year, time] =
        /^(\d\d)\/(\d\d)\/(\d{4}), ([\d:]+)$/.exec(clock.format(instant)) ?? [];
      assert.equal(timestamp(instant, zone).slice(0, 19), `${year}-${month}-${day}T${time}`);
    }),
    { numRuns: 600 },
  );
});

test('a timestamp identifies its second', () => {
  fc.assert(
    fc.property(aZone, anyInstant, (zone, instant) => {
      const second = Math.floor(instant / 1000) * 1000;
      const withColon = timestampWithColon(instant, zone);
      assert.equal(Date.parse(withColon), second);
      assert.match(withColon, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/);
      assert.equal(timestamp(instant, zone), withColon.replace(/:(\d\d)$/, '$1'));
    }),
    { numRuns: 600 },
  );
});

test('a local time survives a round trip unless the clock skips it', () => {
  fc.assert(
    fc.property(aZone, anyInstant, (zone, instant) => {
      const wall = localTime(zone, instant);
      const found = instantOf(zone, wall);
      assert.deepEqual(localTime(zone, found), wall);
      // A repeated local time maps to its first instant.
      assert.ok(found <= instant && instant - found < 2 * 3_600_000);
    }),
    { numRuns: 600 },
  );
});
