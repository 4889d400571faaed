// The names a `when` expression may use, their types, and where each is read from while a shipment is rated. A stage
// offers only names that are known by then: the chargeable weight is unknown while the cubic factor is chosen. All
// numbers are decimals times ten thousand.

import { packagingFamily } from '../bookings/item.ts';
import { type Decimal4, one4 } from '../decimal.ts';
import type { Shipment, ShipmentLine } from '../quotes/shipment.ts';

/**
 * The values of the shipment that is being rated, filled step by step; one object is reused for every card.
 */
export type RuleContext = {
  shipment: Shipment;
  line: ShipmentLine;
  /** Cubic weight of one item of `line`. */
  cubicKg: Decimal4;
  totalCubicKg: Decimal4;
  chargeKg: Decimal4;
  fromZone: number;
  toZone: number;
  service: number;
};

/** Sets whose members are written as quoted text and compared by position. */
export type SymbolSet = 'packaging' | 'family' | 'party' | 'state' | 'country' | 'zone' | 'service';

/**
 * `cubic`: choosing an item's cubic factor; `item`: a rule tested for each item;
 * `consignment`: a rule tested once.
 */
export type RuleStage = 'cubic' | 'item' | 'consignment';

export type RuleName =
  | { readonly type: 'number'; readonly read: (context: RuleContext) => Decimal4 }
  | { readonly type: 'boolean'; readonly read: (context: RuleContext) => boolean }
  | { readonly type: SymbolSet; readonly read: (context: RuleContext) => number };

const mmToCm4 = 1000;
const gramsToKg4 = 10;
const centsToDollars4 = 100;
const metresToKm4 = 10;

const itemNames: Readonly<Record<string, RuleName>> = {
  l: { type: 'number', read: (c) => c.line.longMm * mmToCm4 },
  w: { type: 'number', read: (c) => c.line.middleMm * mmToCm4 },
  h: { type: 'number', read: (c) => c.line.shortMm * mmToCm4 },
  kg: { type: 'number', read: (c) => c.line.weightGrams * gramsToKg4 },
  cubic_kg: { type: 'number', read: (c) => c.cubicKg },
  qty: { type: 'number', read: (c) => c.line.quantity * one4 },
  diag: { type: 'number', read: (c) => Math.round(Math.sqrt(diagonalSquaredMm2(c) * 1e6)) },
  girth: { type: 'number', read: (c) => 2 * (c.line.middleMm + c.line.shortMm) * mmToCm4 },
  type: { type: 'packaging', read: (c) => c.line.packaging },
  family: { type: 'family', read: (c) => packagingFamily(c.line.packaging) },
};

const shipmentNames: Readonly<Record<string, RuleName>> = {
  total_kg: { type: 'number', read: (c) => c.shipment.weightGrams * gramsToKg4 },
  pieces: { type: 'number', read: (c) => c.shipment.pieces * one4 },
  longest: { type: 'number', read: (c) => c.shipment.longestMm * mmToCm4 },
  heaviest: { type: 'number', read: (c) => c.shipment.heaviestGrams * gramsToKg4 },
  declared: { type: 'number', read: (c) => c.shipment.declaredValueCents * centsToDollars4 },
  km: { type: 'number', read: (c) => (c.shipment.distanceMetres ?? 0) * metresToKm4 },
  receiver_type: { type: 'party', read: (c) => partyIndex(c.shipment.receiver.type) },
  sender_type: { type: 'party', read: (c) => partyIndex(c.shipment.sender.type) },
  tailgate_pickup: { type: 'boolean', read: (c) => c.shipment.tailgatePickup },
  tailgate_delivery: { type: 'boolean', read: (c) => c.shipment.tailgateDelivery },
  dangerous: { type: 'boolean', read: (c) => c.shipment.isDangerous },
  authority_to_leave: { type: 'boolean', read: (c) => c.shipment.authorityToLeave },
  po_box: { type: 'boolean', read: (c) => c.shipment.receiver.isPoBox },
  from_state: { type: 'state', read: (c) => c.shipment.sender.stateIndex },
  to_state: { type: 'state', read: (c) => c.shipment.receiver.stateIndex },
  from_country: { type: 'country', read: (c) => c.shipment.sender.countryIndex },
  to_country: { type: 'country', read: (c) => c.shipment.receiver.countryIndex },
  from_zone: { type: 'zone', read: (c) => c.fromZone },
  to_zone: { type: 'zone', read: (c) => c.toZone },
  service: { type: 'service', read: (c) => c.service },
};

const weightNames: Readonly<Record<string, RuleName>> = {
  total_cubic_kg: { type: 'number', read: (c) => c.totalCubicKg },
  charge_kg: { type: 'number', read: (c) => c.chargeKg },
};

const namesByStage: Readonly<Record<RuleStage, ReadonlyMap<string, RuleName>>> = {
  cubic: new Map(Object.entries({ ...itemNames, ...shipmentNames })),
  item: new Map(Object.entries({ ...itemNames, ...shipmentNames, ...weightNames })),
  consignment: new Map(Object.entries({ ...shipmentNames, ...weightNames })),
};

export function findRuleName(name: string, stage: RuleStage): RuleName | undefined {
  return namesByStage[stage].get(name);
}

export function ruleNames(stage: RuleStage): readonly string[] {
  return [...namesByStage[stage].keys()];
}

/** Compared with the square of a constant, so that `diag > 120` is exact although the root is not. */
export function diagonalSquaredMm2(context: RuleContext): number {
  const { longMm, middleMm } = context.line;
  return longMm * longMm + middleMm * middleMm;
}

export const partyTypes = ['business', 'residential'] as const;

function partyIndex(type: string): number {
  return type === 'residential' ? 1 : 0;
}
