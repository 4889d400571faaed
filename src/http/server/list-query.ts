// Query parameters of lists: page, since and sort order. Empty values count as absent.
import { Type } from 'typebox';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { Sorting } from '../../domain/sorting.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findInstant } from '../../domain/time/instant-text.ts';
import { instantOf } from '../../domain/time/time-zone.ts';
import type { Published } from './endpoint.ts';
import { instant, wordOf } from './values.ts';
import { wholeNumberParam } from './whole-number.ts';

export const PageParam = wholeNumberParam('page', { least: 1, most: 1_000_000 });

export const SortParam = Type.Optional(
  Type.String({
    published: {
      schema: wordOf(['asc', 'desc'], {
        description:
          'By time; also after imported_time or booking_time. Anything else is newest first.',
      }),
    } satisfies Published,
  }),
);

/** A field to sort by, for lists of the members area. */
export const sortingParam = <By extends string>(fields: readonly By[]) => ({
  schema: Type.Optional(
    Type.Enum([...fields.flatMap((by) => [by, `-${by}`]), ''], {
      description: 'A field, with a minus sign for descending; the newest come first without it',
    }),
  ),
  read(text = ''): Sorting<By> | undefined {
    const by = fields.find((one) => one === text.replace(/^-/, ''));
    return by === undefined ? undefined : { by, isDescending: text.startsWith('-') };
  },
});

/** Every list has one time to sort by, under any name that clients use. */
const oldestFirst = /^(?:(?:imported|booking)_time[\s:,_]+)?asc$/i;

/** Shops send sort values of their own; the default order serves them better than a refusal. */
export function isAscending(sort = ''): boolean {
  return oldestFirst.test(sort.trim());
}

/** Read by `parseSince`, which accepts more forms than are published. */
export const sinceParam = (description: string) =>
  Type.Optional(Type.String({ published: { schema: instant(description) } satisfies Published }));

/**
 * Milliseconds since 1970. Without an offset it is Sydney time, as bookings show it: interface-gaps.md, "Times of a
 * booking". If `since` cannot be read, the whole list is returned, which contains what the shop is looking for.
 */
export function parseSince(text = ''): number | undefined {
  return findInstant(text.trim().replace(/\s+/g, ' '), homeZone);
}

/** For lists of money: without the intended bound their totals would be wrong. */
export function parseInstant(field: string, text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const ms = findInstant(text.trim(), homeZone);
  if (ms === undefined) {
    throw new Refusal({
      code: 'validation',
      issues: [
        {
          path: [field],
          sentence: `${field} "${text}" is not a time. Send ISO 8601, such as 2026-11-15T09:00:00+11:00.`,
        },
      ],
    });
  }
  return ms;
}

/** The search text; undefined when blank. */
export function parseSearch(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/** Whole days of the home clock, both included. */
export function parseDays(query: { from?: string | undefined; to?: string | undefined }): {
  fromMs: number | undefined;
  beforeMs: number | undefined;
} {
  const issues: Issue[] = [];
  const day = (name: 'from' | 'to'): number | undefined => {
    const text = query[name]?.trim() ?? '';
    const found = text === '' ? undefined : findDayNumber(text);
    if (text !== '' && found === undefined)
      issues.push({
        path: [name],
        sentence: `${name} "${text}" is not a day. Send YYYY-MM-DD, such as 2026-11-15.`,
      });
    return found;
  };
  const [from, to] = [day('from'), day('to')];
  if (from !== undefined && to !== undefined && from > to)
    issues.push({
      path: ['from'],
      sentence: `from ${query.from} is after to ${query.to}. Send the earlier day as from.`,
    });
  refuseInvalid(issues);
  return {
    fromMs: from === undefined ? undefined : instantOf(homeZone, { day: from, minute: 0 }),
    beforeMs: to === undefined ? undefined : instantOf(homeZone, { day: to + 1, minute: 0 }),
  };
}
