// The files of one root folder → its carriers with compiled cards. A card with an error is left out as a whole and
// its problems are kept; the other cards and carriers of the root are not touched by it.
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { CarrierTerms } from '../../domain/rate-cards/carrier-terms.ts';
import { type Card, compileCard, type RateCard } from '../../domain/rate-cards/rate-card.ts';
import { type CarrierFile, CarrierSchema } from './carrier-schema.ts';
import { checkCard } from './check-card.ts';
import { checkShape, type Surviving } from './check-shape.ts';
import { JsonDocument } from './json-document.ts';
import { hashOf, type PackFiles, sharedFolder, type Unread } from './pack-files.ts';
import { packCarrier, unpackCarrier } from './packed-carrier.ts';
import { type CarrierSource, type ParsedCard, parseCard, type Unserved } from './parse-card.ts';
import { parseCarrier } from './parse-terms.ts';
import type { PreparedCarriers } from './prepared-carriers.ts';
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
  /** Folders of cards that were refused. */
  readonly refusedCards: readonly string[];
};

/** What one folder came to. */
export type LoadedFolder = {
  /** Of every file the result depends on: the same hash gives the same result. */
  readonly hash: string;
  /** Undefined when carrier.json was refused. */
  readonly carrier: LoadedCarrier | undefined;
  readonly problems: readonly Problem[];
};

export type LoadOptions = {
  /** Where `@` tables are looked for when the root itself has none. */
  readonly sharedFiles?: PackFiles;
  /** What an earlier start made of the same files. */
  readonly prepared?: PreparedCarriers;
  /** In place of compileCard, for measurements that change a definition first. */
  readonly compile?: (definition: CardDefinition) => RateCard;
  /** Is shown each card without mistakes as its files have it, row by row. */
  readonly inspect?: (card: ParsedCard) => void;
};

/** Folder name → its carrier, in the order of names. */
export function loadCarriers(
  files: PackFiles,
  options: LoadOptions = {},
): ReadonlyMap<string, LoadedFolder> {
  const hashes = hashFolders(files, options);
  return new Map(
    [...hashes].map(([folder, hash]) => [folder, loadFolder(folder, hash, files, options)]),
  );
}

/** Folder name → hash of everything that what it comes to depends on. */
export function hashFolders(
  files: PackFiles,
  { sharedFiles }: LoadOptions,
): ReadonlyMap<string, string> {
  // Hashed once, not once for every carrier.
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
  files: PackFiles,
  options: LoadOptions,
): LoadedFolder {
  const prepared = options.prepared?.find(hash);
  if (prepared !== undefined) return { hash, carrier: unpackCarrier(prepared), problems: [] };
  const problems = new Problems();
  const carrier = loadCarrier(folder, files, options, problems);
  if (carrier !== undefined && problems.list.length === 0) {
    options.prepared?.keep(hash, () => packCarrier(carrier));
  }
  return { hash, carrier, problems: problems.list };
}

function sharedContents(files: PackFiles): string[] {
  return [...files].flatMap(([path, text]) =>
    path.startsWith(`${sharedFolder}/`) ? [path, ...describeContent(text)] : [],
  );
}

/** For a hash: a text, or why there is none. */
function describeContent(content: string | Unread): string[] {
  return typeof content === 'string' ? [content] : [content.code, content.message];
}

/** Carrier folder → paths and contents of all its files. */
function contentsByFolder(files: PackFiles): ReadonlyMap<string, readonly string[]> {
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
  files: PackFiles,
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
  const document = JsonDocument.parse(text, path, problems);
  const file = checkShape(CarrierSchema, document, problems);
  const terms = parseCarrier(file, document, folder, problems);
  const isRefused = problems.hasErrors;
  // Cards of a refused carrier are still checked, so that the report is complete.
  // Their cards name the folder, whatever name carrier.json gives.
  const usable = { ...(terms ?? noTerms), id: folder };
  const source: CarrierSource = { terms: usable, file, document, text, isRefused };
  const cards: LoadedCard[] = [];
  const refusedCards: string[] = [];
  for (const cardFolder of cardFolders(folder, files)) {
    const card = loadCard(cardFolder, source, files, options, problems);
    if (card === undefined) refusedCards.push(cardFolder);
    else cards.push(card);
  }
  if (isRefused || terms === undefined) return undefined;
  return { terms, cards, stringIdPlaces: stringIdPlaces(file, document), refusedCards };
}

function stringIdPlaces(
  file: Surviving<CarrierFile>,
  document: JsonDocument,
): ReadonlyMap<string, Place> {
  return new Map(
    (file.services ?? []).flatMap((service, index) =>
      service === undefined
        ? []
        : [[service.string_id, document.place(['services', index, 'string_id'])] as const],
    ),
  );
}

const nowhere = { line: 0, column: 0, value: '' };

const noTerms: CarrierTerms = {
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
  if (typeof text !== 'string') {
    const missing = { ...nowhere, code: 'card_missing', message: 'the card has no card.json' };
    reportUnread(path, text ?? missing, problems);
    return undefined;
  }
  const parsed = parseCard(
    {
      carrier,
      folder,
      text,
      files,
      sharedFiles: options.sharedFiles ?? files,
    },
    problems,
  );
  checkCard(parsed, problems);
  // Rules may name services of a carrier.json that could not be read.
  if (problems.hasErrors || carrier.isRefused) return undefined;
  options.inspect?.(parsed);
  const card = (options.compile ?? compileCard)(parsed.definition);
  return { folder, card, unserved: parsed.unserved };
}
