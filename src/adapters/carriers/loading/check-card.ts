// Checks that need the whole card: names that must exist elsewhere, rules that must compile, rows that contradict each other.

import { packagingMask, packagingTypesNamed } from '../../../domain/bookings/item.ts';
import { frequentRateCarriers, offersFrequentRates } from '../../../domain/quotes/pricing.ts';
import { dateOfDay } from '../../../domain/rate-cards/card-day.ts';
import { anyZoneCode, type FuelDefinition } from '../../../domain/rate-cards/card-definition.ts';
import { compileExpression, type SymbolFinder } from '../../../domain/rate-cards/expression.ts';
import { ExpressionError } from '../../../domain/rate-cards/expression-syntax.ts';
import { symbolFinder } from '../../../domain/rate-cards/rate-card.ts';
import type { RuleStage } from '../../../domain/rate-cards/rule-context.ts';
import { checkAreas, checkZones, zoneCodesOf } from './check-zones.ts';
import type { At } from './fields.ts';
import type { ParsedCard } from './load-card.ts';
import type { Place, Problems } from './problem.ts';
import { type ParsedLane, placeInCell } from './rows.ts';

/** Names that exist in a card; undefined while a reported mistake hides some of them. */
type KnownNames = {
  readonly zones: ReadonlySet<string> | undefined;
  /** Ids of services. */
  readonly services: ReadonlySet<string> | undefined;
};

const palletMask = packagingMask(
  ['Pallet', 'Skid', 'Crate'].flatMap((type) => [...packagingTypesNamed(type)]),
);

export function checkCard(card: ParsedCard, problems: Problems): void {
  const names = knownNames(card);
  checkAreas(card.areas, problems);
  checkUnique(card);
  checkGroups(card);
  checkFuel(card, problems);
  checkZones(card, problems);
  checkLanes(card, names, problems);
  checkRules(card, names, problems);
  checkTransit(card, names, problems);
  checkDocuments(card);
  checkPickupZones(card, names);
  checkTiers(card);
}

function knownNames({ at, carrier, definition, ...card }: ParsedCard): KnownNames {
  const zones = zoneCodesOf({ ...card, definition });
  const hidesZones =
    card.unread.has('zones') || at.in('zones', 'default_zone').isUnknown || zones.size === 0;
  const hidesServices =
    at.in('services').isPartlyUnknown || carrier.at.in('services').isPartlyUnknown;
  return {
    zones: hidesZones ? undefined : zones,
    services: hidesServices ? undefined : new Set(definition.services.map(({ id }) => id)),
  };
}

function checkUnique({ file }: ParsedCard): void {
  const codes = new Set<string>();
  for (const { at, definition } of file.surcharges) {
    if (codes.has(definition.code))
      at.in('code').error('duplicate_surcharge', 'this code is given twice');
    codes.add(definition.code);
  }
  const identifiers = new Set<number>();
  for (const { at, definition } of file.tiers) {
    if (identifiers.has(definition.identifier))
      at.in('identifier').error('duplicate_tier', 'this identifier is given twice');
    identifiers.add(definition.identifier);
  }
}

function checkRules(card: ParsedCard, names: KnownNames, problems: Problems): void {
  const numbers = new Map([...(names.zones ?? [])].map((code, index) => [code, index + 1]));
  const findKnown = symbolFinder(card.definition, { numbers });
  const find: SymbolFinder = (set, text) => {
    const isHidden =
      (set === 'zone' && names.zones === undefined) ||
      (set === 'service' && names.services === undefined);
    return isHidden ? 0 : findKnown(set, text);
  };
  const checkJson = (when: string | undefined, stage: RuleStage, at: At): void => {
    checkRule(when, stage, find, (offset) => at.placeInText(offset), problems);
  };
  card.definition.weight.cubicRules.forEach(({ when }, index) => {
    checkJson(when, 'cubic', card.at.in('weight', 'cubic_rules', index, 'when'));
  });
  for (const { at, definition } of card.file.surcharges)
    checkJson(definition.when, definition.scope, at.in('when'));
  for (const { at, definition } of card.file.fuel)
    checkJson(definition.when, 'consignment', at.in('when'));
  checkJson(card.definition.warranty.voidWhen, 'consignment', card.at.in('warranty', 'void_when'));
  for (const { row, fuel } of card.fuelRows) {
    const cell = row.cell('when');
    const at = (offset: number): Place => placeInCell(cell, offset);
    checkRule(fuel.when, 'consignment', find, at, problems);
  }
}

function checkRule(
  when: string | undefined,
  stage: RuleStage,
  find: SymbolFinder,
  placeOf: (offset: number) => Place,
  problems: Problems,
): void {
  if (when === undefined) return;
  try {
    compileExpression(when, stage, find);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    problems.error('bad_rule', placeOf(error.offset), when, error.message);
  }
}

function checkGroups({ at, file }: ParsedCard): void {
  const used = new Set<string>();
  for (const { at: surchargeAt, definition } of file.surcharges) {
    const { group } = definition;
    if (group === undefined) continue;
    used.add(group);
    if (Object.hasOwn(file.groups, group) || at.in('groups', group).isUnknown) continue;
    const message = 'groups does not give this group a rule, "sum" or "max"';
    surchargeAt.in('group').error('group_without_rule', message);
  }
  // A group may only seem unused because a surcharge has a mistake.
  if (at.in('surcharges').isPartlyUnknown) return;
  for (const group of Object.keys(file.groups)) {
    if (used.has(group)) continue;
    at.in('groups', group).errorAtKey('group_without_surcharge', 'no surcharge is in this group');
  }
}

/** Two levies with the same condition and first day are ambiguous. */
function checkFuel({ file, fuelRows }: ParsedCard, problems: Problems): void {
  const seen = new Set<string>();
  const check = ({ from, when = '' }: FuelDefinition, place: Place): void => {
    const key = `${from} ${when}`;
    const message = 'another levy starts on the same day';
    if (seen.has(key)) problems.error('duplicate_fuel', place, dateOfDay(from), message);
    seen.add(key);
  };
  for (const { at, definition } of file.fuel) check(definition, at.in('from').place);
  for (const { row, fuel } of fuelRows) check(fuel, row.cell('from'));
}

function checkTransit(card: ParsedCard, names: KnownNames, problems: Problems): void {
  const seen = new Set<string>();
  for (const { row } of card.transit) {
    for (const column of ['from_zone', 'to_zone']) {
      const cell = row.cell(column);
      if (cell.text === anyZoneCode || names.zones?.has(cell.text) !== false) continue;
      problems.error('unknown_zone', cell, cell.text, 'no row of the zone table has this zone');
    }
    const service = row.cell('service');
    if (service.text !== '' && names.services?.has(service.text) === false) {
      problems.error('unknown_service', service, service.text, 'the card has no such service');
    }
    const key = `${service.text},${row.cell('from_zone').text},${row.cell('to_zone').text}`;
    if (seen.has(key)) {
      problems.error('duplicate_transit', row.place, key, 'this transit time is given twice');
    }
    seen.add(key);
  }
}

function checkLanes(card: ParsedCard, names: KnownNames, problems: Problems): void {
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
  for (const { at, lanesService: name } of card.file.services ?? []) {
    if (card.lanes.some(({ lane }) => lane.service === name)) continue;
    at.error('service_without_lane', 'no lane prices this service', name);
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
    lane.packaging === undefined && card.at.in('limits', 'item_types').isPartlyUnknown;
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

/** Identifiers that do not fit the carrier's own numbering could not be read by its sorters. */
function checkDocuments({ at, file, carrier, definition }: ParsedCard): void {
  const documents = file.documents ?? carrier.file.documents;
  const { issued } = documents?.terms ?? {};
  if (documents?.numbering === undefined || issued === undefined || issued.kind === 'gs1') return;
  const { at: idAt, id, digits } = documents.numbering;
  const { connote } = definition;
  const fits = connote?.prefix === id && connote.digits === digits && connote.check === 'none';
  const isConnoteUnknown = at.in('connote').isUnknown || carrier.at.in('connote').isUnknown;
  if (!fits && !isConnoteUnknown) {
    const message = `connotes must be this and ${digits} digits without a check digit; set "connote" accordingly`;
    idAt.error('issued_id_not_in_connote', message);
  }
  if (carrier.at.in('services').isPartlyUnknown) return;
  for (const service of Object.keys(issued.products)) {
    if (carrier.terms.services.some((one) => one.id === service)) continue;
    const productAt = documents.at.in(issued.kind, 'products', service);
    productAt.errorAtKey('unknown_service', 'carrier.json has no service of this id');
  }
}

/** A warning: such a zone has no effect. Only terms of the card itself, as its carrier's may name zones of other cards. */
function checkPickupZones({ at, file: { pickup } }: ParsedCard, names: KnownNames): void {
  if (pickup === undefined) return;
  const message = 'no row of the zone table has this zone';
  for (const zone of Object.keys(pickup.cutoffs)) {
    if (zone === 'default' || names.zones?.has(zone) !== false) continue;
    at.in('pickup', 'cutoffs', zone).warningAtKey('unknown_zone', message);
  }
  pickup.notFromZones.forEach((zone, index) => {
    if (names.zones?.has(zone) !== false) return;
    at.in('pickup', 'not_from_zones', index).warning('unknown_zone', message);
  });
}

/** A warning: only some carriers' quotes show tiers. */
function checkTiers({ at, file, carrier }: ParsedCard): void {
  const { services } = carrier.terms;
  if (file.tiers.length === 0 || carrier.at.in('services').isPartlyUnknown) return;
  if (services.some(({ stringId }) => offersFrequentRates(stringId))) return;
  const message = `only ${frequentRateCarriers.join(' and ')} offer frequent rates; remove the tiers`;
  const stringIds = services.map(({ stringId }) => stringId).join(', ');
  at.in('tiers').warningAtKey('tiers_not_offered', message, stringIds);
}
