// Writes the files of an imported card: card.json, lanes.csv and zones.csv. Each row keeps the line it came from, so that a later
// mistake is reported in the operator's own file. Surcharges, limits and warranty come from the card that is copied, if any.

import type { FilePosition } from '../../csv/csv.ts';
import { csvText } from '../../csv/csv-text.ts';
import { type Decimal4, formatDecimal4, one4 } from '../../decimal.ts';
import { cardFormat } from '../carrier-formats.ts';
import type { ImportedLane } from './imported-lane.ts';
import type { ZoneRow } from './zone-rows.ts';

export type CardPlan = {
  readonly code: string;
  readonly carrier: string;
  /** Source service → the carrier's service id. */
  readonly serviceIds: ReadonlyMap<string, string>;
  readonly lanes: readonly ImportedLane[];
  readonly zones: readonly ZoneRow[];
  readonly cubic: string;
  readonly prices: 'ex_gst' | 'inc_gst';
  readonly validFrom: string | undefined;
  readonly validTo: string | undefined;
  readonly priority: number;
  readonly fuelPercent: Decimal4 | undefined;
  /** First day of the fuel levy. */
  readonly today: string;
  readonly palletMaxKg: Decimal4 | undefined;
  /** The current card.json of the card that is copied. */
  readonly like: Readonly<Record<string, unknown>> | undefined;
  readonly source: string;
};

export type CardFiles = {
  /** The files, keyed by their paths in the card's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The source position of each line of lanes.csv and zones.csv after the heading, which is line 1. */
  readonly places: ReadonlyMap<string, readonly FilePosition[]>;
};

const laneColumns = [
  'service',
  'from_zone',
  'to_zone',
  'to_suburb',
  'item_type',
  'basic',
  'basic_includes',
  'minimum',
  'unit',
  'break_mode',
  'breaks',
];
const zoneColumns = [
  'zone',
  'country',
  'postcode_from',
  'postcode_to',
  'suburb',
  'state',
  'parent',
  'depot',
  'sort_code',
  'pickup',
  'delivery',
];

export function cardFiles(plan: CardPlan): CardFiles {
  const { lanes, zones, serviceIds } = plan;
  return {
    files: new Map([
      ['card.json', `${JSON.stringify(cardJson(plan), null, 2)}\n`],
      ['lanes.csv', csvText([laneColumns, ...lanes.map((lane) => laneCells(lane, serviceIds))])],
      ['zones.csv', csvText([zoneColumns, ...zones.map(zoneCells)])],
    ]),
    places: new Map([
      ['lanes.csv', lanes.map(({ places, from }) => places[0] ?? from)],
      ['zones.csv', zones.map(({ place }) => place)],
    ]),
  };
}

function laneCells(lane: ImportedLane, serviceIds: ReadonlyMap<string, string>): string[] {
  const amount = (value: Decimal4 | undefined): string =>
    value === undefined ? '' : formatDecimal4(value, 2);
  return [
    serviceIds.get(lane.service.text) ?? '',
    lane.from.text,
    lane.to.text,
    lane.toSuburb,
    lane.itemType,
    amount(lane.basic),
    lane.includes === undefined || lane.includes === 0 ? '' : formatDecimal4(lane.includes),
    amount(lane.minimum),
    lane.unit,
    lane.breakMode,
    lane.breaks
      .map(({ to, price, step }) => {
        const limit = to === undefined ? '*' : formatDecimal4(to);
        const per = lane.breakMode === 'step' ? `/${formatDecimal4(step)}` : '';
        return `${limit}:${formatDecimal4(price, 2)}${per}`;
      })
      .join('|'),
  ];
}

function zoneCells(row: ZoneRow): string[] {
  return [
    row.zone,
    row.country,
    row.postcodeFrom,
    row.postcodeTo === '' ? row.postcodeFrom : row.postcodeTo,
    row.suburb,
    row.state,
    row.parent,
    row.depot,
    row.sortCode,
    row.pickup,
    row.delivery,
  ];
}

/** Whether some break ends between whole kilograms. */
export function hasPartKilos(lanes: readonly ImportedLane[]): boolean {
  return lanes.some(
    ({ unit, breaks }) =>
      unit === 'kg' && breaks.some(({ to }) => to !== undefined && to % one4 !== 0),
  );
}

function cardJson(plan: CardPlan): Record<string, unknown> {
  const { like = {}, cubic, fuelPercent, palletMaxKg } = plan;
  const ids = [...new Set(plan.lanes.map(({ service }) => plan.serviceIds.get(service.text)))];
  const weight = like.weight ?? {
    method: 'consignment',
    // Rounding up to whole kilograms would skip bands below a kilogram.
    ...(hasPartKilos(plan.lanes)
      ? { round: { at: 'consignment', mode: 'none' } }
      : { round: { at: 'consignment', mode: 'up', step: '1' }, min_consignment_kg: '1' }),
  };
  const limits =
    palletMaxKg === undefined
      ? like.limits
      : { ...objectOf(like.limits), type_limits: palletLimits(like.limits, palletMaxKg) };
  const fuel =
    fuelPercent === undefined
      ? like.fuel
      : [{ percent: formatDecimal4(fuelPercent), from: plan.validFrom ?? plan.today }];
  return {
    ...like,
    format: cardFormat,
    code: plan.code,
    carrier: plan.carrier,
    services: ids.map((id) => ({ id })),
    currency: 'AUD',
    prices: plan.prices,
    gst_rate: like.gst_rate ?? '0.10',
    valid_from: plan.validFrom ?? null,
    valid_to: plan.validTo ?? null,
    priority: plan.priority,
    weight: { ...objectOf(weight), cubic_factor: cubic === '' ? null : cubic },
    zones: { file: 'zones.csv' },
    lanes: { file: 'lanes.csv', direction: 'one_way' },
    ...(limits === undefined ? {} : { limits }),
    ...(fuel === undefined ? {} : { fuel }),
    meta: { ...objectOf(like.meta), imported: plan.source },
  };
}

function palletLimits(limits: unknown, maxKg: Decimal4): Record<string, unknown> {
  const types = objectOf(objectOf(limits).type_limits);
  return { ...types, Pallet: { ...objectOf(types.Pallet), max_item_kg: formatDecimal4(maxKg) } };
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
