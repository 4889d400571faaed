// The files of one root folder → its carriers with compiled cards, and every problem found on the way. A card with an error
// is left out as a whole; it does not affect other cards and carriers.
//
// carrier-files.ts reads the files from disk. fields.ts has the kinds of JSON values, carrier-format.ts and card-format.ts
// the keys: each is at once the published schema, the check and the conversion. tables.ts and rows.ts do the same for CSV
// tables. load-card.ts puts a card together and check-card.ts checks it as a whole.

import type { CardDefinition } from '../../../domain/rate-cards/card-definition.ts';
import type { CarrierTerms } from '../../../domain/rate-cards/carrier-terms.ts';
import { type Card, compileCard, type RateCard } from '../../../domain/rate-cards/rate-card.ts';
import { type StageRule, stageByRules } from '../../../domain/tracking/stage-rules.ts';
import { type CarrierFiles, hashOf, sharedFolder, type Unread } from './carrier-files.ts';
import { carrierFormat } from './carrier-format.ts';
import { checkCard } from './check-card.ts';
import { At, readFile } from './fields.ts';
import { JsonDocument } from './json-document.ts';
import {
  type CarrierSource,
  type ParsedCard,
  parseCard,
  type Unserved,
  unservedBy,
} from './load-card.ts';
import { type Place, type Problem, Problems, reportUnread } from './problem.ts';

export type LoadedCard = {
  /** `<carrier>/cards/<code>`. */
  readonly folder: string;
  readonly card: Card;
  readonly unserved: Unserved;
};

export type LoadedCarrier = {
  readonly terms: CarrierTerms;
  readonly cards: readonly LoadedCard[];
  /** string_id → where carrier.json gives it. */
  readonly stringIdPlaces: ReadonlyMap<string, Place>;
  /** Folders of cards with errors. */
  readonly refusedCards: readonly string[];
};

export type LoadedFolder = {
  /** Hash of every file that the result depends on: the same hash gives the same result. */
  readonly hash: string;
  /** Undefined when carrier.json has an error. */
  readonly carrier: LoadedCarrier | undefined;
  readonly problems: readonly Problem[];
};

/** Carriers without problems, by the hash of their files. */
export type CarrierCache = {
  find(hash: string): LoadedCarrier | undefined;
  keep(hash: string, carrier: LoadedCarrier): void;
  /** Called once, after the first load. */
  save(): void;
};

export type LoadOptions = {
  /** The files of another root, whose `@` tables are used if this root has none. */
  readonly sharedFiles?: CarrierFiles;
  readonly cache?: Pick<CarrierCache, 'find' | 'keep'>;
  /** Replaces compileCard, for callers that need or change the definition. */
  readonly compile?: (definition: CardDefinition) => RateCard;
  /** Called with the rows of each card that could be read. */
  readonly inspect?: (card: ParsedCard, hasMistakes: boolean) => void;
};

/** Folder name → its carrier, in the order of names. */
export function loadCarriers(
  files: CarrierFiles,
  options: LoadOptions = {},
): ReadonlyMap<string, LoadedFolder> {
  const hashes = hashFolders(files, options);
  return new Map(
    [...hashes].map(([folder, hash]) => [folder, loadFolder(folder, hash, files, options)]),
  );
}

/** Folder name → hash of every file that its carrier depends on. */
export function hashFolders(
  files: CarrierFiles,
  { sharedFiles }: LoadOptions,
): ReadonlyMap<string, string> {
  const shared = hashOf([files, sharedFiles ?? files].flatMap(sharedContents));
  return new Map(
    [...contentsByFolder(files)].map(([folder, contents]) => [
      folder,
      hashOf([shared, ...contents]),
    ]),
  );
}

export function loadFolder(
  folder: string,
  hash: string,
  files: CarrierFiles,
  options: LoadOptions,
): LoadedFolder {
  const cached = options.cache?.find(hash);
  if (cached !== undefined) return { hash, carrier: cached, problems: [] };
  const problems = new Problems();
  const carrier = loadCarrier(folder, files, options, problems);
  if (carrier !== undefined && problems.list.length === 0) options.cache?.keep(hash, carrier);
  return { hash, carrier, problems: problems.list };
}

function sharedContents(files: CarrierFiles): string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith(`${sharedFolder}/`) ? [path, ...describeContent(text)] : [],
  );
}

function describeContent(content: string | Unread): string[] {
  return typeof content === 'string' ? [content] : [content.code, content.message];
}

/** Carrier folder → paths and contents of all its files. */
function contentsByFolder(files: CarrierFiles): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>();
  for (const [path, text] of files) {
    const [folder = ''] = path.split('/', 1);
    if (!path.includes('/') || folder === sharedFolder) continue;
    const contents = folders.get(folder) ?? [];
    contents.push(path, ...describeContent(text));
    folders.set(folder, contents);
  }
  return folders;
}

function loadCarrier(
  folder: string,
  files: CarrierFiles,
  options: LoadOptions,
  problems: Problems,
): LoadedCarrier | undefined {
  const path = `${folder}/carrier.json`;
  const text = files.get(path);
  if (typeof text !== 'string') {
    const missing = {
      ...nowhere,
      code: 'carrier_missing',
      message: 'the carrier has no carrier.json',
    };
    reportUnread(path, text ?? missing, problems);
    return undefined;
  }
  const source = readCarrier(folder, path, text, problems);
  const cards: LoadedCard[] = [];
  const refusedCards: string[] = [];
  // Cards of a rejected carrier are checked too, so that the report is complete.
  for (const cardFolder of cardFolders(folder, files)) {
    const card = loadCard(cardFolder, source, files, options, problems);
    if (card === undefined) refusedCards.push(cardFolder);
    else cards.push(card);
  }
  if (source.isRefused) return undefined;
  const { terms, file } = source;
  const places = (file.services ?? []).map(
    ({ stringId, at }) => [stringId, at.in('string_id').place] as const,
  );
  return { terms, cards, stringIdPlaces: new Map(places), refusedCards };
}

const nowhere = { line: 0, column: 0, value: '' };

function readCarrier(
  folder: string,
  path: string,
  text: string,
  problems: Problems,
): CarrierSource {
  const document = JsonDocument.parse(text, path, problems);
  const file = readFile(carrierFormat, document, problems);
  const at = new At(document, [], problems);
  if (file.id !== undefined && file.id !== folder)
    at.in('id').error(
      'id_is_not_folder',
      `the folder is called "${folder}"; both must be the same`,
    );
  const terms: CarrierTerms = {
    // Cards name the folder, even when carrier.json has another id.
    id: folder,
    name: file.name ?? '',
    website: file.website,
    family: file.family ?? folder,
    services: servicesOf(file, problems),
    isSample: file.sample,
    policy: file.policy,
    tracking: stageRulesOf(file),
  };
  return { terms, file, at, text, isRefused: problems.hasErrors };
}

function servicesOf(file: CarrierSource['file'], problems: Problems): CarrierTerms['services'] {
  const seen = new Set<string>();
  return (file.services ?? []).map(({ at, ...service }) => {
    for (const name of [`id ${service.id}`, `string_id ${service.stringId}`]) {
      if (seen.has(name))
        problems.error('duplicate_service', at.place, name, 'this service is given twice');
      seen.add(name);
    }
    return service;
  });
}

/** A rule that an earlier one always overrides is a mistake. */
function stageRulesOf(file: CarrierSource['file']): readonly StageRule[] {
  const rules: StageRule[] = [];
  for (const { at, text, rule } of file.tracking) {
    const earlier = stageByRules(text, rules);
    if (earlier !== undefined && earlier !== rule.stage) {
      const message = `an earlier entry makes this ${earlier}; put the more exact one first`;
      at.error('tracking_hidden', message, text);
    }
    rules.push(rule);
  }
  return rules;
}

function cardFolders(carrier: string, files: CarrierFiles): string[] {
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
  files: CarrierFiles,
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
  files: CarrierFiles,
  options: LoadOptions,
  problems: Problems,
): LoadedCard | undefined {
  const path = `${folder}/card.json`;
  const text = files.get(path);
  if (typeof text !== 'string') {
    const missing = { ...nowhere, code: 'card_missing', message: 'the card has no card.json' };
    reportUnread(path, text ?? missing, problems);
    return undefined;
  }
  const { sharedFiles = files } = options;
  const card = parseCard({ carrier, folder, text, files, sharedFiles }, problems);
  checkCard(card, problems);
  options.inspect?.(card, problems.hasErrors);
  if (problems.hasErrors || carrier.isRefused) return undefined;
  return {
    folder,
    card: (options.compile ?? compileCard)(card.definition),
    unserved: unservedBy(card.file),
  };
}
