// What lists are asked with: since when, and which way round. Empty values mean nothing was asked.
import { Type } from 'typebox';
import { Refusal } from '../../domain/refusal.ts';

export const SortParam = Type.Optional(
  Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Literal('')], {
    description: 'asc or desc',
  }),
);

/** ISO 8601, with or without a time; milliseconds since 1970. */
export function parseSince(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  // A plus in a query arrives as a space: 2026-11-15T10:00:00 1000 was +1000.
  const iso = text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T')
    .replace(/ (\d\d):?(\d\d)$/, '+$1:$2')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const ms = /^\d{4}-\d\d-\d\d/.test(iso) ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(ms)) {
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
