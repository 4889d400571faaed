// What lists are asked with: which page, since when, and which way round. Empty values mean nothing was asked.
import { Type } from 'typebox';
import { Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findInstant } from '../../domain/time/instant-text.ts';
import type { Published } from './endpoint.ts';
import { instant, wordOf } from './values.ts';
import { wholeNumberParam } from './whole-number.ts';

export const PageParam = wholeNumberParam('page', { least: 1, most: 1_000_000 });

export const SortParam = Type.Optional(
  Type.Refine(
    Type.String({ published: { schema: wordOf(['asc', 'desc']) } satisfies Published }),
    (text) => /^(asc|desc)?$/i.test(text),
    () => 'must be asc or desc',
  ),
);

export function isAscending(sort: string | undefined): boolean {
  return sort?.toLowerCase() === 'asc';
}

/** Read by `parseSince`, which takes more forms than it promises. */
export const sinceParam = (description: string) =>
  Type.Optional(Type.String({ published: { schema: instant(description) } satisfies Published }));

/**
 * ISO 8601, with or without a time or an offset; milliseconds since 1970. Without an offset it is Sydney's clock,
 * which bookings show: interface-gaps.md, "Times of a booking".
 */
export function parseSince(text: string | undefined): number | undefined {
  return parseInstant('since', text);
}

/** The same in a field of this name. */
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

/** What is searched for; undefined when nothing is. */
export function parseSearch(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}
