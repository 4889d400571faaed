// The workings of a stored quote's amounts, apart from its figures: only a breakdown reads them. They are kept short: what
// is optional is one more than it is and 0 where it is missing, and one amount for the consignment is only its note.
import {
  type FreightPart,
  freightPartKinds,
  namesWhatItCounts,
  numbersOf,
} from '../../domain/quotes/freight-part.ts';
import type { Waterfall } from '../../domain/quotes/quote.ts';
import { dollars4PerCent, flatWorking, type Working } from '../../domain/quotes/working.ts';
import type { Positions, Row } from './stored-row.ts';

type Words = Positions<string>;

const kindNumbers = new Map(freightPartKinds.map((kind, number) => [kind, number]));

const formOf = { none: 0, flat: 1, full: 2 } as const;
/** GST rates have four decimals, so percentages have two. */
const percent4PerRate4 = 100;

/** Nothing at all for a waterfall without workings. */
export function pushWorkings(row: number[], waterfall: Waterfall, words: Words): void {
  const { freight, charges, fuel, gstPercent4, adjustments, warranty } = waterfall;
  const isBare =
    freight.parts === undefined &&
    fuel.baseCents === undefined &&
    gstPercent4 === undefined &&
    warranty === undefined &&
    charges.every(({ note }) => note === undefined) &&
    adjustments.every(({ working }) => working === undefined);
  if (isBare) return;
  row.push(
    orNone(fuel.baseCents),
    orNone(gstPercent4 === undefined ? undefined : gstPercent4 / percent4PerRate4),
    orNone(freight.parts?.length),
  );
  for (const part of freight.parts ?? []) pushPart(row, part, words);
  pushOptional(row, warranty, words);
  for (const { note } of charges) row.push(note === undefined ? 0 : words.of(note) + 1);
  for (const { working } of adjustments) pushOptional(row, working, words);
}

function orNone(figure: number | undefined): number {
  return figure === undefined ? 0 : figure + 1;
}

function pushWorking(row: number[], working: Working, words: Words): void {
  row.push(working.basis4, words.of(working.unit), working.rate4, words.of(working.note));
}

/** Its kind says how many of its numbers follow. */
function pushPart(row: number[], part: FreightPart, words: Words): void {
  const { kind, basis4, unit, rate4, first4, second4, step4, times, counts } = part;
  row.push(kindNumbers.get(kind) ?? 0, basis4, words.of(unit), rate4);
  if (namesWhatItCounts(kind)) row.push(words.of(counts));
  const numbers = numbersOf[kind];
  if (numbers > 0) row.push(first4);
  if (numbers > 1) row.push(second4);
  if (numbers > 2) row.push(times);
  if (numbers > 3) row.push(step4);
}

function nextPart(row: Row): FreightPart {
  const kind = freightPartKinds[row.figure()] ?? 'rate';
  const [basis4, unit, rate4] = [row.figure(), row.word(), row.figure()];
  const counts = namesWhatItCounts(kind) ? row.word() : unit;
  const numbers = numbersOf[kind];
  return {
    kind,
    basis4,
    unit,
    rate4,
    first4: numbers > 0 ? row.figure() : 0,
    second4: numbers > 1 ? row.figure() : 0,
    times: numbers > 2 ? row.figure() : 1,
    step4: numbers > 3 ? row.figure() : 0,
    counts,
  };
}

function pushOptional(row: number[], working: Working | undefined, words: Words): void {
  if (working === undefined) row.push(formOf.none);
  else if (isFlat(working))
    row.push(formOf.flat, working.rate4 / dollars4PerCent, words.of(working.note));
  else {
    row.push(formOf.full);
    pushWorking(row, working, words);
  }
}

/** The waterfall with its workings, which were written for as many charges and adjustments as it has. */
export function nextWorkings(row: Row, waterfall: Waterfall): Waterfall {
  const baseCents = optional(row);
  const gstRate4 = optional(row);
  const freightCount = optional(row);
  const { freight, fuel } = waterfall;
  const parts = row.times(freightCount ?? 0, () => nextPart(row));
  const warranty = nextOptional(row);
  return {
    ...waterfall,
    freight: freightCount === undefined ? freight : { ...freight, parts },
    fuel: baseCents === undefined ? fuel : { ...fuel, baseCents },
    ...(gstRate4 === undefined ? {} : { gstPercent4: gstRate4 * percent4PerRate4 }),
    charges: waterfall.charges.map((charge) => {
      const note = row.optionalWord();
      return note === undefined ? charge : { ...charge, note };
    }),
    adjustments: waterfall.adjustments.map((step) => {
      const working = nextOptional(row);
      return working === undefined ? step : { ...step, working };
    }),
    ...(warranty === undefined ? {} : { warranty }),
  };
}

function optional(row: Row): number | undefined {
  const figure = row.figure();
  return figure === 0 ? undefined : figure - 1;
}

function nextWorking(row: Row): Working {
  return { basis4: row.figure(), unit: row.word(), rate4: row.figure(), note: row.word() };
}

function nextOptional(row: Row): Working | undefined {
  const form = row.figure();
  if (form === formOf.none) return undefined;
  if (form === formOf.flat) return flatWorking(row.figure(), row.word());
  return nextWorking(row);
}

const aFlatOne = flatWorking(0);

function isFlat({ basis4, unit, rate4 }: Working): boolean {
  const isOne = basis4 === aFlatOne.basis4 && unit === aFlatOne.unit;
  return isOne && rate4 % dollars4PerCent === 0;
}
