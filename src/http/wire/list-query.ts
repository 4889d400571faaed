// What lists are asked with: since when, and which way round. Empty values mean nothing was asked.
import { Type } from 'typebox';
import { Refusal } from '../../domain/refusal.ts';
import { findDayNumber, findMinuteOfDay, MINUTES_A_DAY } from '../../domain/time/calendar.ts';
import { instantOf, MS_A_MINUTE } from '../../domain/time/time-zone.ts';

export const SortParam = Type.Optional(
  Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('')], {
    description: 'asc or desc',
  }),
);

/** ISO 8601, with or without a time or an offset; milliseconds since 1970. */
export function parseSince(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const ms = findInstant(text.trim());
  if (ms === undefined) {
    throw new Refusal({
      code: 'validation',
      issues: [
        {
          path: ['since'],
          sentence: `since "${text}" is not a time. Send ISO 8601, such as 2026-11-15T09:00:00+11:00.`,
        },
      ],
    });
  }
  return ms;
}

// A plus in a query arrives as a space: "2026-11-15T10:00:00 1000" was +1000.
const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:(Z)|([+ -])(\d\d):?(\d\d))?)?$/i;

/** Without an offset it is Sydney's clock, which bookings show: interface-gaps.md, "Times of a booking". */
function findInstant(text: string): number | undefined {
  const [, date = '', time = '00:00', seconds = '0', fraction = '0', z, sign, hours, minutes] =
    isoTime.exec(text) ?? [];
  const day = findDayNumber(date);
  const minute = findMinuteOfDay(time);
  if (day === undefined || minute === undefined) return undefined;
  const rest = Number(seconds) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000);
  if (z === undefined && sign === undefined)
    return instantOf('Australia/Sydney', { day, minute }) + rest;
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  const offset = sign === '-' ? -ahead : ahead;
  return (day * MINUTES_A_DAY + minute - offset) * MS_A_MINUTE + rest;
}
