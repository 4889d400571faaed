// Checks a folder of carriers as the server loads it, for `carriers check`.
import { existsSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Localities } from '../../domain/places/localities.ts';
import type { Day } from '../../domain/rate-cards/card-day.ts';
import { cardRemarks } from '../../domain/rate-cards/card-outlook.ts';
import { cardRemarkWords } from '../../wording/rate-cards.ts';
import { SuburbCheck } from './check-suburbs.ts';
import { type CarrierFiles, readCarrierFiles, sharedFolder } from './loading/carrier-files.ts';
import type { ParsedCard } from './loading/load-card.ts';
import { hashFolders, type LoadedFolder, loadCarriers } from './loading/load-carriers.ts';
import { type Problem, Problems } from './loading/problem.ts';
import { runExamples } from './loading/run-examples.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { CarrierRegistry } from './registry.ts';

export type CheckedFolder = {
  folder: string;
  carriers: number;
  problems: readonly Problem[];
  /** Possible mistakes that do not stop a card from being used. */
  warnings: readonly Problem[];
};

export async function checkCarrierFolder(
  folder: string | undefined,
  today: Day,
  localities: Localities,
): Promise<CheckedFolder> {
  const checked = folder === undefined ? shippedCarriersDir : resolve(folder);
  const isShipped = checked === shippedCarriersDir;
  const wrong = await wrongFolder(checked);
  if (wrong !== undefined) return { folder: checked, carriers: 0, problems: [wrong], warnings: [] };
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(isShipped ? {} : { operatorDir: checked }),
  });
  const origin = isShipped ? 'shipped' : 'operator';
  const { files, carriers, suburbs } = await readClosely(checked, localities);
  const warnings = new Problems();
  if (!isShipped) await findUnread(checked, warnings);
  for (const carrier of registry.snapshot.carriers) {
    if (carrier.origin !== origin) continue;
    const place = { file: join(checked, carrier.terms.id, 'carrier.json'), line: 0, column: 0 };
    for (const remark of cardRemarks(carrier, today))
      warnings.warning(remark.code, place, remark.stringIds.join(', '), cardRemarkWords(remark));
  }
  // A problem without a file of the shipped carriers, such as a taken string_id, belongs to this folder too.
  const found = registry.problems.filter(
    ({ file }) =>
      isShipped ||
      file.startsWith(checked + sep) ||
      file === checked ||
      !file.startsWith(shippedCarriersDir),
  );
  return {
    folder: checked,
    carriers: registry.snapshot.carriers.filter((carrier) => carrier.origin === origin).length,
    problems: [
      ...found.filter(isError),
      ...suburbs.filter(isError),
      ...checkExamples(checked, files, carriers),
    ],
    warnings: [
      ...found.filter((problem) => !isError(problem)),
      ...suburbs.filter((problem) => !isError(problem)),
      ...warnings.list,
    ],
  };
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** A misspelt folder, such as `card` for `cards`, would leave the carrier without prices. */
async function findUnread(folder: string, warnings: Problems): Promise<void> {
  const files = await readCarrierFiles(folder).catch(() => new Map<string, string | undefined>());
  const unread = new Set<string>();
  for (const path of files.keys()) {
    const [first = '', second = '', ...rest] = path.split('/');
    if (first === sharedFolder) continue;
    if (second === '') unread.add(first);
    else if (rest.length > 0 && second !== 'cards') unread.add(`${first}/${second}`);
    else if (second === 'cards' && rest.length === 1) unread.add(path);
  }
  for (const path of unread) {
    const place = { file: join(folder, path), line: 0, column: 0 };
    const message = 'this is not read; cards are in CARRIER/cards/CODE/card.json';
    warnings.warning('unread_file', place, '', message);
  }
}

/** A problem when this is not a folder of carriers: "no mistakes" would be misleading. */
async function wrongFolder(folder: string): Promise<Problem | undefined> {
  const problems = new Problems();
  const place = { file: folder, line: 0, column: 0 };
  if (!existsSync(folder)) {
    problems.error('no_folder', place, '', 'there is no such folder');
    return problems.list[0];
  }
  const files = await readCarrierFiles(folder).catch(() => undefined);
  // The registry reports a folder that cannot be read.
  if (files === undefined) return undefined;
  if (files.has('carrier.json')) {
    const message = `this is the folder of one carrier; name the folder above: ${dirname(folder)}`;
    problems.error('one_carrier', place, '', message);
  } else if (hashFolders(files, {}).size === 0) {
    const message =
      'there is no carrier in this folder: each has a folder of its own with a carrier.json';
    problems.error('no_carriers', place, '', message);
  }
  return problems.list[0];
}

/** Unknown suburbs in the operator's files, without other problems. */
export async function findUnknownSuburbs(
  folder: string,
  localities: Localities,
): Promise<readonly Problem[]> {
  return (await readClosely(folder, localities)).suburbs;
}

type ReadFolder = {
  files: CarrierFiles;
  carriers: ReadonlyMap<string, LoadedFolder>;
  suburbs: readonly Problem[];
};

/** Loads a folder and also checks its suburbs, which the service does not do. */
async function readClosely(folder: string, localities: Localities): Promise<ReadFolder> {
  // The registry reports a folder that cannot be read.
  const files = await readCarrierFiles(folder).catch(() => new Map<string, string>());
  const sharedFiles = await readCarrierFiles(shippedCarriersDir);
  const check = new SuburbCheck(localities);
  const inspect = (card: ParsedCard, hasMistakes: boolean): void => check.look(card, hasMistakes);
  const carriers = loadCarriers(files, { sharedFiles, inspect });
  // The operator cannot change shipped tables.
  const own = check.warnings.filter(({ file }) => files.has(file));
  return { files, carriers, suburbs: own.map((problem) => inFolder(folder, problem)) };
}

/** Examples whose prices differ from the cards. */
function checkExamples(
  folder: string,
  files: CarrierFiles,
  carriers: ReadonlyMap<string, LoadedFolder>,
): readonly Problem[] {
  const problems = new Problems();
  for (const [id, { carrier }] of carriers) {
    const path = `${id}/examples.json`;
    const text = files.get(path);
    // Without the card all its examples would fail.
    if (carrier === undefined || carrier.refusedCards.length > 0 || typeof text !== 'string')
      continue;
    runExamples(carrier, text, path, problems);
  }
  return problems.list.map((problem) => inFolder(folder, problem));
}

function inFolder(folder: string, problem: Problem): Problem {
  return { ...problem, file: join(folder, problem.file) };
}
