// MachShip's rate-card CSV: one line is one lane, and the five columns of a break repeat to the right. No column shows whether a
// break prices the whole weight or only its own part, so the operator is asked when a line has several.
import { type Decimal4, one4 } from '../../decimal.ts';
import type { BreakDefinition, LaneUnit } from '../card-definition.ts';
import type { Cell, Findings } from './findings.ts';
import {
  type Choices,
  checkBreaks,
  type ImportedLane,
  laneKey,
  nothingRead,
  type ReadCard,
  withoutTwins,
} from './imported-lane.ts';
import { readTable, requireColumns, type SourceRow } from './source-table.ts';
import {
  readAmount,
  readCubic,
  readItemType,
  readLimit,
  readUnit,
  readZoneCode,
} from './source-values.ts';

const required = [
  'Carrier',
  'Service',
  'From Zone',
  'To Zone',
  'Reciprocal',
  'Cubic Conversion',
  'Basic',
  'Minimum',
  'Break Type',
  'Break From',
  'Break To',
  'Price',
];
const optional = ['Ratecard', 'Account', 'Item Type'];
const groupColumns = ['breaktype', 'itemtype', 'breakfrom', 'breakto', 'price'] as const;

type Group = Readonly<Record<(typeof groupColumns)[number], Cell>>;
type PricedGroup = BreakDefinition & {
  readonly unit: LaneUnit;
  readonly itemType: string;
  readonly from: Decimal4;
  readonly at: Cell;
};

export const readMachShip: ReadCard = (files, choices, findings, progress) => {
  let lines = 0;
  let leftOut = 0;
  const lanes: ImportedLane[] = [];
  const reversed: ImportedLane[] = [];
  const names = new Set<string>();
  files.forEach((file, index) => {
    const table = readTable(file, findings);
    if (table === undefined || !requireColumns(table, required, optional, findings)) return;
    const starts = table.columns.flatMap((name, at) => (name === 'breaktype' ? [at] : []));
    const cardColumn = table.columns.includes('ratecard') ? 'ratecard' : 'account';
    const wanted = table.rows.filter((row) => isWanted(row, cardColumn, choices));
    lines += table.rows.length;
    leftOut += table.rows.length - wanted.length;
    checkOneCard(wanted, cardColumn, findings);
    wanted.forEach((row, at) => {
      names.add(row.cell(cardColumn).text);
      const groups = starts.map((start) => groupOf(row, start, table.columns));
      const made = findings.hasRefused(row.place)
        ? undefined
        : findings.unlessRefused(() => readLine(row, groups, choices, findings));
      for (const lane of made ?? []) {
        lanes.push(lane);
        if (isReciprocal(row, findings)) reversed.push({ ...lane, from: lane.to, to: lane.from });
      }
      progress((index + (at + 1) / wanted.length) / files.length);
    });
  });
  if (lines === 0) return nothingRead;
  const kept = withoutTwins(lanes, findings);
  // A separate line for the return direction beats the mirrored one.
  const known = new Set(kept.map(laneKey));
  const back = reversed.filter((lane) => !known.has(laneKey(lane)));
  const [cardName = ''] = names;
  return {
    lines,
    leftOut,
    lanes: [...kept, ...withoutTwins(back, findings)],
    zones: [],
    ...(names.size === 1 && cardName !== '' ? { cardName } : {}),
  };
};

function isWanted(row: SourceRow, cardColumn: string, { onlyCarrier, onlyCard }: Choices): boolean {
  return (
    (onlyCarrier === undefined || row.cell('carrier').text === onlyCarrier) &&
    (onlyCard === undefined || row.cell(cardColumn).text === onlyCard)
  );
}

/** Two cards in one file would contradict each other lane by lane. */
function checkOneCard(rows: readonly SourceRow[], cardColumn: string, findings: Findings): void {
  for (const [column, mistake] of [
    ['carrier', 'several_carriers'],
    [cardColumn, 'several_cards'],
  ] as const) {
    const [first, ...others] = new Set(rows.map((row) => row.cell(column).text));
    const other = others[0];
    if (other === undefined) continue;
    const cell = rows.find((row) => row.cell(column).text === other)?.cell(column);
    if (cell === undefined) continue;
    const names = [first ?? '', ...others].slice(0, 10);
    findings.refuseFile(cell, other, { mistake, names });
  }
}

function groupOf(row: SourceRow, start: number, columns: readonly string[]): Group {
  const blank = { ...row.place, text: '' };
  const end = columns.indexOf('breaktype', start + 1);
  const cellOf = (name: string): Cell => {
    const at = columns.indexOf(name, start);
    return at < 0 || (end >= 0 && at >= end) ? blank : (row.cells[at] ?? blank);
  };
  return {
    breaktype: cellOf('breaktype'),
    itemtype: cellOf('itemtype'),
    breakfrom: cellOf('breakfrom'),
    breakto: cellOf('breakto'),
    price: cellOf('price'),
  };
}

function isReciprocal(row: SourceRow, findings: Findings): boolean {
  const cell = row.cell('reciprocal');
  const text = cell.text.toUpperCase();
  if (!['', 'N', 'NO', 'FALSE', '0', 'Y', 'YES', 'TRUE', '1'].includes(text))
    findings.refuse(cell, cell.text, { mistake: 'no_yes_or_no' });
  return ['Y', 'YES', 'TRUE', '1'].includes(text);
}

function readLine(
  row: SourceRow,
  groups: readonly Group[],
  choices: Choices,
  findings: Findings,
): ImportedLane[] {
  const [service, from, to] = [row.cell('service'), row.cell('fromzone'), row.cell('tozone')];
  if (service.text === '') findings.refuse(service, '', { mistake: 'service_blank' });
  readZoneCode(from, findings);
  readZoneCode(to, findings);
  isReciprocal(row, findings);
  const shared = {
    service,
    from,
    to,
    toSuburb: '',
    basic: readAmount(row.cell('basic'), findings),
    includes: undefined,
    minimum: readAmount(row.cell('minimum'), findings),
    cubic: readCubic(row.cell('cubicconversion'), findings),
    places: [row.place],
  };
  const priced = groups
    .filter((group) => Object.values(group).some(({ text }) => text !== ''))
    .map((group) => readGroup(group, findings));
  const byType = Map.groupBy(priced, ({ itemType }) => itemType);
  if (byType.size > 1) findings.note({ note: 'charged_by_type' });
  if (byType.size === 0) {
    if (shared.basic === undefined && shared.minimum === undefined)
      findings.refuse(row.place, '', { mistake: 'line_without_price' });
    return [{ ...shared, itemType: '', unit: 'kg', breakMode: 'flat_rate', breaks: [] }];
  }
  return [...byType].map(([itemType, own]) => ({
    ...shared,
    itemType,
    ...readBreaks(own, choices, findings),
  }));
}

function readGroup(group: Group, findings: Findings): PricedGroup {
  const price = readAmount(group.price, findings);
  if (group.price.text === '') findings.refuse(group.price, '', { mistake: 'break_without_price' });
  const unit = readUnit(group.breaktype, findings) ?? 'kg';
  const itemType = readItemType(group.itemtype, findings);
  return {
    unit,
    itemType: unit === 'pallet' && itemType === '' ? 'pallet' : itemType,
    from: readAmount(group.breakfrom, findings) ?? 0,
    to: readLimit(group.breakto, findings),
    price: price ?? 0,
    step: one4,
    at: group.breakto,
  };
}

function readBreaks(
  groups: readonly PricedGroup[],
  { breaks: choice }: Choices,
  findings: Findings,
): Pick<ImportedLane, 'unit' | 'breakMode' | 'breaks'> {
  const [first] = groups;
  const unit = first?.unit ?? 'kg';
  const stranger = groups.find((group) => group.unit !== unit);
  if (stranger !== undefined)
    findings.refuse(stranger.at, stranger.unit, { mistake: 'two_units', unit });
  checkBreaks(groups, findings);
  groups.forEach(({ from, at }, index) => {
    const reached = index === 0 ? 0 : groups[index - 1]?.to;
    if (reached === undefined || (from >= reached && from <= reached + one4)) return;
    findings.refuse(at, at.text, { mistake: 'break_gap' });
  });
  const second = groups[1];
  if (first !== undefined && second !== undefined && choice === undefined) {
    const { file, line } = first.at;
    const [low, high] = [first.price / one4, second.price / one4];
    findings.ask({ question: 'breaks', example: { file, line, low, high } });
  }
  const breaks = groups.map(({ to, price, step }) => ({ to, price, step }));
  if (groups.length === 1) return { unit, breakMode: 'flat_rate', breaks };
  return { unit, breakMode: choice === 'accumulative' ? 'cumulative' : 'whole', breaks };
}
