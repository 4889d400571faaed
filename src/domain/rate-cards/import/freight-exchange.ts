// FreightExchange's rate sheet, each tab saved as a CSV file: Rates, and optionally Courier (fuel levy, volumetric divisor) and
// Zones. Tabs are recognised by their headings. The basic charge covers the first units, the rest is charged by started steps;
// several lines of a lane are its breaks.
import { type Decimal4, one4, parseDecimal4 } from '../../decimal.ts';
import type { BreakDefinition, LaneUnit } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';
import { checkBreaks, type ImportedLane, nothingRead, type ReadCard } from './imported-lane.ts';
import { LaneGroups } from './lane-groups.ts';
import { readTable, requireColumns, type SourceRow, type SourceTable } from './source-table.ts';
import { readAmount, readDivisor, readLimit, readUnit, readZoneCode } from './source-values.ts';
import { isZoneTable, readZoneTable, type ZoneRow } from './zone-rows.ts';

const required = [
  'ServiceName',
  'FromZone',
  'ToZone',
  'RatingMethod',
  'BasicRate',
  'BasicQuantity',
  'AdditionalRate',
  'AdditionalQuantity',
  'MinimumPrice',
  'MaxRateBreak',
];
const optional = ['SupplementaryBasicRate', 'SupplementaryBasicQuantity'];

type Line = {
  readonly row: SourceRow;
  readonly unit: LaneUnit;
  readonly basic: Decimal4;
  readonly includes: Decimal4;
  readonly minimum: Decimal4 | undefined;
  readonly limit: BreakDefinition & { readonly at: Cell };
};

type Courier = { fuelPercent: Decimal4 | undefined; cubic: string | undefined };

export const readFreightExchange: ReadCard = (files, choices, findings, progress) => {
  const groups = new LaneGroups<Line>(findings);
  const zones: ZoneRow[] = [];
  const courier: Courier = { fuelPercent: undefined, cubic: choices.cubic };
  let lines = 0;
  files.forEach((file, index) => {
    const table = readTable(file, findings);
    if (table === undefined) return;
    if (table.columns.includes('ratingmethod')) {
      if (!requireColumns(table, required, optional, findings)) return;
      lines += table.rows.length;
      table.rows.forEach((row, at) => {
        groups.add(row, ['servicename', 'fromzone', 'tozone'], () => readLine(row, findings));
        progress((index + (at + 1) / table.rows.length) / files.length);
      });
    } else if (isZoneTable(table)) zones.push(...readZoneTable(table, findings));
    else if (table.columns.some((name) => courierColumns.includes(name)))
      readCourier(table, courier, findings);
    else if (table.columns.includes('internalname'))
      findings.note({ note: 'lists_services', file: file.name });
    else {
      const place = { file: file.name, line: 1, column: 1 };
      findings.refuseFile(place, '', { mistake: 'unknown_tab' });
    }
  });
  if (lines === 0) return { ...nothingRead, zones };
  if (courier.cubic === undefined) findings.ask({ question: 'cubic', of: 'rate_sheet' });
  const { cubic = '' } = courier;
  const lanes = groups.lanes((first, own) => laneOf(first, own, cubic, findings));
  return {
    lines,
    leftOut: 0,
    lanes,
    zones,
    ...(courier.fuelPercent === undefined ? {} : { fuelPercent: courier.fuelPercent }),
  };
};

const courierColumns = ['fuellevy', 'voldiv', 'volumetricdivisor', 'volumetricdiv'];

function readCourier(table: SourceTable, courier: Courier, findings: Findings): void {
  const [row] = table.rows;
  if (row === undefined) return;
  const fuel = row.cell('fuellevy');
  if (fuel.text !== '') courier.fuelPercent = readFuel(fuel, findings);
  const divisor = courierColumns
    .filter((name) => name !== 'fuellevy')
    .map((name) => row.cell(name))
    .find(({ text }) => text !== '');
  if (divisor !== undefined) courier.cubic ??= readDivisor(divisor, findings);
}

/** `0.1301` and `13.01%` are the same levy; a bare number of one or more is a percentage. */
function readFuel(cell: Cell, findings: Findings): Decimal4 | undefined {
  const isPercent = cell.text.endsWith('%');
  const value = parseDecimal4(cell.text.replace(/\s*%$/, ''));
  const percent = value === undefined || isPercent || value >= one4 ? value : value * 100;
  if (percent === undefined || percent < 0 || percent > 60 * one4) {
    findings.refuse(cell, cell.text, { mistake: 'no_fuel_levy' });
    return undefined;
  }
  findings.note({ note: 'fuel_levy', percent: percent / one4 });
  return percent;
}

function readLine(row: SourceRow, findings: Findings): Line {
  for (const column of ['fromzone', 'tozone']) readZoneCode(row.cell(column), findings);
  const service = row.cell('servicename');
  if (service.text === '') findings.refuse(service, '', { mistake: 'service_blank' });
  const supplement = row.cell('supplementarybasicrate');
  if ((readAmount(supplement, findings) ?? 0) !== 0)
    findings.refuse(supplement, supplement.text, { mistake: 'second_basic' });
  const amount = (column: string): Decimal4 => readAmount(row.cell(column), findings) ?? 0;
  const at = row.cell('maxratebreak');
  const step = amount('additionalquantity');
  const price = amount('additionalrate');
  if (price !== 0 && step === 0) {
    const cell = row.cell('additionalquantity');
    findings.refuse(cell, cell.text, { mistake: 'rate_for_nothing' });
  }
  return {
    row,
    unit: readUnit(row.cell('ratingmethod'), findings) ?? 'kg',
    basic: amount('basicrate'),
    includes: amount('basicquantity'),
    minimum: readLimit(row.cell('minimumprice'), findings),
    limit: { to: readLimit(at, findings), price, step: step === 0 ? one4 : step, at },
  };
}

const openEnd = Number.MAX_SAFE_INTEGER;

function laneOf(
  earliest: Line,
  lines: readonly Line[],
  cubic: string,
  findings: Findings,
): ImportedLane {
  const sorted = lines.toSorted(
    (one, other) => (one.limit.to ?? openEnd) - (other.limit.to ?? openEnd),
  );
  const first = sorted[0] ?? earliest;
  // Without additional rates each line is the full price up to its limit, as for satchels.
  const isBands = sorted.every(({ limit }) => limit.price === 0);
  for (const line of sorted) checkSame(line, first, isBands, findings);
  const breaks = sorted.map(({ limit, basic }) =>
    isBands ? { ...limit, price: basic, step: one4 } : limit,
  );
  checkBreaks(breaks, findings);
  const { row, unit } = first;
  return {
    service: row.cell('servicename'),
    from: row.cell('fromzone'),
    to: row.cell('tozone'),
    toSuburb: '',
    itemType: unit === 'pallet' ? 'pallet' : '',
    basic: isBands ? undefined : first.basic,
    includes: isBands ? undefined : first.includes,
    minimum: first.minimum,
    unit,
    breakMode: isBands ? 'band' : 'step',
    breaks: breaks.map(({ to, price, step }) => ({ to, price, step })),
    cubic,
    places: sorted.map((line) => line.row.place),
  };
}

function checkSame(line: Line, first: Line, isBands: boolean, findings: Findings): void {
  for (const [column, differs] of [
    ['ratingmethod', line.unit !== first.unit],
    ['basicrate', !isBands && line.basic !== first.basic],
    ['basicquantity', !isBands && line.includes !== first.includes],
    ['minimumprice', line.minimum !== first.minimum],
  ] as const) {
    if (!differs) continue;
    const cell = line.row.cell(column);
    const { line: other } = first.row.place;
    const value = first.row.cell(column).text;
    findings.refuse(cell, cell.text, { mistake: 'break_differs', line: other, value });
  }
}
