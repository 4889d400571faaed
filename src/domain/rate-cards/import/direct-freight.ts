// Direct Freight Express's file: one line is one break; a lane is a city and a type. Kilograms and pallets are priced separately.
// There are two versions of the headings: a break's order and limit are in BreakSeqno and UpToKgs, or in Break and Seqno, where
// UpToKgs is the maximum weight of a pallet.
import { type Decimal4, one4 } from '../../decimal.ts';
import type { BreakDefinition } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';
import {
  type Choices,
  checkBreaks,
  type ImportedLane,
  nothingRead,
  type ReadCard,
} from './imported-lane.ts';
import { LaneGroups } from './lane-groups.ts';
import { readTable, requireColumns, type SourceRow, type SourceTable } from './source-table.ts';
import { readAmount, readCubic, readLimit, readZoneCode } from './source-values.ts';

const required = ['FromZone', 'ToZone', 'Service', 'Rate', 'UpToKgs', 'Type', 'CubicConv'];
const optional = [
  'CityTo',
  'BasicCharge',
  'BreakSeqno',
  'Break',
  'Seqno',
  'Flatsliding',
  'MinimumCharge',
];

type Line = {
  readonly row: SourceRow;
  readonly order: Decimal4;
  readonly limit: BreakDefinition & { readonly at: Cell };
  readonly sliding: Cell;
  readonly kind: 'kilo' | 'pallet';
  readonly basic: Decimal4;
  readonly minimum: Decimal4 | undefined;
  readonly cubic: string;
};

export const readDirectFreight: ReadCard = (files, choices, findings, progress) => {
  const groups = new LaneGroups<Line>(findings);
  let lines = 0;
  const pallets = new PalletWeights();
  files.forEach((file, index) => {
    const table = readTable(file, findings);
    if (table === undefined || !requireColumns(table, required, optional, findings)) return;
    lines += table.rows.length;
    table.rows.forEach((row, at) => {
      groups.add(row, ['fromzone', 'tozone', 'service', 'cityto', 'type'], () =>
        readLine(row, table, pallets, findings),
      );
      progress((index + (at + 1) / table.rows.length) / files.length);
    });
  });
  if (lines === 0) return nothingRead;
  const lanes = groups.lanes((first, own) => laneOf(first, own, choices, findings));
  return {
    lines,
    leftOut: 0,
    lanes,
    zones: [],
    ...(pallets.maxKg === undefined ? {} : { palletMaxKg: pallets.maxKg }),
  };
};

/** A card has one maximum weight for all pallets. */
class PalletWeights {
  maxKg: Decimal4 | undefined;

  read(cell: Cell, findings: Findings): void {
    const kg = readLimit(cell, findings);
    if (kg === undefined) return;
    this.maxKg ??= kg;
    if (this.maxKg === kg) return;
    findings.refuse(cell, cell.text, {
      mistake: 'other_pallet_weight',
      kg: this.maxKg / one4,
    });
  }
}

function readLine(
  row: SourceRow,
  { columns }: SourceTable,
  pallets: PalletWeights,
  findings: Findings,
): Line | undefined {
  for (const column of ['fromzone', 'tozone']) readZoneCode(row.cell(column), findings);
  const service = row.cell('service');
  if (service.text === '') findings.refuse(service, '', { mistake: 'service_blank' });
  const type = row.cell('type');
  const kind = type.text.toLowerCase();
  if (kind !== 'kilo' && kind !== 'pallet') {
    findings.refuse(type, type.text, { mistake: 'no_kilo_or_pallet' });
    return undefined;
  }
  const hasBreakColumn = columns.includes('break');
  const at = row.cell(hasBreakColumn ? 'break' : 'uptokgs');
  if (hasBreakColumn && kind === 'pallet') pallets.read(row.cell('uptokgs'), findings);
  const rate = row.cell('rate');
  if (rate.text === '') findings.refuse(rate, '', { mistake: 'rate_blank' });
  return {
    row,
    order: readAmount(row.cell(hasBreakColumn ? 'seqno' : 'breakseqno'), findings) ?? 0,
    limit: { to: readLimit(at, findings), price: readAmount(rate, findings) ?? 0, step: one4, at },
    sliding: row.cell('flatsliding'),
    kind,
    basic: readAmount(row.cell('basiccharge'), findings) ?? 0,
    minimum: readAmount(row.cell('minimumcharge'), findings),
    cubic: readCubic(row.cell('cubicconv'), findings),
  };
}

function laneOf(
  earliest: Line,
  lines: readonly Line[],
  choices: Choices,
  findings: Findings,
): ImportedLane {
  const sorted = lines.toSorted((one, other) => one.order - other.order);
  const first = sorted[0] ?? earliest;
  const { row, kind } = first;
  for (const line of sorted) checkSame(line, first, findings);
  const breaks = sorted.map(({ limit }) => limit);
  checkBreaks(breaks, findings);
  return {
    service: row.cell('service'),
    from: row.cell('fromzone'),
    to: row.cell('tozone'),
    toSuburb: row.cell('cityto').text,
    itemType: kind === 'pallet' ? 'pallet' : '',
    basic: first.basic,
    includes: undefined,
    minimum: first.minimum,
    unit: kind === 'pallet' ? 'pallet' : 'kg',
    breakMode: modeOf(sorted, choices, findings),
    breaks: breaks.map(({ to, price, step }) => ({ to, price, step })),
    cubic: first.cubic,
    places: sorted.map((line) => line.row.place),
  };
}

function checkSame(line: Line, first: Line, findings: Findings): void {
  const { row } = line;
  for (const [column, differs] of [
    ['basiccharge', line.basic !== first.basic],
    ['minimumcharge', line.minimum !== first.minimum],
  ] as const) {
    if (!differs) continue;
    const { line: other } = first.row.place;
    const value = first.row.cell(column).text;
    const mistake = { mistake: 'charge_differs', line: other, value } as const;
    findings.refuse(row.cell(column), row.cell(column).text, mistake);
  }
}

function modeOf(
  lines: readonly Line[],
  { flat }: Choices,
  findings: Findings,
): ImportedLane['breakMode'] {
  const spellings = new Set(lines.map(({ sliding }) => sliding.text.toUpperCase()));
  const stranger = lines.find(
    ({ sliding }) => !['', 'S', 'F'].includes(sliding.text.toUpperCase()),
  );
  const at = stranger?.sliding ?? lines[1]?.sliding ?? lines[0]?.sliding;
  if (at !== undefined && (stranger !== undefined || spellings.size > 1)) {
    const mistake = stranger === undefined ? 'sliding_differs' : 'unknown_sliding';
    findings.refuse(at, at.text, { mistake });
  }
  const isFlat = spellings.has('F');
  if (isFlat && flat === undefined) findings.ask({ question: 'flat' });
  if (isFlat && flat === 'total') return 'band';
  return lines.length === 1 ? 'flat_rate' : 'whole';
}
