// Checks of the lane table against the rest of its card: zones and services that exist, rows that contradict each
// other, units and modes that do not go together.

import { packagingMask, packagingTypesNamed } from '../../domain/bookings/item.ts';
import { anyZoneCode } from '../../domain/rate-cards/card-definition.ts';
import type { KnownNames } from './check-card.ts';
import type { ParsedCard } from './parse-card.ts';
import type { ParsedLane } from './parse-lanes.ts';
import type { Problems } from './problem.ts';

const palletMask = packagingMask(
  ['Pallet', 'Skid', 'Crate'].flatMap((type) => [...packagingTypesNamed(type)]),
);

export function checkLanes(card: ParsedCard, names: KnownNames, problems: Problems): void {
  const { services } = card.definition;
  const laneServices =
    names.services === undefined
      ? undefined
      : new Set(services.map(({ lanesService }) => lanesService));
  const seen = new Map<string, number>();
  for (const parsed of card.lanes) {
    checkNames(parsed, laneServices, names.zones, problems);
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
  if (names.services === undefined || card.unread.has('lanes') || card.lanes.length === 0) return;
  for (const [index, { lanesService: name }] of services.entries()) {
    if (card.lanes.some(({ lane }) => lane.service === name)) continue;
    const place = card.document.place(['services', index]);
    problems.error('service_without_lane', place, name, 'no lane prices this service');
  }
}

function checkNames(
  { lane, row }: ParsedLane,
  services: ReadonlySet<string> | undefined,
  zones: ReadonlySet<string> | undefined,
  problems: Problems,
): void {
  const service = row.cell('service');
  if (services !== undefined && service.text !== '' && !services.has(lane.service)) {
    problems.error('unknown_service', service, service.text, 'card.json has no such service');
  }
  for (const column of ['from_zone', 'to_zone']) {
    const cell = row.cell(column);
    if (cell.text === '' || cell.text === anyZoneCode || zones?.has(cell.text) !== false) continue;
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
  const hidesCarried =
    lane.packaging === undefined && card.document.isPartlyUnknown(['limits', 'item_types']);
  if (lane.unit === 'pallet' && !hidesCarried && (priced & ~palletMask) !== 0) {
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
