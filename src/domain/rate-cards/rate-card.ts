// A rate card compiled for look-ups by rating.ts, once, when the card is loaded or first needed. It never changes, so a
// quote keeps pricing with its card while newer ones are loaded.

import { findPackagingType, packagingMask, packagingTypes } from '../bookings/item.ts';
import { once } from '../once.ts';
import { countryIndexOf, stateIndexOf } from '../quotes/shipment.ts';
import { type AreaTable, compileAreas } from './area-table.ts';
import type { CardDefinition, ServiceDefinition } from './card-definition.ts';
import { type CompiledLimits, compileLimits } from './card-limits.ts';
import { type CompiledWeight, compileWeight } from './chargeable-weight.ts';
import { compileExpression, type Predicate, type SymbolFinder } from './expression.ts';
import { compileFuel, type FuelTimeline } from './fuel-timeline.ts';
import { compileLanes, type LaneTable, noLanes, type ServiceLanes } from './lane-table.ts';
import { partyTypes, type RuleStage } from './rule-context.ts';
import { compileSurcharges, type SurchargeTable } from './surcharge-table.ts';
import { compileTransit, type TransitTable } from './transit-table.ts';
import { type CompiledWarranty, compileWarranty } from './warranty.ts';
import { compileZones, type ZoneTable } from './zone-table.ts';

export type CardService = {
  readonly definition: ServiceDefinition;
  /** Position among the card's services. */
  readonly index: number;
  readonly lanes: ServiceLanes;
  readonly packagingMask: number;
};

/** A definition without its long tables: keeping these beside the compiled ones would double the memory. */
export type CardTerms = Omit<CardDefinition, 'lanes' | 'zones' | 'areas' | 'transit'>;

/**
 * The long tables, compiled. Data without functions, most of it in typed arrays: a card of a hundred thousand lanes is
 * compiled by another thread or an earlier start, and loaded quickly.
 */
export type CardTables = {
  readonly zones: ZoneTable;
  readonly lanes: LaneTable;
  readonly transit: TransitTable;
  readonly areas: AreaTable;
};

/** A card of a carrier. Its definition shows when it is in force; its compiled tables have the prices. */
export type Card = {
  readonly definition: CardTerms;
  compiled(): RateCard;
};

export type RateCard = Card & {
  readonly services: readonly CardService[];
  readonly zones: ZoneTable;
  readonly lanes: LaneTable;
  readonly weight: CompiledWeight;
  readonly limits: CompiledLimits;
  readonly surcharges: SurchargeTable;
  readonly fuel: FuelTimeline;
  readonly warranty: CompiledWarranty;
  readonly transit: TransitTable;
  readonly breaksByConsignment: boolean;
  readonly pricesIncludeGst: boolean;
  readonly gstRate: number;
  /** Some rule reads the distance, so that a shipment without one cannot be priced. */
  readonly rulesReadDistance: boolean;
};

/** Throws ExpressionError when a rule does not compile: definitions come checked. */
export function compileCard(definition: CardDefinition): RateCard {
  return completeCard(cardTerms(definition), compileTables(definition));
}

function compileTables(definition: CardDefinition): CardTables {
  const zones = compileZones(definition);
  const serviceIds = definition.services.map(({ id }) => id);
  return {
    zones,
    lanes: compileLanes(definition, zones),
    transit: compileTransit(definition.transit, serviceIds, zones),
    areas: compileAreas(definition.areas),
  };
}

export function tablesOf({ zones, lanes, transit, surcharges: { areas } }: RateCard): CardTables {
  return { zones, lanes, transit, areas };
}

/** Adds the rules, which are closures and cannot be stored, to compiled tables. */
function completeCard(definition: CardTerms, tables: CardTables): RateCard {
  const { zones, lanes, transit, areas } = tables;
  const find = symbolFinder(definition, zones);
  let rulesReadDistance = false;
  const compileRule = (when: string, stage: RuleStage): Predicate => {
    const { test, names } = compileExpression(when, stage, find);
    rulesReadDistance ||= names.has('km');
    return test;
  };
  const forConsignment = (when: string): Predicate => compileRule(when, 'consignment');
  const forCubic = (when: string): Predicate => compileRule(when, 'cubic');
  const card = {
    definition,
    services: definition.services.map((service, index) => ({
      definition: service,
      index,
      lanes: lanes.services.get(service.lanesService) ?? noLanes,
      packagingMask: service.packaging === undefined ? -1 : packagingMask(service.packaging),
    })),
    zones,
    lanes,
    weight: compileWeight(definition.weight, forCubic, cubicLimits(definition)),
    limits: compileLimits(definition.limits),
    surcharges: compileSurcharges(definition, areas, compileRule),
    fuel: compileFuel(definition.fuel, forConsignment),
    warranty: compileWarranty(definition, forConsignment),
    transit,
    breaksByConsignment: definition.breakBy === 'consignment',
    pricesIncludeGst: definition.pricesIncludeGst,
    gstRate: definition.gstRate,
  };
  const compiled: RateCard = Object.freeze({
    ...card,
    rulesReadDistance,
    compiled: () => compiled,
  });
  return compiled;
}

/** Completes a card from its stored tables when it is first needed: doing so for all cards would slow the start. */
export function laterCard(terms: CardTerms, readTables: () => CardTables): Card {
  return Object.freeze({
    definition: terms,
    compiled: once(() => completeCard(terms, readTables())),
  });
}

function cardTerms(definition: CardDefinition): CardTerms {
  const { lanes: _lanes, zones: _zones, areas: _areas, transit: _transit, ...terms } = definition;
  return terms;
}

function cubicLimits(definition: CardTerms): number[] {
  const { item, byPackaging } = definition.limits;
  return packagingTypes.map((_, type) => {
    let limit = item.maxItemCubicKg;
    for (const { packaging, limits } of byPackaging) {
      if (packaging.includes(type) && 'maxItemCubicKg' in limits) limit = limits.maxItemCubicKg;
    }
    return limit ?? Number.POSITIVE_INFINITY;
  });
}

/** Quoted text in a rule → its position in the set it is compared with. */
export function symbolFinder(
  card: Pick<CardDefinition, 'services'>,
  zones: Pick<ZoneTable, 'numbers'>,
): SymbolFinder {
  return (set, text) => {
    switch (set) {
      case 'packaging':
        return findPackagingType(text);
      case 'family': {
        const type = findPackagingType(text);
        return type !== undefined && packagingTypes[type]?.family === packagingTypes[type]?.name
          ? type
          : undefined;
      }
      case 'party':
        return found((partyTypes as readonly string[]).indexOf(text));
      case 'state':
        return found(stateIndexOf(text));
      case 'country':
        return found(countryIndexOf(text));
      case 'zone':
        return zones.numbers.get(text);
      case 'service':
        return found(card.services.findIndex((service) => service.id === text));
    }
  };
}

function found(position: number): number | undefined {
  return position < 0 ? undefined : position;
}
