// The services a card prices, each one of its carrier's. A card may repeat what carrier.json says of them, as rate cards of
// the trade do; it may not say anything else, because only one of the two could hold.

import type { ServiceDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { CarrierService } from '../../domain/rate-cards/carrier-terms.ts';
import type { CardFile } from './card-schema.ts';
import { readPackaging } from './cell-values.ts';
import type { Surviving } from './check-shape.ts';
import type { JsonDocument } from './json-document.ts';
import type { CarrierSource } from './parse-card.ts';
import type { Problems } from './problem.ts';

type ServiceFile = CardFile['services'][number];

export function parseServices(
  file: Surviving<CardFile>,
  document: JsonDocument,
  { terms, document: carrierDocument }: Pick<CarrierSource, 'terms' | 'document'>,
  problems: Problems,
): ServiceDefinition[] {
  const seen = new Set<string>();
  return (file.services ?? []).flatMap((entry, index) => {
    if (entry === undefined) return [];
    const place = document.place(['services', index, 'id']);
    const service = terms.services.find(({ id }) => id === entry.id);
    if (service === undefined) {
      if (carrierDocument.isPartlyUnknown(['services'])) return [];
      problems.error('unknown_service', place, entry.id, 'carrier.json has no service of this id');
      return [];
    }
    if (seen.has(entry.id)) {
      problems.error('duplicate_service', place, entry.id, 'this service is given twice');
    }
    seen.add(entry.id);
    reportDifferences(entry, service, index, document, problems);
    const packaging = entry.item_types?.flatMap((type, at) => [
      ...readPackaging(type, document.place(['services', index, 'item_types', at]), problems),
    ]);
    const { id, stringId, label, mode } = service;
    return [{ id, stringId, label, mode, packaging, lanesService: entry.lanes_service ?? id }];
  });
}

function reportDifferences(
  entry: ServiceFile,
  { stringId, label, mode, group }: CarrierService,
  index: number,
  document: JsonDocument,
  problems: Problems,
): void {
  const known = { string_id: stringId, label, mode, group };
  for (const key of ['string_id', 'label', 'mode', 'group'] as const) {
    const said = entry[key];
    if (said === undefined || said === known[key]) continue;
    const message =
      known[key] === undefined
        ? `carrier.json gives this service no ${key}`
        : `carrier.json says "${known[key]}" of this service`;
    problems.error('service_differs', document.place(['services', index, key]), said, message);
  }
}
