// A matrix as Allied and others send it: origin depots across, zones down, and under each origin three columns: basic, per
// kilo, minimum, in any order. Two rows of headings; a spreadsheet's merged cells arrive as blanks after the origin's name.
// Three blanks mean that the pair is not served.
import { one4 } from '../../decimal.ts';
import type { Cell, Findings } from './findings.ts';
import { type Choices, type ImportedLane, type ReadCard, withoutTwins } from './imported-lane.ts';
import { columnName, readRecords } from './source-table.ts';
import { readAmount, readZoneCode } from './source-values.ts';

const kinds: readonly { readonly kind: Kind; readonly names: RegExp }[] = [
  { kind: 'minimum', names: /^min/ },
  { kind: 'rate', names: /kg|kilo|rate/ },
  { kind: 'basic', names: /^(basic|base|flagfall|flat|consignment)/ },
];
type Kind = 'basic' | 'rate' | 'minimum';
type Origin = { readonly name: Cell; readonly columns: Readonly<Record<Kind, number>> };

export const readMatrix: ReadCard = (files, choices, findings, progress) => {
  const lanes: ImportedLane[] = [];
  let lines = 0;
  askForWhatIsMissing(choices, findings);
  files.forEach((file, index) => {
    const [names, kindRow, ...rows] = readRecords(file, findings) ?? [];
    if (names === undefined) return;
    const origins = readOrigins(names, kindRow ?? [], findings);
    const filled = rows.filter((cells) => cells.some(({ text }) => text !== ''));
    lines += filled.length;
    const width = Math.max(names.length, kindRow?.length ?? 0);
    filled.forEach((cells, at) => {
      checkWidth(cells, width, findings);
      lanes.push(...readRow(cells, origins, choices, findings));
      progress((index + (at + 1) / filled.length) / files.length);
    });
  });
  return { lines, leftOut: 0, lanes: withoutTwins(lanes, findings), zones: [] };
};

/** A missing cell would shift every price after it to another column. */
function checkWidth(cells: readonly Cell[], width: number, findings: Findings): void {
  const [first] = cells;
  const filled = cells.findLastIndex(({ text }) => text !== '') + 1;
  if (first === undefined || (cells.length >= width && filled <= width)) return;
  findings.refuse(first, `${cells.length} cells`, { mistake: 'width', cells: width });
}

function askForWhatIsMissing({ cubic, service }: Choices, findings: Findings): void {
  if (service === undefined) findings.ask({ question: 'service' });
  if (cubic === undefined) findings.ask({ question: 'cubic', of: 'matrix' });
}

function readOrigins(
  names: readonly Cell[],
  kindRow: readonly Cell[],
  findings: Findings,
): readonly Origin[] {
  const origins: Origin[] = [];
  const starts = names.flatMap(({ text }, at) => (at > 0 && text !== '' ? [at] : []));
  starts.forEach((start, index) => {
    const name = names[start];
    const end = starts[index + 1] ?? Math.max(names.length, kindRow.length);
    // Leading columns ("Zone", "State") have no prices.
    if (name === undefined || !kindRow.slice(start, end).some(kindOf)) return;
    const columns = new Map<Kind, number>();
    for (let at = start; at < end; at += 1) {
      const kind = kindOf(kindRow[at]);
      const cell = kindRow[at];
      if (kind !== undefined && !columns.has(kind)) columns.set(kind, at);
      else if (cell !== undefined && cell.text !== '')
        findings.refuseFile(cell, cell.text, { mistake: 'matrix_column', origin: name.text });
    }
    const [basic, rate, minimum] = [
      columns.get('basic'),
      columns.get('rate'),
      columns.get('minimum'),
    ];
    if (basic === undefined || rate === undefined || minimum === undefined)
      findings.refuseFile(name, name.text, { mistake: 'matrix_column_missing' });
    else if (readZoneCode(name, findings) !== undefined)
      origins.push({ name, columns: { basic, rate, minimum } });
  });
  if (origins.length === 0) {
    const place = names[0] ?? { file: '', line: 1, column: 1 };
    findings.refuseFile(place, '', { mistake: 'no_origin' });
  }
  return origins;
}

function kindOf(cell: Cell | undefined): Kind | undefined {
  const name = columnName(cell?.text ?? '');
  return name === '' ? undefined : kinds.find(({ names }) => names.test(name))?.kind;
}

const isNothing = (cell: Cell | undefined): boolean =>
  /^(|-|n\/?a|nil|not serviced)$/i.test(cell?.text ?? '');

function readRow(
  cells: readonly Cell[],
  origins: readonly Origin[],
  { cubic = '', service = '' }: Choices,
  findings: Findings,
): ImportedLane[] {
  const [zone] = cells;
  if (zone === undefined || findings.hasRefused(zone)) return [];
  if (readZoneCode(zone, findings) === undefined) return [];
  return origins.flatMap(({ name, columns }) => {
    const { basic, rate, minimum } = columns;
    const three = [cells[basic], cells[rate], cells[minimum]];
    if (three.every(isNothing)) return [];
    const [basicCell, rateCell, minimumCell] = three.map(
      (cell) => cell ?? { ...zone, text: '' },
    ) as [Cell, Cell, Cell];
    const lane = findings.unlessRefused((): ImportedLane => {
      const price = readAmount(rateCell, findings);
      if (rateCell.text === '') {
        const lane = { from: name.text, to: zone.text };
        findings.refuse(rateCell, '', { mistake: 'no_kilo_price', ...lane });
      }
      return {
        service: { ...zone, text: service },
        from: name,
        to: zone,
        toSuburb: '',
        itemType: '',
        basic: readAmount(basicCell, findings),
        includes: undefined,
        minimum: readAmount(minimumCell, findings),
        unit: 'kg',
        breakMode: 'flat_rate',
        breaks: [{ to: undefined, price: price ?? 0, step: one4 }],
        cubic,
        places: [{ file: zone.file, line: zone.line, column: rateCell.column }],
      };
    });
    return lane === undefined ? [] : [lane];
  });
}
