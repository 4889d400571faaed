// The weight and limits sections of card.json → definitions.

import { one4 } from '../../domain/decimal.ts';
import type {
  ItemLimits,
  LimitsDefinition,
  WeightDefinition,
} from '../../domain/rate-cards/card-definition.ts';
import type { LimitsFile, WeightFile } from './card-schema.ts';
import { readCubicFactor, readDecimal, readPackaging } from './cell-values.ts';
import type { JsonDocument, JsonPath } from './json-document.ts';
import type { Problems } from './problem.ts';

type DecimalValue = string | number | null | undefined;

export function parseWeight(
  file: WeightFile,
  document: JsonDocument,
  problems: Problems,
): WeightDefinition {
  const decimal = (value: DecimalValue, path: JsonPath, min = 0): number | undefined =>
    value === undefined || value === null
      ? undefined
      : readDecimal(value, document.place(['weight', ...path]), problems, { min });
  const { method, round } = file;
  const roundAt = round?.at ?? (method === 'per_item' ? 'item' : 'consignment');
  const roundMode = round?.mode ?? 'up';
  if (method === 'per_item' && roundAt !== 'item' && roundMode !== 'none') {
    const place = document.place(['weight', 'round', 'at']);
    problems.error(
      'round_at',
      place,
      roundAt,
      'with method per_item weights are rounded at "item"',
    );
  }
  const factor = file.cubic_factor ?? undefined;
  if (factor === undefined && method !== 'dead_only') {
    const place = document.place(['weight']);
    problems.error('no_cubic_factor', place, method, 'this method needs a cubic_factor');
  }
  return {
    method,
    cubicFactor:
      factor === undefined
        ? undefined
        : readCubicFactor(factor, document.place(['weight', 'cubic_factor']), problems),
    cubicRules: (file.cubic_rules ?? []).flatMap((rule, index) => {
      const place = document.place(['weight', 'cubic_rules', index, 'factor']);
      const own = readCubicFactor(rule.factor, place, problems);
      return own === undefined ? [] : [{ when: rule.when, factor: own }];
    }),
    roundAt,
    roundMode,
    // A step of nothing would divide by zero.
    roundStepKg: decimal(round?.step, ['round', 'step'], 1) ?? one4,
    minItemKg: decimal(file.min_item_kg, ['min_item_kg']) ?? 0,
    minConsignmentKg: decimal(file.min_consignment_kg, ['min_consignment_kg']) ?? 0,
    palletMinKg: decimal(file.pallet_min_kg, ['pallet_min_kg']) ?? 0,
  };
}

export const noWeight: WeightDefinition = {
  method: 'dead_only',
  cubicFactor: undefined,
  cubicRules: [],
  roundAt: 'consignment',
  roundMode: 'none',
  roundStepKg: one4,
  minItemKg: 0,
  minConsignmentKg: 0,
  palletMinKg: 0,
};

const itemLimitKeys = {
  maxItemKg: 'max_item_kg',
  maxItemCubicKg: 'max_item_cubic_kg',
  maxLengthCm: 'max_length_cm',
  maxSecondCm: 'max_second_cm',
  maxHeightCm: 'max_height_cm',
  maxGirthCm: 'max_girth_cm',
  maxLengthPlusGirthCm: 'max_length_plus_girth_cm',
  maxItemM3: 'max_item_m3',
} as const satisfies Record<keyof ItemLimits, keyof LimitsFile>;

export function parseLimits(
  file: LimitsFile,
  document: JsonDocument,
  problems: Problems,
): LimitsDefinition {
  const decimal = (value: DecimalValue, path: JsonPath): number | undefined =>
    value === undefined || value === null
      ? undefined
      : readDecimal(value, document.place(['limits', ...path]), problems, { min: 1 });
  const itemLimits = (
    source: { readonly [Key in (typeof itemLimitKeys)[keyof ItemLimits]]?: DecimalValue },
    path: JsonPath,
  ): Partial<ItemLimits> =>
    Object.fromEntries(
      Object.entries(itemLimitKeys)
        .filter(([, key]) => source[key] !== undefined)
        .map(([name, key]) => [name, decimal(source[key], [...path, key])]),
    );
  const types = (list: readonly string[] | undefined, key: string): number[] =>
    (list ?? []).flatMap((text, index) => [
      ...readPackaging(text, document.place(['limits', key, index]), problems),
    ]);
  return {
    item: { ...noItemLimits, ...itemLimits(file, []) },
    byPackaging: Object.entries(file.type_limits ?? {}).map(([name, limits]) => ({
      packaging: readPackaging(
        name,
        document.placeOfKey(['limits', 'type_limits', name]),
        problems,
      ),
      limits: itemLimits(limits, ['type_limits', name]),
    })),
    maxConsignmentKg: decimal(file.max_consignment_kg, ['max_consignment_kg']),
    maxConsignmentM3: decimal(file.max_consignment_m3, ['max_consignment_m3']),
    maxPieces: file.max_pieces ?? undefined,
    maxDeclared: decimal(file.max_declared, ['max_declared']),
    maxTailgateKg: decimal(file.max_tailgate_kg, ['max_tailgate_kg']),
    packaging: file.item_types === undefined ? undefined : types(file.item_types, 'item_types'),
    notPackaging: types(file.not_item_types, 'not_item_types'),
    dangerousGoods: file.dangerous_goods ?? false,
    poBox: file.po_box ?? false,
    tailgate: file.tailgate ?? false,
  };
}

const noItemLimits: ItemLimits = {
  maxItemKg: undefined,
  maxItemCubicKg: undefined,
  maxLengthCm: undefined,
  maxSecondCm: undefined,
  maxHeightCm: undefined,
  maxGirthCm: undefined,
  maxLengthPlusGirthCm: undefined,
  maxItemM3: undefined,
};
