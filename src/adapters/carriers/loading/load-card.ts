// card.json and its tables → a card definition, with the place of every part for the checks of the whole card
// (check-card.ts). A part with a mistake is left out and the rest is read, so that a report has every mistake.

import { firstDay, lastDay } from '../../../domain/rate-cards/card-day.ts';
import type {
  CardDefinition,
  ServiceDefinition,
} from '../../../domain/rate-cards/card-definition.ts';
import type { CarrierTerms } from '../../../domain/rate-cards/carrier-terms.ts';
import { defaultTransitText } from '../../../domain/rate-cards/transit-table.ts';
import { cardFormat, checkDays, noWeight } from './card-format.ts';
import { type CarrierFiles, hashOf } from './carrier-files.ts';
import type { carrierFormat } from './carrier-format.ts';
import { At, type FileValues, readFile } from './fields.ts';
import { JsonDocument } from './json-document.ts';
import type { Problems } from './problem.ts';
import {
  type ParsedArea,
  type ParsedFuel,
  type ParsedLane,
  type ParsedTransit,
  type ParsedZone,
  parseAreas,
  parseFuelRows,
  parseLanes,
  parseTransit,
  parseZones,
} from './rows.ts';
import { CardTables, isReferenceUnknown, type Row, type TableName } from './tables.ts';

export type CarrierSource = {
  readonly terms: CarrierTerms;
  readonly file: FileValues<typeof carrierFormat.keys>;
  /** The whole of carrier.json. */
  readonly at: At;
  readonly text: string;
  readonly isRefused: boolean;
};

export type CardFile = FileValues<typeof cardFormat.keys>;

export type CardSource = {
  readonly carrier: CarrierSource;
  /** `<carrier>/cards/<code>`. */
  readonly folder: string;
  readonly text: string;
  readonly files: CarrierFiles;
  readonly sharedFiles: CarrierFiles;
};

/** Postcodes that a card declares it does not serve. */
export type Unserved = {
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** `*`: every postcode without a zone. */
  readonly isRest: boolean;
};

export type ParsedCard = {
  readonly definition: CardDefinition;
  readonly carrier: CarrierSource;
  readonly file: CardFile;
  /** The whole of card.json. */
  readonly at: At;
  readonly lanes: readonly ParsedLane[];
  readonly zones: readonly ParsedZone[];
  readonly areas: readonly ParsedArea[];
  readonly fuelRows: readonly ParsedFuel[];
  readonly transit: readonly ParsedTransit[];
  /** Tables that could not be read completely. */
  readonly unread: ReadonlySet<TableName>;
};

export function parseCard(source: CardSource, problems: Problems): ParsedCard {
  const { carrier } = source;
  const document = JsonDocument.parse(source.text, `${source.folder}/card.json`, problems);
  const file = readFile(cardFormat, document, problems);
  const at = new At(document, [], problems);
  const tables = new CardTables(source.folder, source.files, source.sharedFiles, problems);
  checkIdentity(file, at, source);

  const weight = file.weight ?? noWeight;
  const zones = parseZones(readZoneTable(file, tables), problems);
  const laneRows = tables.read('lanes', file.lanes?.table, 'lanes.csv');
  const pricedPer = weight.method === 'per_item' ? 'item' : 'consignment';
  const lanes = parseLanes(laneRows, pricedPer, problems);
  const areas = parseAreas(readAreaTable(file, tables), problems);
  const fuelRows = parseFuelRows(tables.readIfPresent('fuel', 'fuel.csv'), problems);
  const transit = readTransitTable(file, source, tables).map((row) => parseTransit(row, problems));
  const { valid_from: validFrom = firstDay, valid_to: validTo = lastDay } = file;
  checkDays(validFrom, validTo, at.in('valid_to'));
  // If part of the card is faulty, it may name a table that only seems unused.
  if (!at.isPartlyUnknown) tables.reportUnused();

  const definition: CardDefinition = {
    code: file.code ?? '',
    carrierId: carrier.terms.id,
    version: hashOf([carrier.text, source.text, ...tables.contents]),
    isSample: carrier.terms.isSample,
    services: servicesOf(file, carrier),
    pricesIncludeGst: file.prices === 'inc_gst',
    gstRate: file.gst_rate ?? 0,
    validFrom,
    validTo,
    priority: file.priority,
    weight,
    isReciprocal: file.lanes?.isReciprocal ?? false,
    breakBy: file.lanes?.breakBy ?? 'item',
    lanes: lanes.map(({ lane }) => lane),
    zones: zones.map(({ zone }) => zone),
    onAmbiguousZone: file.zones?.onAmbiguous ?? 'error',
    defaultZone: file.zones?.defaultZone,
    limits: file.limits,
    fuel: [...file.fuel.map((entry) => entry.definition), ...fuelRows.map(({ fuel }) => fuel)],
    surcharges: file.surcharges.map((surcharge) => surcharge.definition),
    groups: new Map(Object.entries(file.groups)),
    areas: areas.map(({ area }) => area),
    warranty: file.warranty,
    tiers: file.tiers.map((tier) => tier.definition),
    transit: transitOf(file.transit ?? carrier.file.transit, transit),
    ...termsOf(file, carrier),
  };
  const unread = tables.unread;
  return { definition, carrier, file, at, lanes, zones, areas, fuelRows, transit, unread };
}

function checkIdentity(file: CardFile, at: At, { folder: path, carrier }: CardSource): void {
  const folder = path.split('/').at(-1);
  if (file.code !== undefined && file.code !== folder)
    at.in('code').error(
      'code_is_not_folder',
      `the folder is called "${folder}"; both must be the same`,
    );
  const { id } = carrier.terms;
  if (file.carrier !== undefined && file.carrier !== id)
    at.in('carrier').error('wrong_carrier', `the card is in the folder of "${id}"`);
  for (const key of ['pickup', 'connote', 'documents', 'transit'] as const) {
    if (file[key] === undefined || carrier.file[key] === undefined) continue;
    const message = `"${key}" is also given in carrier.json; keep one of them`;
    at.in(key).errorAtKey('key_in_both', message);
  }
}

/** A card with a default zone needs no zone table, because that zone covers every address. */
function readZoneTable({ zones }: CardFile, tables: CardTables): readonly Row[] {
  const isTableGiven =
    zones?.table.file !== undefined ||
    zones?.table.inline !== undefined ||
    (zones !== undefined && isReferenceUnknown(zones.table));
  return zones?.defaultZone === undefined || isTableGiven
    ? tables.read('zones', zones?.table, 'zones.csv')
    : tables.readIfPresent('zones', 'zones.csv');
}

function readAreaTable({ surcharges }: CardFile, tables: CardTables): readonly Row[] {
  let rows: readonly Row[] | undefined;
  for (const { at, table } of surcharges) {
    if (table === undefined) continue;
    const tableAt = at.in('table');
    if (rows === undefined) rows = tables.readFile('areas', table, tableAt.place);
    else tableAt.error('table_twice', 'a card has one area table');
  }
  return rows ?? [];
}

function readTransitTable(
  file: CardFile,
  { carrier }: CardSource,
  tables: CardTables,
): readonly Row[] {
  const { table } = file.transit ?? carrier.file.transit ?? {};
  const isGiven =
    table !== undefined &&
    (table.file !== undefined || table.inline !== undefined || isReferenceUnknown(table));
  return isGiven
    ? tables.read('transit', table, undefined)
    : tables.readIfPresent('transit', 'transit.csv');
}

function transitOf(
  terms: CardFile['transit'],
  rows: readonly ParsedTransit[],
): CardDefinition['transit'] {
  if (terms === undefined && rows.length === 0) return undefined;
  const { text = defaultTransitText, textSame } = terms ?? {};
  return {
    rows: rows.map(({ transit }) => transit),
    text,
    textSame: textSame ?? text.replace('{min}-{max}', '{min}'),
  };
}

/** A card may repeat the names of carrier.json, as rate cards of the trade do, but not contradict them. */
function servicesOf(file: CardFile, { terms, at: carrierAt }: CarrierSource): ServiceDefinition[] {
  const seen = new Set<string>();
  return (file.services ?? []).flatMap(({ at, id, names, packaging, lanesService }) => {
    const idAt = at.in('id');
    const service = terms.services.find((one) => one.id === id);
    if (service === undefined) {
      if (!carrierAt.in('services').isPartlyUnknown)
        idAt.error('unknown_service', 'carrier.json has no service of this id');
      at.hide();
      return [];
    }
    if (seen.has(id)) idAt.error('duplicate_service', 'this service is given twice');
    seen.add(id);
    const { stringId, label, mode, group } = service;
    for (const [key, known] of Object.entries({ string_id: stringId, label, mode, group })) {
      const given = names[key as keyof typeof names];
      if (given === undefined || given === known) continue;
      const message =
        known === undefined
          ? `carrier.json gives this service no ${key}`
          : `carrier.json has "${known}" for this service`;
      at.in(key).error('service_differs', message);
    }
    return [{ id, stringId, label, mode, packaging, lanesService }];
  });
}

function termsOf(
  file: CardFile,
  { file: carrierFile }: CarrierSource,
): Pick<CardDefinition, 'pickup' | 'connote' | 'documents'> {
  const pickup = file.pickup ?? carrierFile.pickup;
  const connote = file.connote ?? carrierFile.connote;
  const documents = file.documents ?? carrierFile.documents;
  // With a numbering, connotes start with the carrier's identifier, so the carrier issues them.
  const isIssued = documents?.numbering !== undefined;
  return {
    pickup,
    connote: connote !== undefined && isIssued ? { ...connote, isIssued: true } : connote,
    documents: documents?.terms,
  };
}

export function unservedRange(entry: string): { readonly from: number; readonly to: number } {
  const [from = '', to = from] = entry.split('-');
  return { from: Number(from), to: Number(to) };
}

export function unservedBy({ zones }: CardFile): Unserved {
  const entries = (zones?.unserved ?? []).map(({ entry }) => entry);
  return {
    ranges: entries.filter((entry) => entry !== '*').map(unservedRange),
    isRest: entries.includes('*'),
  };
}
