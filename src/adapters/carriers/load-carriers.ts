// The files of one root folder → its carriers with compiled cards. A card with an error is left out as a whole and
// its problems are kept; the other cards and carriers of the root are not touched by it.

import type { CarrierTerms } from '../../domain/carrier-terms.ts';
import { compileCard, type RateCard } from '../../domain/rate-card.ts';
import { CarrierSchema } from './carrier-schema.ts';
import { checkCard } from './check-card.ts';
import { checkShape } from './check-shape.ts';
import { JsonDocument } from './json-document.ts';
import { hashOf, type PackFiles, SHARED_FOLDER } from './pack-files.ts';
import { type CarrierSource, parseCard, type Unserved } from './parse-card.ts';
import { parseCarrier } from './parse-terms.ts';
import { type Problem, Problems } from './problem.ts';

export interface LoadedCard {
  /** `<carrier>/cards/<code>`. */
  readonly folder: string;
  readonly card: RateCard;
  readonly unserved: Unserved;
}

export interface LoadedCarrier {
  readonly terms: CarrierTerms;
  readonly cards: readonly LoadedCard[];
  /** Folders of cards that were refused. */
  readonly refusedCards: readonly string[];
  /** Changes whenever any file of the carrier's prices does. */
  readonly version: string;
}

export interface LoadedRoot {
  readonly carriers: ReadonlyMap<string, LoadedCarrier>;
  /** Folders whose carrier.json was refused. */
  readonly refusedCarriers: readonly string[];
  readonly problems: readonly Problem[];
}

export interface LoadOptions {
  /** Where `@` tables are looked for when the root itself has none. */
  readonly sharedFiles?: PackFiles;
  /** Carrier id → last connote number given out. */
  readonly connotesUsedUpTo?: ReadonlyMap<string, number>;
  /** Cards compiled before, by folder: one whose version is unchanged is used again. */
  readonly known?: ReadonlyMap<string, LoadedCard>;
}

export function loadCarriers(files: PackFiles, options: LoadOptions = {}): LoadedRoot {
  const carriers = new Map<string, LoadedCarrier>();
  const refusedCarriers: string[] = [];
  const all: Problem[] = [];
  for (const folder of carrierFolders(files)) {
    const problems = new Problems();
    const carrier = loadCarrier(folder, files, options, problems);
    all.push(...problems.list);
    if (carrier === undefined) refusedCarriers.push(folder);
    else carriers.set(folder, carrier);
  }
  return { carriers, refusedCarriers, problems: all };
}

function carrierFolders(files: PackFiles): string[] {
  const folders = new Set<string>();
  for (const path of files.keys()) {
    const [folder = ''] = path.split('/');
    if (path.includes('/') && folder !== SHARED_FOLDER) folders.add(folder);
  }
  return [...folders];
}

function loadCarrier(
  folder: string,
  files: PackFiles,
  options: LoadOptions,
  problems: Problems,
): LoadedCarrier | undefined {
  const path = `${folder}/carrier.json`;
  const text = files.get(path);
  if (text === undefined) {
    const message = files.has(path) ? 'the file is too large' : 'the carrier has no carrier.json';
    problems.error('carrier_missing', { file: path, line: 0, column: 0 }, '', message);
    return undefined;
  }
  const document = JsonDocument.parse(text, path, problems);
  const file = checkShape(CarrierSchema, document, problems);
  const terms = parseCarrier(file, document, folder, problems);
  const isRefused = problems.hasErrors;
  // Cards of a refused carrier are still checked, so that the report is complete.
  const usable = terms ?? { ...NOBODY, id: folder };
  const source: CarrierSource = { terms: usable, file, document, text };
  const cards: LoadedCard[] = [];
  const refusedCards: string[] = [];
  for (const cardFolder of cardFolders(folder, files)) {
    const card = loadCard(cardFolder, source, files, options, problems);
    if (card === undefined) refusedCards.push(cardFolder);
    else cards.push(card);
  }
  if (isRefused || terms === undefined) return undefined;
  const version = hashOf(cards.map(({ card }) => card.definition.version));
  return { terms, cards, refusedCards, version };
}

const NOBODY: CarrierTerms = {
  id: '',
  name: '',
  website: undefined,
  family: '',
  services: [],
  isSample: false,
  policy: 'card',
  tracking: [],
};

function cardFolders(carrier: string, files: PackFiles): string[] {
  const folders = new Set<string>();
  for (const path of files.keys()) {
    const steps = path.split('/');
    if (steps[0] === carrier && steps[1] === 'cards' && steps.length === 4) {
      folders.add(steps.slice(0, 3).join('/'));
    }
  }
  return [...folders];
}

function loadCard(
  folder: string,
  carrier: CarrierSource,
  files: PackFiles,
  options: LoadOptions,
  carrierProblems: Problems,
): LoadedCard | undefined {
  const problems = new Problems();
  const loaded = parseAndCompile(folder, carrier, files, options, problems);
  carrierProblems.addAll(problems.list);
  return loaded;
}

function parseAndCompile(
  folder: string,
  carrier: CarrierSource,
  files: PackFiles,
  options: LoadOptions,
  problems: Problems,
): LoadedCard | undefined {
  const path = `${folder}/card.json`;
  const text = files.get(path);
  if (text === undefined) {
    const message = files.has(path) ? 'the file is too large' : 'the card has no card.json';
    problems.error('card_missing', { file: path, line: 0, column: 0 }, '', message);
    return undefined;
  }
  const parsed = parseCard(
    {
      carrier,
      folder,
      text,
      files,
      sharedFiles: options.sharedFiles ?? files,
      connotesUsedUpTo: options.connotesUsedUpTo?.get(carrier.terms.id),
    },
    problems,
  );
  checkCard(parsed, problems);
  if (problems.hasErrors) return undefined;
  const known = options.known?.get(folder);
  if (known?.card.definition.version === parsed.definition.version) return known;
  return { folder, card: compileCard(parsed.definition), unserved: parsed.unserved };
}
