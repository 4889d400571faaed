// Whole numbers in paths and queries, where everything arrives as text. The shape checks them, so a wrong number is
// refused together with every other wrong field, and reading it afterwards cannot fail.
import { Type } from 'typebox';
import { findRecordNumber } from '../../domain/record-number.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import type { Published } from './endpoint.ts';

export function wholeNumberParam(name: string, range: { least: number; most: number }) {
  const { least, most } = range;
  if (!(least <= most)) throw new RangeError(`${name} has no number from ${least} to ${most}`);
  const isInRange = (text: string): boolean =>
    /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const description = `A whole number from ${least} to ${most}`;
  const published: Published = {
    schema: { type: 'integer', minimum: least, maximum: most, description },
  };
  const text = () => Type.String({ description, published });
  // The sentence already begins with the field's name.
  const says = (): string => `must be a whole number from ${least} to ${most}`;
  return {
    schema: Type.Refine(text(), isInRange, says),
    /** For clients that send every field of a query, blank when unset. */
    blankOrSchema: Type.Refine(text(), (given) => given === '' || isInRange(given), says),
    read: <Text extends string | undefined>(given: Text) =>
      (given === undefined ? undefined : Number(given)) as Text extends string ? number : undefined,
  };
}

/** Any id in a path or query. */
export const IdParam = wholeNumberParam('id', { least: 1, most: Number.MAX_SAFE_INTEGER });

/** Ids are positive integers; anything else does not exist. */
export function getRecordNumber(text: string, missing: RefusalData): number {
  const number = findRecordNumber(text);
  if (number === undefined) throw new Refusal(missing);
  return number;
}
