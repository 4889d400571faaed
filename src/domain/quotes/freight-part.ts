// One part of the freight as numbers, with its explanation in words. Few parts are ever read, so the words are built on
// demand.
import { formatDecimal4, one4 } from '../decimal.ts';
import type { Cents } from '../money.ts';
import { dollars4PerCent, flatWorking, type Working, workedCents } from './working.ts';

/** Stored by position: add new kinds at the end only. */
export const freightPartKinds = [
  'basic',
  'rate',
  'beyond',
  'bump',
  'minimum',
  'maximum',
  'up_to',
  'above',
  'between',
  'step',
] as const;
export type FreightPartKind = (typeof freightPartKinds)[number];

export type FreightPart = {
  readonly kind: FreightPartKind;
  readonly basis4: number;
  /** Unit of the basis: `kg`, or the thing that each charge is for. */
  readonly unit: string;
  readonly rate4: number;
  /** Numbers for the explanation, read by `wordsOf`; 0 where the kind needs fewer. */
  readonly first4: number;
  readonly second4: number;
  readonly step4: number;
  /** The number of items that were charged like this, each separately. */
  readonly times: number;
  /** The unit that the row counts. */
  readonly counts: string;
};

/** How many of first, second, times and step each kind's explanation needs. */
export const numbersOf: Record<FreightPartKind, 0 | 1 | 2 | 3 | 4> = {
  basic: 0,
  rate: 0,
  beyond: 3,
  bump: 3,
  minimum: 2,
  maximum: 2,
  up_to: 1,
  above: 1,
  between: 3,
  step: 4,
};

/** True for a charge per item or consignment that is explained in kilograms; other kinds count their own unit. */
export function isFlatCharge(kind: FreightPartKind): boolean {
  return kind === 'minimum' || kind === 'maximum' || kind === 'up_to' || kind === 'above';
}

/** The parts with their explanations. The freight is rounded once, so a last line may hold the remaining cents. */
export function freightWorkings(parts: readonly FreightPart[], freightCents: Cents): Working[] {
  const workings = parts.map(workingOf);
  let left = freightCents;
  for (const working of workings) left -= workedCents(working);
  if (left !== 0 && workings.length > 0)
    workings.push(flatWorking(left, 'rounding, the exact sum is rounded once'));
  return workings.length === 0 ? [flatWorking(freightCents)] : workings;
}

function workingOf(part: FreightPart): Working {
  const { basis4, unit, rate4, kind, step4, counts } = part;
  const isStepped = kind === 'step' && step4 !== one4;
  return {
    basis4,
    unit: isStepped ? `steps of ${formatDecimal4(step4)} ${counts}` : unit,
    rate4,
    note: wordsOf(part),
  };
}

function wordsOf(part: FreightPart): string {
  const { kind, first4, second4, step4, counts } = part;
  const units = `${formatDecimal4(first4)} ${counts}`;
  switch (kind) {
    case 'basic':
      return 'basic charge';
    case 'rate':
      return '';
    case 'beyond':
      return forEach(part, lessIncluded(part));
    case 'bump': {
      const charged = first4 === second4 ? '' : ` charged as ${formatDecimal4(second4)} ${counts}`;
      return forEach(part, `${units}${charged} at the rate above it, which comes to less`);
    }
    case 'minimum':
    case 'maximum':
      return `${kind} charge; ${units} would come to ${formatDecimal4(second4, 2)}`;
    case 'up_to':
      return `up to ${units}`;
    case 'above':
      return `above ${units}`;
    case 'between': {
      const to = `${formatDecimal4(second4)} ${counts}`;
      return forEach(part, `from ${formatDecimal4(first4)} to ${to}`);
    }
    case 'step': {
      const size = step4 === one4 ? counts : `${formatDecimal4(step4)} ${counts}`;
      const of = second4 === 0 ? '' : ` of ${lessIncluded(part)}`;
      return forEach(part, `each started ${size}${of}`);
    }
  }
}

function lessIncluded({ first4, second4, counts }: FreightPart): string {
  const [units, included] = [formatDecimal4(first4), formatDecimal4(second4)];
  return `${units} ${counts} less ${included} ${counts} in the basic charge`;
}

function forEach({ times }: FreightPart, words: string): string {
  return times === 1 ? words : `${words}, for each of ${times} items`;
}

/** Cents in the unit of the explanations. */
export const dollars4Of = (cents: Cents): number => cents * dollars4PerCent;
