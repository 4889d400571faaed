// Single values of carrier files, in JSON and in tables. Each reader reports a mistake at its place and returns
// undefined or the default, so that reading continues.

import { type PackagingIndex, packagingTypesNamed } from '../../../domain/bookings/item.ts';
import {
  type Decimal4,
  type Fraction,
  formatDecimal4,
  one4,
  parseDecimal4,
  parseFraction,
} from '../../../domain/decimal.ts';
import { type Day, findDay } from '../../../domain/rate-cards/card-day.ts';
import type { Place, Problems } from './problem.ts';

/** A cell of a table. */
export type Cell = Place & {
  /** Trimmed; empty when the cell is blank or its column is missing. */
  readonly text: string;
};

/** Amounts below zero are mistakes unless `min` allows them. */
export type DecimalBounds = {
  readonly min?: Decimal4;
  readonly max?: Decimal4;
  /** Code of the problem; default `out_of_range`. */
  readonly code?: string;
};

export function readDecimal(
  value: string | number,
  place: Place,
  problems: Problems,
  bounds: DecimalBounds = {},
): Decimal4 | undefined {
  const decimal = parseDecimal4(String(value));
  if (decimal === undefined) {
    const message = 'must be a number with at most four decimals, such as 12.50';
    problems.error('bad_decimal', place, value, message);
    return undefined;
  }
  const { min = 0, max = Number.POSITIVE_INFINITY, code = 'out_of_range' } = bounds;
  if (decimal >= min && decimal <= max) return decimal;
  const range =
    max === Number.POSITIVE_INFINITY
      ? `must not be below ${formatDecimal4(min)}`
      : `must be between ${formatDecimal4(min)} and ${formatDecimal4(max)}`;
  problems.error(code, place, value, range);
  return undefined;
}

/** Undefined for a blank cell. */
export function readDecimalCell(
  cell: Cell,
  problems: Problems,
  bounds: DecimalBounds = {},
): Decimal4 | undefined {
  return cell.text === '' ? undefined : readDecimal(cell.text, cell, problems, bounds);
}

const leastCubicFactor = 100;
const mostCubicFactor = 1000;

export function readCubicFactor(
  value: string | number,
  place: Place,
  problems: Problems,
): Fraction | undefined {
  const fraction = parseFraction(String(value));
  if (fraction === undefined) {
    problems.error(
      'bad_cubic_factor',
      place,
      value,
      'must be a number or a fraction, such as 1000/3',
    );
    return undefined;
  }
  const { numerator, denominator } = fraction;
  if (numerator < leastCubicFactor * denominator || numerator > mostCubicFactor * denominator) {
    const message = `must be between ${leastCubicFactor} and ${mostCubicFactor} kg per cubic metre`;
    problems.error('cubic_factor_out_of_range', place, value, message);
    return undefined;
  }
  return fraction;
}

export function readDay(text: string, place: Place, problems: Problems): Day | undefined {
  const day = findDay(text);
  if (day === undefined) {
    problems.error('bad_date', place, text, 'must be a day in the calendar, such as 2026-01-05');
  }
  return day;
}

export function readPostcode(cell: Cell, problems: Problems): number | undefined {
  if (/^\d{4}$/.test(cell.text)) return Number(cell.text);
  const hint = /^\d{3}$/.test(cell.text)
    ? `; a spreadsheet may have cut the zero of 0${cell.text}`
    : '';
  problems.error('bad_postcode', cell, cell.text, `a postcode has four digits${hint}`);
  return undefined;
}

export function readFlag(cell: Cell, fallback: boolean, problems: Problems): boolean {
  if (cell.text === '') return fallback;
  if (cell.text === '1' || cell.text.toLowerCase() === 'true') return true;
  if (cell.text === '0' || cell.text.toLowerCase() === 'false') return false;
  problems.error('bad_flag', cell, cell.text, 'must be 1 or 0');
  return fallback;
}

export function readChoice<const Value extends string>(
  cell: Cell,
  values: readonly Value[],
  fallback: Value,
  problems: Problems,
): Value {
  if (cell.text === '') return fallback;
  const found = values.find((value) => value === cell.text);
  if (found !== undefined) return found;
  problems.error('bad_choice', cell, cell.text, `must be one of ${values.join(', ')}`);
  return fallback;
}

/** The packaging types of this name. */
export function readPackaging(
  text: string,
  place: Place,
  problems: Problems,
): readonly PackagingIndex[] {
  const types = packagingTypesNamed(text);
  if (types.length === 0) {
    problems.error('unknown_packaging', place, text, 'no packaging type has this name');
  }
  return types;
}

const mostFuelPercent = 60 * one4;
export const fuelBounds: DecimalBounds = { max: mostFuelPercent, code: 'fuel_out_of_range' };
