// The parts of carrier files that are not priced: carrier.json itself, pickup, connote numbers, transit.

import type { TransitDefinition, TransitRow } from '../../domain/rate-cards/card-definition.ts';
import type {
  CarrierTerms,
  ConnoteTerms,
  PickupTerms,
} from '../../domain/rate-cards/carrier-terms.ts';
import { defaultTransitText } from '../../domain/rate-cards/transit-table.ts';
import type { CarrierFile, ConnoteFile, PickupFile, TransitFile } from './carrier-schema.ts';
import type { Surviving } from './check-shape.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import { parseTracking } from './parse-tracking.ts';
import type { Problems } from './problem.ts';
import type { Row } from './table.ts';

const defaultOfferDays = 5;

/** Undefined when the file is too broken to say who the carrier is. */
export function parseCarrier(
  file: Surviving<CarrierFile>,
  document: JsonDocument,
  folder: string,
  problems: Problems,
): CarrierTerms | undefined {
  const { id, name } = file;
  if (id === undefined || name === undefined) return undefined;
  if (id !== folder) {
    const message = `the folder is called "${folder}"; both must be the same`;
    problems.error('id_is_not_folder', document.place(['id']), id, message);
  }
  const ids = new Set<string>();
  const services = (file.services ?? []).flatMap((service, index) => {
    if (service === undefined) return [];
    for (const key of [`id ${service.id}`, `string_id ${service.string_id}`]) {
      if (ids.has(key)) {
        const place = document.place(['services', index]);
        problems.error('duplicate_service', place, key, 'this service is given twice');
      }
      ids.add(key);
    }
    const { label, mode, group } = service;
    return [{ id: service.id, stringId: service.string_id, label, mode, group }];
  });
  return {
    id,
    name,
    website: file.website,
    family: file.family ?? id,
    services,
    isSample: file.sample ?? false,
    policy: file.policy ?? 'card',
    tracking: parseTracking(file.tracking, document, problems),
  };
}

export function parsePickup(
  file: PickupFile,
  document: JsonDocument,
  path: JsonPath,
  problems: Problems,
): PickupTerms {
  const { from, to } = file.window;
  if (from >= to) {
    const place = document.place([...path, 'window', 'to']);
    problems.error('window_reversed', place, to, `the window ends before it starts at ${from}`);
  }
  if (file.cutoffs.default === undefined) {
    const place = document.place([...path, 'cutoffs']);
    problems.error('cutoff_without_default', place, '', 'cutoffs need a "default"');
  }
  return {
    cutoffs: file.cutoffs,
    window: file.window,
    leadBusinessDays: file.lead_business_days ?? 0,
    offerDays: file.offer_days ?? defaultOfferDays,
    weekdays: file.weekdays ?? [1, 2, 3, 4, 5],
    holidays: file.holidays ?? 'state',
    notFromZones: file.not_from_zones ?? [],
  };
}

export function parseConnote(
  file: ConnoteFile,
  document: JsonDocument,
  path: JsonPath,
  problems: Problems,
): ConnoteTerms {
  const { prefix, digits, start, end } = file;
  const place = document.place([...path, 'end']);
  if (end < start) {
    const message = `the range is empty: it starts at ${start}`;
    problems.error('connote_range_exhausted', place, end, message);
  }
  if (String(end).length > digits) {
    const message = `does not fit into ${digits} digits`;
    problems.error('connote_too_wide', place, end, message);
  }
  const check = file.check ?? 'none';
  const terms = { prefix, digits, start, end, check, itemSuffix: file.item_suffix ?? '' };
  return file.issued === true ? { ...terms, isIssued: true } : terms;
}

export type ParsedTransit = {
  readonly definition: TransitDefinition;
  readonly rows: readonly Row[];
};

export function parseTransit(
  file: TransitFile,
  rows: readonly Row[],
  problems: Problems,
): ParsedTransit {
  const text = file.text ?? defaultTransitText;
  const definition: TransitDefinition = {
    rows: rows.map((row) => parseTransitRow(row, problems)),
    text,
    textSame: file.text_same ?? text.replace('{min}-{max}', '{min}'),
  };
  return { definition, rows };
}

function parseTransitRow(row: Row, problems: Problems): TransitRow {
  const days = (column: string): number => {
    const cell = row.cell(column);
    if (/^\d{1,3}$/.test(cell.text)) return Number(cell.text);
    problems.error('bad_days', cell, cell.text, 'must be a whole number of business days');
    return 0;
  };
  const minDays = days('min');
  const maxDays = days('max');
  if (minDays > maxDays) {
    const cell = row.cell('max');
    problems.error('days_reversed', cell, cell.text, 'the longest time is below the shortest');
  }
  const service = row.cell('service').text;
  return {
    service: service === '' ? undefined : service,
    fromZone: row.cell('from_zone').text,
    toZone: row.cell('to_zone').text,
    minDays,
    maxDays,
  };
}
