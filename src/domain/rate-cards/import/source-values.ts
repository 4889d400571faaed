// Single values of other systems' files: amounts as spreadsheets show them, units under their many names, zones, packaging.
// Each reader refuses a doubtful cell and never guesses a price.
import { packagingTypesNamed } from '../../bookings/item.ts';
import {
  type Decimal4,
  formatDecimal4,
  one4,
  parseDecimal4,
  parseFraction,
} from '../../decimal.ts';
import type { LaneUnit } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';

const amountShape = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/;
const mostWholeDigits = 9;

/** `7.5`, `$ 7.50`, `1,250.00`, `$ -` for nothing; rounded to four decimals. Undefined when blank or refused. */
export function readAmount(cell: Cell, findings: Findings): Decimal4 | undefined {
  const text = cell.text.replaceAll('\u00a0', ' ').trim();
  if (text === '') return undefined;
  if (/^\$?\s*-$/.test(text)) return 0;
  const [, whole = '', fraction = ''] = amountShape.exec(text) ?? [];
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if ((digits === '' && fraction === '') || digits.length > mostWholeDigits) {
    findings.refuse(cell, cell.text, { mistake: 'no_amount' });
    return undefined;
  }
  const exact =
    parseDecimal4(`${digits === '' ? '0' : digits}.${fraction.slice(0, 4).padEnd(4, '0')}`) ?? 0;
  const rest = fraction.slice(4);
  if (!/[1-9]/.test(rest)) return exact;
  const rounded = rest >= '5' ? exact + 1 : exact;
  findings.note({ note: 'amounts_rounded' });
  return rounded;
}

/** The upper limit of a break; undefined for none. Zero and blank mean none in every format. */
export function readLimit(cell: Cell, findings: Findings): Decimal4 | undefined {
  const limit = readAmount(cell, findings);
  return limit === 0 ? undefined : limit;
}

const unitNames: Readonly<Record<string, LaneUnit>> = Object.fromEntries(
  (
    [
      ['kg', 'weight kg kgs kilo kilos kilogram kilograms perkg perkilo chargeweight'],
      ['item', 'item items piece pieces unit units peritem perpiece quantity qty'],
      ['pallet', 'pallet pallets perpallet'],
      ['m3', 'm3 cbm cubic volume cubicmetre cubicmetres cubicmeter cubicmeters perm3'],
      ['km', 'km kms kilometre kilometres distance perkm'],
    ] as const
  ).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

export function readUnit(cell: Cell, findings: Findings): LaneUnit | undefined {
  const unit = unitNames[cell.text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')];
  if (unit === undefined) findings.refuse(cell, cell.text, { mistake: 'unknown_unit' });
  return unit;
}

const zoneShape = /^[A-Za-z0-9][A-Za-z0-9 ._+-]*$/;

export function readZoneCode(cell: Cell, findings: Findings): string | undefined {
  if (cell.text === '*' || zoneShape.test(cell.text)) return cell.text;
  findings.refuse(cell, cell.text, { mistake: cell.text === '' ? 'zone_blank' : 'zone_form' });
  return undefined;
}

/** The spelling of a rate card; blank for every type. */
export function readItemType(cell: Cell, findings: Findings): string {
  if (cell.text !== '' && packagingTypesNamed(cell.text).length === 0)
    findings.refuse(cell, cell.text, { mistake: 'unknown_packaging' });
  return cell.text.toLowerCase();
}

/** Kilograms per cubic metre, as a card states it; blank when volume does not count. */
export function readCubic(cell: Cell, findings: Findings): string {
  if (/^0*(\.0*)?$/.test(cell.text)) return '';
  const factor = parseFraction(cell.text);
  if (
    factor === undefined ||
    factor.numerator < 100 * factor.denominator ||
    factor.numerator > 1000 * factor.denominator
  ) {
    findings.refuse(cell, cell.text, { mistake: 'no_cubic' });
    return '';
  }
  return cell.text.includes('/')
    ? cell.text
    : formatDecimal4((factor.numerator * one4) / factor.denominator);
}

const cm3PerM3 = 1_000_000;

/** A divisor of 3000 cm³ per kg is exactly 1000/3 kg per m³. */
export function readDivisor(cell: Cell, findings: Findings): string {
  const divisor = readAmount(cell, findings);
  if (divisor === undefined || divisor === 0) return '';
  const whole = divisor / one4;
  if (!Number.isInteger(whole) || whole < 1000 || whole > 10_000) {
    findings.refuse(cell, cell.text, { mistake: 'no_divisor' });
    return '';
  }
  return cm3PerM3 % whole === 0 ? String(cm3PerM3 / whole) : reduced(cm3PerM3, whole);
}

function reduced(top: number, bottom: number): string {
  const { numerator, denominator } = parseFraction(`${top}/${bottom}`) ?? {
    numerator: top,
    denominator: bottom,
  };
  return `${numerator}/${denominator}`;
}
