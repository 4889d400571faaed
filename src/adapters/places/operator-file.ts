// The operator's own localities: a CSV file that extends the shipped ones or replaces them.
//
//   mode,extend
//   locality,postcode,state,latitude,longitude,priority,kind
//   NEWTOWN HEIGHTS,3220,VIC,-38.15,144.33,320,delivery
//
// The first line says how the file is meant: `mode,replace` leaves out all shipped localities,
// `mode,extend` keeps them, and a row with the postcode, state and name of a shipped locality takes
// its place. Without that line the file extends. The header names the columns, in any order:
// locality and postcode are needed; an empty state is taken from the postcode, empty coordinates
// stay unknown, an empty priority is 300 (a small town) and an empty kind is `delivery`.
// A file with any problem is refused as a whole, with all its problems.

import { parseCsv } from '../../domain/csv/csv.ts';
import { separatorFault } from '../../domain/csv/csv-file.ts';
import { findState, isPostcode, stateOfPostcode } from '../../domain/places/australian-state.ts';
import {
  highestPriority,
  type Locality,
  localityId,
  localityKinds,
} from '../../domain/places/locality.ts';
import { localityKey } from '../../domain/places/locality-name.ts';
import { csvMessage, describeFault } from '../../wording/csv.ts';

export type OperatorFile = Readonly<{
  mode: 'extend' | 'replace';
  localities: readonly Locality[];
}>;

/** A problem and its line: 7, `postcode "320" is not four digits`. */
export type FileProblem = Readonly<{ line: number | undefined; message: string }>;

const knownColumns = [
  'locality',
  'postcode',
  'state',
  'latitude',
  'longitude',
  'priority',
  'kind',
] as const;
const neededColumns: readonly Column[] = ['locality', 'postcode'];
const defaultPriority = 300;
const longestName = 80;

type Column = (typeof knownColumns)[number];
type Report = (message: string) => void;

export function parseOperatorFile(text: string): {
  file: OperatorFile;
  problems: readonly FileProblem[];
} {
  const problems: FileProblem[] = [];
  const report = (line: number) => (message: string) => problems.push({ line, message });
  const parsed = parseCsv(text, (problem) =>
    problems.push({ line: problem.line, message: csvMessage(problem) }),
  );
  const fault = separatorFault(parsed[0]);
  if (fault !== undefined) {
    const problem = { line: fault.line, message: describeFault(fault) };
    return { file: { mode: 'extend', localities: [] }, problems: [problem] };
  }
  const records: readonly CsvRecord[] = parsed.map((fields) => ({
    line: fields[0]?.line ?? 1,
    fields: fields.map((field) => field.text),
  }));
  const [first] = records;
  const hasMode = first?.fields[0]?.toLowerCase() === 'mode';
  const mode = hasMode && first !== undefined ? readMode(first, report(first.line)) : 'extend';
  const [header, ...rows] = hasMode ? records.slice(1) : records;
  if (header === undefined) report(1)('the file has no header and no localities');
  const columns = header === undefined ? undefined : readHeader(header, report(header.line));
  const localities: Locality[] = [];
  const lineOf = new Map<string, number>();
  for (const row of columns === undefined ? [] : rows) {
    const locality = readRow(row, columns ?? [], report(row.line));
    if (locality === undefined) continue;
    const id = localityId(locality);
    const earlier = lineOf.get(id);
    if (earlier === undefined) lineOf.set(id, row.line);
    else report(row.line)(`${describe(locality)} is already on line ${earlier}`);
    localities.push(locality);
  }
  if (columns !== undefined && rows.length === 0) report(1)('the file has no localities');
  return { file: { mode, localities }, problems };
}

/** The operator's localities, added to the shipped ones or replacing them. */
export function applyOperatorFile(
  shipped: readonly Locality[],
  { mode, localities }: OperatorFile,
): readonly Locality[] {
  if (mode === 'replace') return localities;
  const own = new Set(localities.map(localityId));
  const places = new Set(localities.map(({ postcode }) => postcode));
  const kept = shipped.filter(
    (locality) => !places.has(locality.postcode) || !own.has(localityId(locality)),
  );
  return [...kept, ...localities];
}

/** A record of the file, with the line on which it begins. */
type CsvRecord = Readonly<{ line: number; fields: readonly string[] }>;

function readMode({ fields }: CsvRecord, report: Report): OperatorFile['mode'] {
  const mode = (fields[1] ?? '').toLowerCase();
  if (mode === 'replace' || mode === 'extend') return mode;
  report(`mode "${fields[1] ?? ''}" is neither extend nor replace`);
  return 'extend';
}

function readHeader({ fields }: CsvRecord, report: Report): readonly Column[] | undefined {
  const names = fields.map((field) => field.toLowerCase());
  const columns = names.flatMap((name) => knownColumns.find((column) => column === name) ?? []);
  for (const [position, name] of names.entries()) {
    if (!knownColumns.some((column) => column === name)) {
      report(`column "${fields[position]}" is unknown; the columns are ${knownColumns.join(', ')}`);
    } else if (names.indexOf(name) !== position) report(`column "${name}" appears twice`);
  }
  const missing = neededColumns.filter((column) => !columns.includes(column));
  for (const column of missing) report(`column "${column}" is missing`);
  return missing.length === 0 && columns.length === names.length ? columns : undefined;
}

function readRow(row: CsvRecord, columns: readonly Column[], report: Report): Locality | undefined {
  if (row.fields.length > columns.length) {
    report(`has ${row.fields.length} fields, the header ${columns.length}`);
    return undefined;
  }
  let isGood = true;
  const refuse = (message: string): undefined => {
    isGood = false;
    report(message);
  };
  const field = (column: Column) => row.fields[columns.indexOf(column)] ?? '';
  const name = readName(field('locality'), refuse);
  const postcode = field('postcode');
  if (!isPostcode(postcode)) refuse(`postcode "${postcode}" is not four digits`);
  const state = readState(field('state'), postcode, refuse);
  const kindText = field('kind').toLowerCase() || 'delivery';
  const kind = localityKinds.find((known) => known === kindText);
  if (kind === undefined)
    refuse(`kind must be one of ${localityKinds.join(', ')}; it is "${field('kind')}"`);
  const priority = readPriority(field('priority'), refuse);
  const coordinates = readCoordinates(field('latitude'), field('longitude'), refuse);
  if (!isGood || state === undefined || kind === undefined) return undefined;
  return { name, postcode, state, kind, priority, coordinates };
}

function readName(text: string, refuse: Report): string {
  const name = text.replaceAll(/\s+/g, ' ').replaceAll('’', "'").toUpperCase();
  if (name === '') refuse('locality is empty');
  else if (localityKey(name) === '') refuse(`locality "${text}" has no letters`);
  else if (name.length > longestName) refuse(`locality "${text}" is over ${longestName} letters`);
  return name;
}

function readState(text: string, postcode: string, refuse: Report) {
  const state = text === '' ? stateOfPostcode(postcode) : findState(text.toUpperCase());
  if (state === undefined && text !== '') refuse(`state "${text}" is not Australian`);
  else if (state === undefined && isPostcode(postcode)) {
    refuse(`state is empty, and postcode "${postcode}" belongs to no state`);
  }
  return state;
}

function readPriority(text: string, refuse: Report): number {
  if (text === '') return defaultPriority;
  const priority = Number(text);
  if (/^\d{1,4}$/.test(text) && priority <= highestPriority) return priority;
  refuse(`priority "${text}" is not a whole number from 0 to ${highestPriority}`);
  return defaultPriority;
}

function readCoordinates(latitude: string, longitude: string, refuse: Report) {
  if (latitude === '' && longitude === '') return undefined;
  if (latitude === '' || longitude === '') {
    refuse(
      `give both latitude and longitude, or neither; they are "${latitude}" and "${longitude}"`,
    );
    return undefined;
  }
  if (!isDegrees(latitude, 90)) refuse(`latitude "${latitude}" is not a number from -90 to 90`);
  if (!isDegrees(longitude, 180)) {
    refuse(`longitude "${longitude}" is not a number from -180 to 180`);
  }
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

function isDegrees(text: string, limit: number): boolean {
  return /^-?\d{1,3}(?:\.\d+)?$/.test(text) && Math.abs(Number(text)) <= limit;
}

function describe({ name, state, postcode }: Locality): string {
  return `${name} ${state} ${postcode}`;
}
