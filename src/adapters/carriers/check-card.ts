// Everything that can only be judged with the whole card in view: names that must exist elsewhere, rules that must
// compile, rows that contradict each other. All problems are reported at once; any error refuses the card.

import { frequentRateCarriers, offersFrequentRates } from '../../domain/quotes/pricing.ts';
import { anyZoneCode } from '../../domain/rate-cards/card-definition.ts';
import { compileExpression, type SymbolFinder } from '../../domain/rate-cards/expression.ts';
import { ExpressionError } from '../../domain/rate-cards/expression-syntax.ts';
import { symbolFinder } from '../../domain/rate-cards/rate-card.ts';
import type { RuleStage } from '../../domain/rate-cards/rule-context.ts';
import { checkLanes } from './check-lanes.ts';
import { checkAreas, checkZones, zoneCodesOf } from './check-zones.ts';
import type { JsonPath } from './json-document.ts';
import type { ParsedCard } from './parse-card.ts';
import type { Place, Problems } from './problem.ts';
import { placeInCell } from './table.ts';

/** Codes that exist in a card; undefined while a reported mistake hides some of them. */
export type KnownNames = {
  readonly zones: ReadonlySet<string> | undefined;
  /** Ids of services. */
  readonly services: ReadonlySet<string> | undefined;
};

export function checkCard(card: ParsedCard, problems: Problems): void {
  const names = knownNames(card);
  checkAreas(card.areas, problems);
  checkGroups(card, problems);
  checkFuel(card, problems);
  checkZones(card, problems);
  checkLanes(card, names, problems);
  checkRules(card, names, problems);
  checkTransit(card, names, problems);
  checkPickupZones(card, names, problems);
  checkTiers(card, problems);
}

function knownNames({ document, carrier, definition, file, ...card }: ParsedCard): KnownNames {
  const zones = zoneCodesOf({ ...card, definition });
  const hidesZones =
    card.unread.has('zones') || document.isUnknown(['zones', 'default_zone']) || zones.size === 0;
  const hidesServices =
    document.isPartlyUnknown(['services']) ||
    carrier.document.isPartlyUnknown(['services']) ||
    definition.services.length !== file.services?.length;
  return {
    zones: hidesZones ? undefined : zones,
    services: hidesServices ? undefined : new Set(definition.services.map(({ id }) => id)),
  };
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
  const checkJson = (when: string | undefined, stage: RuleStage, path: JsonPath): void => {
    checkRule(when, stage, find, (offset) => card.document.placeInText(path, offset), problems);
  };
  card.definition.weight.cubicRules.forEach(({ when }, index) => {
    checkJson(when, 'cubic', ['weight', 'cubic_rules', index, 'when']);
  });
  for (const { index, surcharge } of card.surcharges) {
    checkJson(surcharge.when, surcharge.scope, ['surcharges', index, 'when']);
  }
  for (const { index, fuel } of card.fuelEntries) {
    checkJson(fuel.when, 'consignment', ['fuel', index, 'when']);
  }
  checkJson(card.definition.warranty.voidWhen, 'consignment', ['warranty', 'void_when']);
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

function checkGroups(card: ParsedCard, problems: Problems): void {
  const { groups } = card.definition;
  const used = new Set<string>();
  for (const { index, surcharge } of card.surcharges) {
    const { group } = surcharge;
    if (group === undefined) continue;
    used.add(group);
    if (groups.has(group) || card.document.isUnknown(['groups', group])) continue;
    const place = card.document.place(['surcharges', index, 'group']);
    const message = 'groups does not say whether this group is "sum" or "max"';
    problems.error('group_without_rule', place, group, message);
  }
  // The surcharge that is in the group may be the one with a mistake.
  if (card.document.isPartlyUnknown(['surcharges'])) return;
  for (const group of groups.keys()) {
    if (used.has(group)) continue;
    const place = card.document.placeOfKey(['groups', group]);
    problems.error('group_without_surcharge', place, group, 'no surcharge is in this group');
  }
}

/** Two levies under one condition from the same day: which one holds? */
function checkFuel(card: ParsedCard, problems: Problems): void {
  const seen = new Set<string>();
  const check = (key: string, place: Place, value: unknown): void => {
    if (seen.has(key)) {
      problems.error('duplicate_fuel', place, value, 'another levy starts on the same day');
    }
    seen.add(key);
  };
  for (const { index, fuel } of card.fuelEntries) {
    const place = card.document.place(['fuel', index, 'from']);
    check(`${fuel.from} ${fuel.when ?? ''}`, place, fuel.from);
  }
  for (const { row, fuel } of card.fuelRows) {
    check(`${fuel.from} ${fuel.when ?? ''}`, row.cell('from'), row.cell('from').text);
  }
}

function checkTransit(card: ParsedCard, names: KnownNames, problems: Problems): void {
  const seen = new Set<string>();
  for (const row of card.transit?.rows ?? []) {
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

/**
 * Only terms of the card itself: a carrier's terms may speak of zones of its other cards. Warned of and not refused: nobody
 * is priced by such a zone, and pickup is as everywhere else.
 */
function checkPickupZones(card: ParsedCard, names: KnownNames, problems: Problems): void {
  const { pickup } = card.file;
  if (pickup === undefined) return;
  const check = (zone: string, place: Place): void => {
    if (names.zones?.has(zone) !== false) return;
    problems.warning('unknown_zone', place, zone, 'no row of the zone table has this zone');
  };
  for (const zone of Object.keys(pickup.cutoffs)) {
    if (zone !== 'default') check(zone, card.document.placeOfKey(['pickup', 'cutoffs', zone]));
  }
  pickup.not_from_zones?.forEach((zone, index) => {
    check(zone, card.document.place(['pickup', 'not_from_zones', index]));
  });
}

/** Quotes of other carriers never show tiers: the card is used without them. */
function checkTiers({ file, carrier, document }: ParsedCard, problems: Problems): void {
  const { services } = carrier.terms;
  if (file.tiers === undefined || carrier.document.isPartlyUnknown(['services'])) return;
  if (services.some(({ stringId }) => offersFrequentRates(stringId))) return;
  const message = `only ${frequentRateCarriers.join(' and ')} offer frequent rates; remove the tiers`;
  const stringIds = services.map(({ stringId }) => stringId).join(', ');
  problems.warning('tiers_not_offered', document.placeOfKey(['tiers']), stringIds, message);
}
