// A text search with LIKE that escapes its wildcards.
import { type RawBuilder, sql } from 'kysely';

/** Whether `whole`, which is in lower case, contains the text, ignoring case. */
export function isWithin(whole: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${whole} like ${part} escape '\\'`;
}
