// Reads carrier.json for an import: its terms, which stay unchanged, and its services. Loading validates the file; here only an
// unreadable one is refused.

import type { CarrierService, ServiceMode } from '../../domain/rate-cards/carrier-terms.ts';
import { objectOf } from '../../domain/rate-cards/import/card-files.ts';
import type { Findings } from '../../domain/rate-cards/import/findings.ts';
import type { CarrierInUse } from '../ports.ts';

export function carrierJson(
  inUse: CarrierInUse | undefined,
  findings: Findings,
  carrier: string,
): Readonly<Record<string, unknown>> {
  const text = inUse?.files.get('carrier.json');
  if (text === undefined) return {};
  const terms = parseObject(text);
  if (Object.keys(terms).length === 0) {
    const place = { file: `${carrier}/carrier.json`, line: 0, column: 0 };
    findings.refuseFile(place, '', { mistake: 'file_unreadable' });
  }
  return terms;
}

export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function servicesOf(terms: Readonly<Record<string, unknown>>): CarrierService[] {
  const list: readonly unknown[] = Array.isArray(terms.services) ? terms.services : [];
  return list.map(objectOf).flatMap(({ id, string_id, label, mode, group }) => {
    const known = textOf(id);
    const stringId = textOf(string_id);
    if (known === undefined || stringId === undefined) return [];
    return [
      {
        id: known,
        stringId,
        label: textOf(label) ?? stringId,
        mode: modes.find((one) => one === mode) ?? 'road',
        group: textOf(group),
      },
    ];
  });
}

export const modes: readonly ServiceMode[] = [
  'road',
  'air',
  'parcel',
  'express',
  'sameday',
  'sea',
  'international',
];
