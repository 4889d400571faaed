// Loads all localities at start: the shipped ones, and the operator's own file if there is one. A file with problems
// stops the start, because unexpected places would give wrong prices.

import { readFileSync } from 'node:fs';
import { decodeCsv } from '../../domain/csv/csv-file.ts';
import { createLocalities, type Localities } from '../../domain/places/localities.ts';
import { describeFault } from '../../wording/csv.ts';
import { isFileError } from './generated-file.ts';
import { applyOperatorFile, type FileProblem, parseOperatorFile } from './operator-file.ts';
import { readShippedLocalities } from './shipped-localities.ts';

/** The operator's file cannot be used. The message lists every wrong line. */
export class LocationsFileError extends Error {
  readonly file: string;
  readonly problems: readonly FileProblem[];

  constructor(file: string, problems: readonly FileProblem[]) {
    const lines = problems.map(({ line, message }) =>
      line === undefined ? message : `line ${line}: ${message}`,
    );
    super(`The locations file ${file} cannot be used:\n${lines.join('\n')}`);
    this.name = 'LocationsFileError';
    this.file = file;
    this.problems = problems;
  }
}

/** @param operatorFile path of the operator's CSV file; `operator-file.ts` describes its format. */
export async function loadLocalities(operatorFile?: string): Promise<Localities> {
  if (operatorFile === undefined) return createLocalities(await readShippedLocalities());
  const { file, problems } = parseOperatorFile(readText(operatorFile));
  if (problems.length > 0) throw new LocationsFileError(operatorFile, problems);
  const shipped = file.mode === 'replace' ? [] : await readShippedLocalities();
  return createLocalities(applyOperatorFile(shipped, file));
}

function readText(file: string): string {
  try {
    const text = decodeCsv(readFileSync(file));
    if (typeof text === 'string') return text;
    const line = text.line === 0 ? undefined : text.line;
    throw new LocationsFileError(file, [{ line, message: describeFault(text) }]);
  } catch (error) {
    if (!isFileError(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new LocationsFileError(file, [{ line: undefined, message }]);
  }
}
