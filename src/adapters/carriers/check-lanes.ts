// Checks of the lane table against the rest of its card: zones and services that exist, rows that contradict each
// other, units and modes that do not go together.

import { packagingMask, packagingTypesNamed } from '../../domain/bookings/item.ts';
import { anyZoneCode } from '../../domain/rate-cards/card-definition.ts';
import type { ParsedCard } from './parse-card.ts';
import type { ParsedLane } from './parse-lanes.ts';
import type { Problems } from './problem.ts';

const palletMask = packagingMask(
  ['Pallet', 'Skid', 'Crate'].flatMap((type) => [...packagingTypesNamed(type)]),
);

export function checkLanes(
  card: ParsedCard,
  zoneCodes: ReadonlySet<string>,
  problems: Problems,
): void {
  const services = servicesOf(card);
  const seen = new Map<string, number>();
  for (const parsed of card.lanes) {
    checkNames(parsed, services, zoneCodes, problems);
    checkUnits(card, parsed, problems);
    const { lane, row } = parsed;
    const packaging = lane.packaging === undefined ? '' : [...lane.packaging].join(' ');
    const key = [lane.service, lane.fromZone, lane.toZone, lane.toSuburb ?? '', packaging].join(
      '\n',
    );
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row.place.line);
    else {
      const value = `${lane.service},${lane.fromZone},${lane.toZone}`;
      problems.error('duplicate_lane', row.place, value, `the same lane as line ${first}`);
    }
  }
  for (const [index, service] of (card.file.services ?? []).entries()) {
    if (service === undefined || services === undefined || card.lanes.length === 0) continue;
    const name = service.lanes_service ?? service.id;
    if (card.lanes.some(({ lane }) => lane.service === name)) continue;
    const place = card.document.place(['services', index]);
    problems.error('service_without_lane', place, name, 'no lane prices this service');
  }
}

/** Undefined when the list of services itself has a mistake: reporting every lane for it would hide the cause. */
function servicesOf(card: ParsedCard): ReadonlySet<string> | undefined {
  const { services } = card.definition;
  if (services.length === 0 || services.length !== card.file.services?.length) return undefined;
  return new Set(services.map((service) => service.lanesService));
}

function checkNames(
  { lane, row }: ParsedLane,
  services: ReadonlySet<string> | undefined,
  zoneCodes: ReadonlySet<string>,
  problems: Problems,
): void {
  const service = row.cell('service');
  if (services !== undefined && service.text !== '' && !services.has(lane.service)) {
    problems.error('unknown_service', service, service.text, 'card.json has no such service');
  }
  for (const column of ['from_zone', 'to_zone']) {
    const cell = row.cell(column);
    // Without a single zone the zone table is what is wrong.
    if (zoneCodes.size === 0 || cell.text === '' || cell.text === anyZoneCode) continue;
    if (zoneCodes.has(cell.text)) continue;
    problems.error('unknown_zone', cell, cell.text, 'no row of the zone table has this zone');
  }
}

function checkUnits(card: ParsedCard, { lane, row }: ParsedLane, problems: Problems): void {
  const { weight, limits, breakBy } = card.definition;
  const per = row.cell('per');
  const isRoundedElsewhere = weight.roundAt !== 'item' && weight.roundMode !== 'none';
  if (lane.per === 'item' && lane.unit === 'kg' && isRoundedElsewhere) {
    const message = `items are priced one by one, but weight.round.at is "${weight.roundAt}"`;
    problems.error('round_at', per, per.text, message);
  }
  const unit = row.cell('unit');
  const carried = limits.packaging === undefined ? -1 : packagingMask(limits.packaging);
  const priced = lane.packaging === undefined ? carried : packagingMask(lane.packaging);
  if (lane.unit === 'pallet' && (priced & ~palletMask) !== 0) {
    const message = 'unit pallet needs item_type pallet, skid or crate';
    problems.error('unit_pallet', unit, unit.text, message);
  }
  if (lane.packaging !== undefined && (priced & carried) === 0) {
    const cell = row.cell('item_type');
    const message = 'limits.item_types does not carry this packaging';
    problems.warning('packaging_not_carried', cell, cell.text, message);
  }
  const isByConsignment = breakBy === 'consignment' && lane.per === 'item';
  if (isByConsignment && (lane.breakMode === 'cumulative' || lane.bump)) {
    const cell = row.cell('break_mode');
    const message = 'lanes.break_by "consignment" does not go with cumulative breaks or bump';
    problems.error('break_by', cell, cell.text, message);
  }
}
