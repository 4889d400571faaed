// Looks for a text within another. What is special to LIKE stands for itself.
import { type RawBuilder, sql } from 'kysely';

/** Whether `whole`, which is in lower case, has the text somewhere, in whatever case it was typed. */
export function isWithin(whole: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${whole} like ${part} escape '\\'`;
}
