// The compact file of the shipped localities: one list per column, which reads fastest. Its first column names the
// format and the data, so that a file from other data, or an incomplete one, counts as missing.

import { readFileSync } from 'node:fs';
import { australianStates } from '../../domain/places/australian-state.ts';
import { type Locality, localityKinds } from '../../domain/places/locality.ts';
import { writeWhole } from '../shared/written-files.ts';
import { sourceVersions } from './source-versions.ts';

// Raise with every change to the columns or to the cleaning.
const fileFormat = 1;

type Columns = Readonly<{
  madeFrom: string;
  names: readonly string[];
  /** Numbers; padded to four digits when read. */
  postcodes: readonly number[];
  /** Positions in `australianStates` and `localityKinds`. */
  states: readonly number[];
  kinds: readonly number[];
  priorities: readonly number[];
  /** In ten-thousandths of a degree, eleven metres: no suburb's centre is more exact than that. */
  latitudes: readonly number[];
  longitudes: readonly number[];
}>;

const partsOfADegree = 10_000;

export function writeGeneratedFile(file: string, localities: readonly Locality[]): void {
  const columns: Columns = {
    madeFrom: madeFrom(),
    names: localities.map(({ name }) => name),
    postcodes: localities.map(({ postcode }) => Number(postcode)),
    states: localities.map(({ state }) => australianStates.indexOf(state)),
    kinds: localities.map(({ kind }) => localityKinds.indexOf(kind)),
    priorities: localities.map(({ priority }) => priority),
    latitudes: localities.map(({ coordinates }) => inParts(coordinates?.latitude)),
    longitudes: localities.map(({ coordinates }) => inParts(coordinates?.longitude)),
  };
  writeWhole(file, JSON.stringify(columns));
}

/** Undefined when the file is missing, damaged or from other data. */
export function readGeneratedFile(file: string): readonly Locality[] | undefined {
  const columns = parseColumns(file);
  if (columns === undefined) return undefined;
  // The same few texts are shared by all localities of a postcode.
  const postcodes = new Map<number, string>();
  const localities: Locality[] = [];
  for (const [position, name] of columns.names.entries()) {
    const number = columns.postcodes[position] ?? 0;
    const postcode = postcodes.get(number) ?? String(number).padStart(4, '0');
    postcodes.set(number, postcode);
    const state = australianStates[columns.states[position] ?? -1];
    const kind = localityKinds[columns.kinds[position] ?? -1];
    const priority = columns.priorities[position];
    const latitude = columns.latitudes[position];
    const longitude = columns.longitudes[position];
    if (state === undefined || kind === undefined || priority === undefined) return undefined;
    if (latitude === undefined || longitude === undefined) return undefined;
    const coordinates = {
      latitude: latitude / partsOfADegree,
      longitude: longitude / partsOfADegree,
    };
    localities.push({ name, postcode, state, kind, priority, coordinates });
  }
  return localities;
}

/** Whether the file system failed: missing file, missing permission, no space. */
export function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

function madeFrom(): string {
  return `format ${fileFormat}, ${sourceVersions()}`;
}

function inParts(degrees: number | undefined): number {
  return Math.round((degrees ?? 0) * partsOfADegree);
}

function parseColumns(file: string): Columns | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isCurrent(content) ? content : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isFileError(error)) return undefined;
    throw error;
  }
}

// This program writes the file, and always whole, so its mark is enough.
function isCurrent(content: unknown): content is Columns {
  return (
    typeof content === 'object' &&
    content !== null &&
    'madeFrom' in content &&
    content.madeFrom === madeFrom()
  );
}
