// card.json and its tables → a card definition, with the place of every row kept beside it for the checks across
// tables (check-card.ts). Reports what each part can tell alone and goes on, so that an operator sees all
// mistakes at once. It does not read files and compiles nothing.

import { one4 } from '../../domain/decimal.ts';
import { type Day, firstDay, lastDay } from '../../domain/rate-cards/card-day.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { CarrierTerms } from '../../domain/rate-cards/carrier-terms.ts';
import { type CardFile, CardSchema } from './card-schema.ts';
import { CardTables, type TableName } from './card-tables.ts';
import type { CarrierFile } from './carrier-schema.ts';
import { readDay, readDecimal } from './cell-values.ts';
import { checkShape, type Surviving } from './check-shape.ts';
import { JsonDocument } from './json-document.ts';
import { hashOf, type PackFiles } from './pack-files.ts';
import { type ParsedArea, type ParsedFuel, parseAreas, parseFuelRows } from './parse-areas.ts';
import {
  noWarrantyTerms,
  type ParsedFuelEntry,
  type ParsedSurcharge,
  parseFuel,
  parseSurcharges,
  parseTiers,
  parseWarranty,
} from './parse-charges.ts';
import { parseDocuments } from './parse-documents.ts';
import { type ParsedLane, parseLanes } from './parse-lanes.ts';
import { noWeight, parseLimits, parseWeight } from './parse-limits.ts';
import { parseServices } from './parse-services.ts';
import { type ParsedTransit, parseConnote, parsePickup, parseTransit } from './parse-terms.ts';
import { type ParsedZone, parseZones } from './parse-zones.ts';
import type { Problems } from './problem.ts';
import type { Row } from './table.ts';

export type CarrierSource = {
  readonly terms: CarrierTerms;
  readonly file: Surviving<CarrierFile>;
  readonly document: JsonDocument;
  readonly text: string;
  readonly isRefused: boolean;
};

export type CardSource = {
  readonly carrier: CarrierSource;
  /** `<carrier>/cards/<code>`. */
  readonly folder: string;
  readonly text: string;
  readonly files: PackFiles;
  readonly sharedFiles: PackFiles;
};

/** Postcodes a card says it does not serve. */
export type Unserved = {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** `*`: everything that has no zone. */
  readonly isRest: boolean;
};

export type ParsedCard = {
  readonly definition: CardDefinition;
  readonly document: JsonDocument;
  readonly carrier: CarrierSource;
  readonly file: Surviving<CardFile>;
  readonly unserved: Unserved;
  readonly lanes: readonly ParsedLane[];
  readonly zones: readonly ParsedZone[];
  readonly areas: readonly ParsedArea[];
  readonly fuelRows: readonly ParsedFuel[];
  readonly fuelEntries: readonly ParsedFuelEntry[];
  readonly surcharges: readonly ParsedSurcharge[];
  readonly transit: ParsedTransit | undefined;
  /** Tables that could not be read, or not completely. */
  readonly unread: ReadonlySet<TableName>;
};

export function parseCard(source: CardSource, problems: Problems): ParsedCard {
  const document = JsonDocument.parse(source.text, `${source.folder}/card.json`, problems);
  const file = checkShape(CardSchema, document, problems);
  const tables = new CardTables(source.folder, source.files, source.sharedFiles, problems);
  checkIdentity(file, document, source, problems);

  const weight =
    file.weight === undefined ? noWeight : parseWeight(file.weight, document, problems);
  const zones = parseZones(readZoneTable(file, document, tables), problems);
  const laneRows = tables.read('lanes', file.lanes, document, 'lanes.csv');
  const lanes = parseLanes(
    laneRows,
    weight.method === 'per_item' ? 'item' : 'consignment',
    problems,
  );
  const surcharges = parseSurcharges(file.surcharges, document, problems);
  const areas = parseAreas(readAreaTable(file, document, tables, problems), problems);
  const fuelEntries = parseFuel(file.fuel, document, problems);
  const fuelRows = parseFuelRows(tables.readIfPresent('fuel', 'fuel.csv'), problems);
  const transit = readTransit(file, document, source, tables, problems);
  const [validFrom, validTo] = readValidity(file, document, problems);
  // The key that names a table may be the one with a mistake.
  if (!document.isPartlyUnknown([])) tables.reportUnused();

  const definition: CardDefinition = {
    code: file.code ?? '',
    carrierId: source.carrier.terms.id,
    version: hashOf([source.carrier.text, source.text, ...tables.contents]),
    isSample: source.carrier.terms.isSample,
    services: parseServices(file, document, source.carrier, problems),
    pricesIncludeGst: file.prices === 'inc_gst',
    gstRate: readGstRate(file, document, problems),
    validFrom,
    validTo,
    priority: file.priority ?? 0,
    weight,
    isReciprocal: file.lanes?.direction === 'reciprocal',
    breakBy: file.lanes?.break_by ?? 'item',
    lanes: lanes.map(({ lane }) => lane),
    zones: zones.map(({ zone }) => zone),
    onAmbiguousZone: file.zones?.on_ambiguous ?? 'error',
    defaultZone: file.zones?.default_zone ?? undefined,
    limits: parseLimits(file.limits ?? {}, document, problems),
    fuel: [...fuelEntries, ...fuelRows].map(({ fuel }) => fuel),
    surcharges: surcharges.map(({ surcharge }) => surcharge),
    groups: new Map(Object.entries(file.groups ?? {})),
    areas: areas.map(({ area }) => area),
    warranty:
      file.warranty === undefined
        ? noWarrantyTerms
        : parseWarranty(file.warranty, document, problems),
    tiers: parseTiers(file.tiers, document, problems),
    transit: transit?.definition,
    ...readTerms(file, document, source, problems),
  };
  return {
    definition,
    document,
    carrier: source.carrier,
    file,
    unserved: readUnserved(file),
    lanes,
    zones,
    areas,
    fuelRows,
    fuelEntries,
    surcharges,
    transit,
    unread: tables.unread,
  };
}

function checkIdentity(
  file: Surviving<CardFile>,
  document: JsonDocument,
  source: CardSource,
  problems: Problems,
): void {
  const folder = source.folder.split('/').at(-1);
  if (file.code !== undefined && file.code !== folder) {
    const message = `the folder is called "${folder}"; both must be the same`;
    problems.error('code_is_not_folder', document.place(['code']), file.code, message);
  }
  const { id } = source.carrier.terms;
  if (file.carrier !== undefined && file.carrier !== id) {
    const message = `the card lies in the folder of "${id}"`;
    problems.error('wrong_carrier', document.place(['carrier']), file.carrier, message);
  }
  // A key given in both places would leave it open which one holds.
  for (const key of ['pickup', 'connote', 'documents', 'transit'] as const) {
    if (file[key] === undefined || source.carrier.file[key] === undefined) continue;
    const message = `"${key}" is also given in carrier.json; keep one of them`;
    problems.error('key_in_both', document.placeOfKey([key]), key, message);
  }
}

function readGstRate(
  file: Surviving<CardFile>,
  document: JsonDocument,
  problems: Problems,
): number {
  if (file.gst_rate === undefined) return 0;
  const bounds = { min: 0, max: one4 };
  return readDecimal(file.gst_rate, document.place(['gst_rate']), problems, bounds) ?? 0;
}

function readValidity(
  file: Surviving<CardFile>,
  document: JsonDocument,
  problems: Problems,
): readonly [Day, Day] {
  const read = (key: 'valid_from' | 'valid_to', open: Day): Day => {
    const text = file[key] ?? undefined;
    if (text === undefined) return open;
    return readDay(text, document.place([key]), problems) ?? open;
  };
  const [from, to] = [read('valid_from', firstDay), read('valid_to', lastDay)];
  if (to < from) {
    const message = `ends before it starts on ${file.valid_from}`;
    problems.error('dates_reversed', document.place(['valid_to']), file.valid_to, message);
  }
  return [from, to];
}

/** A card with a default zone may do without a table: one zone for every address. */
function readZoneTable(
  file: Surviving<CardFile>,
  document: JsonDocument,
  tables: CardTables,
): readonly Row[] {
  const { default_zone: defaultZone, file: named, inline } = file.zones ?? {};
  const isNamed = (key: string, value: unknown): boolean =>
    value !== undefined || document.isUnknown(['zones', key]);
  const needsTable =
    typeof defaultZone !== 'string' || isNamed('file', named) || isNamed('inline', inline);
  return needsTable
    ? tables.read('zones', file.zones, document, 'zones.csv')
    : tables.readIfPresent('zones', 'zones.csv');
}

function readAreaTable(
  file: Surviving<CardFile>,
  document: JsonDocument,
  tables: CardTables,
  problems: Problems,
): readonly Row[] {
  let rows: readonly Row[] | undefined;
  file.surcharges?.forEach((surcharge, index) => {
    if (surcharge?.table === undefined) return;
    const place = document.place(['surcharges', index, 'table']);
    if (rows === undefined) rows = tables.readNamed('areas', surcharge.table, place);
    else problems.error('table_twice', place, surcharge.table, 'a card has one area table');
  });
  return rows ?? [];
}

function readTransit(
  file: Surviving<CardFile>,
  document: JsonDocument,
  source: CardSource,
  tables: CardTables,
  problems: Problems,
): ParsedTransit | undefined {
  const { carrier } = source;
  const own = file.transit ?? carrier.file.transit;
  if (own === undefined) {
    const rows = tables.readIfPresent('transit', 'transit.csv');
    return rows.length === 0 ? undefined : parseTransit({}, rows, problems);
  }
  const owner = file.transit === undefined ? carrier.document : document;
  const hasTable =
    own.file !== undefined ||
    own.inline !== undefined ||
    owner.isUnknown(['transit', 'file']) ||
    owner.isUnknown(['transit', 'inline']);
  const rows = hasTable
    ? tables.read('transit', own, owner, undefined)
    : tables.readIfPresent('transit', 'transit.csv');
  return parseTransit(own, rows, problems);
}

/** Australia Post's and StarTrack's own labels have numbers that begin with what these have issued. */
function numbersAreIssued(documents: CardDefinition['documents']): boolean {
  const kind = documents?.issued?.kind;
  return kind === 'auspost' || kind === 'startrack';
}

function readTerms(
  file: Surviving<CardFile>,
  document: JsonDocument,
  source: CardSource,
  problems: Problems,
): Pick<CardDefinition, 'pickup' | 'connote' | 'documents'> {
  const { carrier } = source;
  const pickup = file.pickup ?? carrier.file.pickup;
  const connote = file.connote ?? carrier.file.connote;
  const documents = file.documents ?? carrier.file.documents;
  const owner = (isOwn: boolean): JsonDocument => (isOwn ? document : carrier.document);
  const connoteTerms =
    connote === undefined
      ? undefined
      : parseConnote(connote, owner(file.connote !== undefined), ['connote'], problems);
  const documentsSource = {
    document: owner(file.documents !== undefined),
    carrier,
    connote: connoteTerms,
    isConnoteUnknown: document.isUnknown(['connote']) || carrier.document.isUnknown(['connote']),
  };
  const documentTerms =
    documents === undefined ? undefined : parseDocuments(documents, documentsSource, problems);
  return {
    pickup:
      pickup === undefined
        ? undefined
        : parsePickup(pickup, owner(file.pickup !== undefined), ['pickup'], problems),
    connote:
      connoteTerms !== undefined && numbersAreIssued(documentTerms)
        ? { ...connoteTerms, isIssued: true }
        : connoteTerms,
    documents: documentTerms,
  };
}

function readUnserved(file: Surviving<CardFile>): Unserved {
  const entries = file.zones?.unserved ?? [];
  const ranges = entries
    .filter((entry) => entry !== '*')
    .map((entry) => {
      const [from = '', to = from] = entry.split('-');
      return { from: Number(from), to: Number(to) };
    });
  return { ranges, isRest: entries.includes('*') };
}
