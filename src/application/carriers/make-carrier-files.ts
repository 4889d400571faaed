// Builds a carrier's folder with the imported cards. The operator's other files stay, cards of the same name are
// replaced, and shipped sample cards are left out. Pure text: nothing is checked or written here.

import type { FilePosition } from '../../domain/csv/csv.ts';
import type { Decimal4 } from '../../domain/decimal.ts';
import { dayOfDate, firstDay } from '../../domain/rate-cards/card-day.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import { carrierFormat } from '../../domain/rate-cards/carrier-formats.ts';
import type { ServiceMode } from '../../domain/rate-cards/carrier-terms.ts';
import {
  type CardPlan,
  cardFiles,
  hasPartKilos,
} from '../../domain/rate-cards/import/card-files.ts';
import type { Findings } from '../../domain/rate-cards/import/findings.ts';
import { pricedZones } from '../../domain/rate-cards/import/fit-lanes.ts';
import type { CardFormat } from '../../domain/rate-cards/import/formats.ts';
import type {
  CardReading,
  Choices,
  ImportedLane,
} from '../../domain/rate-cards/import/imported-lane.ts';
import type {
  MatchedServices,
  ServiceChoice,
} from '../../domain/rate-cards/import/match-services.ts';
import type { SourceFile } from '../../domain/rate-cards/import/source-table.ts';
import type { ZoneRow } from '../../domain/rate-cards/import/zone-rows.ts';
import type { CarrierInUse } from '../ports.ts';
import { carrierJson, parseObject, textOf } from './carrier-json.ts';

export type CardImport = {
  format: CardFormat;
  files: readonly SourceFile[];
  /** Without any, the zones in use. */
  zoneFiles: readonly SourceFile[];
  carrier: string;
  carrierName: string | undefined;
  code: string | undefined;
  services: readonly ServiceChoice[];
  mode: ServiceMode;
  choices: Choices;
  fuelPercent: Decimal4 | undefined;
  prices: 'ex_gst' | 'inc_gst';
  validFrom: string | undefined;
  validTo: string | undefined;
  /** First day of the version that the import adds; undefined: at once. */
  holdsFrom: string | undefined;
  note: string | undefined;
  /** Card of this carrier whose surcharges, limits and terms the new one takes over. */
  like: string | undefined;
  skipsRefused: boolean;
  dropsExamples: boolean;
  isDryRun: boolean;
};

/** The usable lanes, with the zones and services that they are priced under. */
export type Fitted = {
  lanes: readonly ImportedLane[];
  zones: readonly ZoneRow[];
  matched: MatchedServices;
  reading: CardReading;
};

export type MadeFiles = {
  files: ReadonlyMap<string, string>;
  cards: readonly { code: string; services: readonly string[]; lanes: number; zones: number }[];
  /** Path of a table in the carrier's folder → where each of its lines came from. */
  places: ReadonlyMap<string, readonly FilePosition[]>;
};

export function makeCarrierFiles(
  today: string,
  { lanes, zones, matched, reading }: Fitted,
  inUse: CarrierInUse | undefined,
  request: CardImport,
  findings: Findings,
): MadeFiles {
  const byCubic = [...Map.groupBy(lanes, ({ cubic }) => cubic)];
  const usual = `${request.carrier.toUpperCase().replaceAll('_', '-')}-${request.validFrom ?? today}`;
  const name = request.code ?? codeOf(reading.cardName) ?? usual;
  const codes = byCubic.map(([cubic]) =>
    byCubic.length === 1 ? name : `${name}-${codeOf(cubic) ?? 'DEAD'}`,
  );
  const isOwn = inUse?.origin === 'operator';
  const kept = new Map(
    [...(inUse?.files ?? [])].filter(
      ([path]) =>
        isOwn &&
        !codes.some((code) => path.startsWith(`cards/${code}/`)) &&
        !(request.dropsExamples && path === 'examples.json'),
    ),
  );
  const others = (inUse?.cards ?? []).filter(({ code }) => isOwn && !codes.includes(code));
  const files = new Map(kept);
  const places = new Map<string, readonly FilePosition[]>();
  const fuelPercent = request.fuelPercent ?? reading.fuelPercent;
  const cards = byCubic.map(([cubic, own], index) => {
    const code = codes[index] ?? name;
    const like = likeOf(request.like ?? (isOwn ? code : undefined), inUse, findings, request);
    const plan: CardPlan = {
      code,
      carrier: request.carrier,
      serviceIds: matched.ids,
      lanes: own,
      zones: pricedZones(own, zones, findings),
      cubic,
      prices: request.prices,
      validFrom: request.validFrom,
      validTo: request.validTo,
      priority: priorityOf(own, matched, others, request.validFrom),
      fuelPercent,
      today,
      palletMaxKg: reading.palletMaxKg,
      like: like?.json,
      source: `${request.format}: ${request.files.map((file) => file.name).join(', ')}; ${today}`,
    };
    if (fuelPercent === undefined && like?.json.fuel === undefined)
      findings.note({ note: 'no_fuel' });
    if (hasPartKilos(own) && like === undefined) findings.note({ note: 'not_rounded' });
    const made = cardFiles(plan);
    const folder = `cards/${code}`;
    for (const [path, text] of [...(like?.tables ?? []), ...made.files])
      files.set(`${folder}/${path}`, text);
    for (const [path, from] of made.places) places.set(`${folder}/${path}`, from);
    const services = [...new Set(own.map(({ service }) => service.text))];
    return { code, services, lanes: own.length, zones: plan.zones.length };
  });
  files.set('carrier.json', carrierText(inUse, others.length > 0, matched, request, findings));
  return { files, cards, places };
}

/** The `card.json` of another card, with its tables except lanes and zones. */
function likeOf(
  code: string | undefined,
  inUse: CarrierInUse | undefined,
  findings: Findings,
  request: CardImport,
): { json: Readonly<Record<string, unknown>>; tables: readonly [string, string][] } | undefined {
  if (code === undefined) return undefined;
  const folder = `cards/${code}/`;
  const text = inUse?.files.get(`${folder}card.json`);
  if (text === undefined) {
    if (request.like === undefined) return undefined;
    const cards = (inUse?.cards ?? []).map((card) => card.code);
    const place = { file: '--like', line: 0, column: 0 };
    findings.refuseFile(place, code, { mistake: 'unknown_card', cards });
    return undefined;
  }
  const tables = [...(inUse?.files ?? [])].flatMap(([path, content]): [string, string][] => {
    const name = path.slice(folder.length);
    const isTable = path.startsWith(folder) && name.endsWith('.csv');
    return isTable && name !== 'lanes.csv' && name !== 'zones.csv' ? [[name, content]] : [];
  });
  const json = parseObject(text);
  if (Object.keys(json).length === 0) {
    const place = { file: `${request.carrier}/${folder}card.json`, line: 0, column: 0 };
    findings.refuseFile(place, '', { mistake: 'file_unreadable' });
  }
  findings.note({ note: 'terms_of_card', card: code, isSample: inUse?.origin === 'shipped' });
  return { json, tables };
}

/** Higher than the priority of cards for the same services, unless this card is their successor by date. */
function priorityOf(
  lanes: readonly ImportedLane[],
  { ids }: MatchedServices,
  others: readonly CardDefinition[],
  validFrom: string | undefined,
): number {
  const own = new Set(lanes.map(({ service }) => ids.get(service.text)));
  const rivals = others.filter(({ services }) => services.some(({ id }) => own.has(id)));
  if (rivals.length === 0) return 0;
  const day = validFrom === undefined ? firstDay : dayOfDate(validFrom);
  const highest = Math.max(...rivals.map(({ priority }) => priority));
  const isSuccessor = rivals.every((card) => card.validFrom < day);
  return Math.min(1000, isSuccessor ? highest : highest + 1);
}

function carrierText(
  inUse: CarrierInUse | undefined,
  keepsCards: boolean,
  { services }: MatchedServices,
  request: CardImport,
  findings: Findings,
): string {
  const { sample, ...terms } = carrierJson(inUse, findings, request.carrier);
  if (inUse === undefined && request.carrierName === undefined)
    findings.note({ note: 'new_carrier', carrier: request.carrier });
  if (sample === true && inUse?.origin === 'shipped') findings.note({ note: 'sample_unused' });
  return `${JSON.stringify(
    {
      format: carrierFormat,
      id: request.carrier,
      ...terms,
      name: request.carrierName ?? textOf(terms.name) ?? request.carrier,
      ...(sample === true && keepsCards ? { sample } : {}),
      services: services.map(({ id, stringId, label, mode, group }) => ({
        id,
        string_id: stringId,
        label,
        mode,
        ...(group === undefined ? {} : { group }),
      })),
    },
    null,
    2,
  )}\n`;
}

/** Letters, digits and `-`, as the folder of a card is called. */
function codeOf(text: string | undefined): string | undefined {
  const code = text?.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return code === undefined || code === '' ? undefined : code;
}
