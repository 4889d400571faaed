// A rate card as read from its files and checked: every figure is an exact decimal, names and rules (`when`) are still text.
// rate-card.ts compiles it into look-up tables. The rules must have been checked to compile.

import type { PackagingIndex } from '../bookings/item.ts';
import type { Decimal4, Fraction } from '../decimal.ts';
import type { Day } from './card-day.ts';
import type { ConnoteTerms, DocumentTerms, PickupTerms, ServiceMode } from './carrier-terms.ts';

export type ServiceDefinition = {
  readonly id: string;
  readonly stringId: string;
  readonly label: string;
  readonly mode: ServiceMode;
  /** Undefined: all packaging that the card carries. */
  readonly packaging: readonly PackagingIndex[] | undefined;
  /** The service under which its lanes are listed. */
  readonly lanesService: string;
};

type WeightMethod = 'consignment' | 'per_line' | 'per_item' | 'dead_only';
export type RoundingPlace = 'item' | 'line' | 'consignment';
export type RoundingMode = 'up' | 'nearest' | 'none';

export type WeightDefinition = {
  readonly method: WeightMethod;
  /** Kilograms per cubic metre; undefined: volume does not count. */
  readonly cubicFactor: Fraction | undefined;
  readonly cubicRules: readonly { readonly when: string; readonly factor: Fraction }[];
  readonly roundAt: RoundingPlace;
  readonly roundMode: RoundingMode;
  readonly roundStepKg: Decimal4;
  readonly minItemKg: Decimal4;
  readonly minConsignmentKg: Decimal4;
  readonly palletMinKg: Decimal4;
};

export const anyZoneCode = '*';

export type LaneUnit = 'kg' | 'item' | 'pallet' | 'm3' | 'km';
export type BreakMode = 'flat_rate' | 'whole' | 'cumulative' | 'band' | 'step';

export type BreakDefinition = {
  /** Inclusive upper limit in units; undefined: no limit. */
  readonly to: Decimal4 | undefined;
  readonly price: Decimal4;
  /** Units per started step, `step` mode only; otherwise one. */
  readonly step: Decimal4;
};

export type LaneDefinition = {
  readonly service: string;
  readonly fromZone: string;
  readonly toZone: string;
  /** Undefined: every suburb. */
  readonly toSuburb: string | undefined;
  /** Undefined: every packaging type without a row of its own in the lane. */
  readonly packaging: readonly PackagingIndex[] | undefined;
  /** The packaging cell as written: rows with the same one are alternatives. */
  readonly packagingName: string;
  readonly basic: Decimal4;
  readonly basicIncludes: Decimal4;
  readonly minimum: Decimal4 | undefined;
  readonly maximum: Decimal4 | undefined;
  readonly unit: LaneUnit;
  readonly per: 'consignment' | 'item';
  readonly breakMode: BreakMode;
  readonly breaks: readonly BreakDefinition[];
  readonly bump: boolean;
};

export type ZoneDefinition = {
  readonly zone: string;
  readonly country: string;
  /** Undefined for a whole country. */
  readonly postcodes: { readonly from: number; readonly to: number } | undefined;
  readonly suburb: string | undefined;
  readonly state: string | undefined;
  readonly parent: string | undefined;
  readonly depot: string;
  readonly sortCode: string;
  readonly pickup: boolean;
  readonly delivery: boolean;
};

export type AmbiguityRule = 'error' | 'highest' | 'first';

export type ItemLimits = {
  readonly maxItemKg: Decimal4 | undefined;
  readonly maxItemCubicKg: Decimal4 | undefined;
  readonly maxLengthCm: Decimal4 | undefined;
  readonly maxSecondCm: Decimal4 | undefined;
  /** When given, the height is the item's own height and length and second are the sides of its footprint. */
  readonly maxHeightCm: Decimal4 | undefined;
  readonly maxGirthCm: Decimal4 | undefined;
  readonly maxLengthPlusGirthCm: Decimal4 | undefined;
  readonly maxItemM3: Decimal4 | undefined;
};

export type LimitsDefinition = {
  readonly item: ItemLimits;
  readonly byPackaging: readonly {
    readonly packaging: readonly PackagingIndex[];
    readonly limits: Partial<ItemLimits>;
  }[];
  readonly maxConsignmentKg: Decimal4 | undefined;
  readonly maxConsignmentM3: Decimal4 | undefined;
  readonly maxPieces: number | undefined;
  readonly maxDeclared: Decimal4 | undefined;
  readonly maxTailgateKg: Decimal4 | undefined;
  /** Undefined: every type. */
  readonly packaging: readonly PackagingIndex[] | undefined;
  readonly notPackaging: readonly PackagingIndex[];
  readonly dangerousGoods: boolean;
  readonly poBox: boolean;
  readonly tailgate: boolean;
};

export type FuelDefinition = {
  readonly percent: Decimal4;
  readonly from: Day;
  readonly to: Day;
  readonly when: string | undefined;
};

export type SurchargeUnit = 'consignment' | 'item' | 'kg' | 'pallet' | 'm3';

export type SurchargeDefinition = {
  readonly code: string;
  readonly label: string;
  readonly scope: 'consignment' | 'item';
  readonly when: string | undefined;
  readonly group: string | undefined;
  readonly bearsFuel: boolean;
  readonly charge:
    | { readonly kind: 'amount'; readonly amount: Decimal4; readonly per: SurchargeUnit }
    | { readonly kind: 'percent'; readonly percent: Decimal4; readonly of: 'base' | 'declared' }
    | { readonly kind: 'areas' }
    | { readonly kind: 'price_on_application' };
  readonly minimum: Decimal4 | undefined;
  readonly maximum: Decimal4 | undefined;
};

export type AreaSide = 'pickup' | 'delivery' | 'either';

export type AreaDefinition = {
  readonly code: string;
  readonly label: string;
  readonly postcodeFrom: number;
  readonly postcodeTo: number;
  readonly suburb: string | undefined;
  readonly side: AreaSide;
  readonly amount: Decimal4;
  readonly per: SurchargeUnit;
  readonly perKg: Decimal4;
  readonly bearsFuel: boolean;
};

type GroupRule = 'sum' | 'max';

export type WarrantyDefinition = {
  readonly kind: 'free' | 'tiered' | 'percent' | 'none';
  readonly capCents: number | undefined;
  readonly tiers: readonly { readonly upToCents: number | undefined; readonly fee: Decimal4 }[];
  readonly percent: Decimal4;
  /** Declared value that is covered without a fee, `percent` only. */
  readonly includedCents: number;
  readonly minimumFee: Decimal4;
  readonly feesIncludeGst: boolean;
  readonly voidWhen: string | undefined;
};

export type TierDefinition = {
  readonly identifier: number;
  readonly description: string;
  readonly basePercent: Decimal4;
};

export type TransitRow = {
  readonly service: string | undefined;
  readonly fromZone: string;
  readonly toZone: string;
  readonly minDays: number;
  readonly maxDays: number;
};

export type TransitDefinition = {
  readonly rows: readonly TransitRow[];
  readonly text: string;
  /** Used when both ends of the span are equal. */
  readonly textSame: string;
};

export type CardDefinition = {
  readonly code: string;
  readonly carrierId: string;
  /** Hash of everything the price depends on; stored with a booking. */
  readonly version: string;
  readonly isSample: boolean;
  readonly services: readonly ServiceDefinition[];
  readonly pricesIncludeGst: boolean;
  readonly gstRate: Decimal4;
  readonly validFrom: Day;
  readonly validTo: Day;
  readonly priority: number;
  readonly weight: WeightDefinition;
  readonly isReciprocal: boolean;
  readonly breakBy: 'item' | 'consignment';
  readonly lanes: readonly LaneDefinition[];
  readonly zones: readonly ZoneDefinition[];
  readonly onAmbiguousZone: AmbiguityRule;
  readonly defaultZone: string | undefined;
  readonly limits: LimitsDefinition;
  readonly fuel: readonly FuelDefinition[];
  readonly surcharges: readonly SurchargeDefinition[];
  readonly groups: ReadonlyMap<string, GroupRule>;
  readonly areas: readonly AreaDefinition[];
  readonly warranty: WarrantyDefinition;
  readonly tiers: readonly TierDefinition[];
  readonly transit: TransitDefinition | undefined;
  readonly pickup: PickupTerms | undefined;
  readonly connote: ConnoteTerms | undefined;
  readonly documents: DocumentTerms | undefined;
};
