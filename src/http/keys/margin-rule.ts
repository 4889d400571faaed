// Margin rules and package-type rules on the wire. They are stored in the same format, so a client can send back the
// rules that it read.
import { type Static, Type } from 'typebox';
import { gramsPerKg, packagingName } from '../../domain/bookings/item.ts';
import {
  type Condition,
  comparisons,
  type MarginRule,
  type PackageTypeRule,
  type RuleAction,
} from '../../domain/keys/key-settings.ts';
import { dollars } from '../../domain/money.ts';
import { packagingType, wordOf } from '../server/values.ts';

const comparedValue = Type.Union([Type.String(), Type.Number()]);

const ConditionReply = Type.Object(
  {
    field: wordOf(['postcode', 'state', 'weight', 'cost', 'sku', 'quantity']),
    operator: wordOf(comparisons),
    value: Type.Optional(Type.Union([comparedValue, Type.Array(comparedValue)])),
  },
  { $id: 'RuleCondition' },
);

const ActionReply = Type.Object(
  {
    type: wordOf(['hide', 'show_only', 'surcharge', 'discount', 'fixed_price', 'free']),
    unit: Type.Optional(wordOf(['amount', 'percent'])),
    value: Type.Optional(Type.Number()),
  },
  { $id: 'RuleAction' },
);

export const RuleReply = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    priority: Type.Number({ description: 'Lower numbers first; the first that fits decides' }),
    enabled: Type.Boolean(),
    couriers: Type.Array(Type.String(), { description: 'string_ids; empty for every carrier' }),
    conditions: Type.Array(ConditionReply),
    action: ActionReply,
  },
  { $id: 'MarginRule' },
);

export const PackageTypeRuleReply = Type.Object(
  {
    id: Type.Integer(),
    min_weight: Type.Number(),
    max_weight: Type.Number(),
    package_type: packagingType,
  },
  { $id: 'PackageTypeRule' },
);

const figureScale = 10_000;
const basisPointsPerPercent = 100;

export function presentRule(rule: MarginRule): Static<typeof RuleReply> {
  return {
    id: rule.id,
    name: rule.name,
    priority: rule.priority,
    enabled: rule.isEnabled,
    couriers: [...rule.carriers],
    conditions: rule.conditions.map(presentCondition),
    action: presentAction(rule.action),
  };
}

function presentCondition(condition: Condition): Static<typeof ConditionReply> {
  const { field, operator } = condition;
  const values = [...condition.values].map((value) =>
    typeof value === 'number' ? value / figureScale : value,
  );
  const isList = operator === 'in' || operator === 'between' || values.length > 1;
  const [only] = values;
  if (isList) return { field, operator, value: values };
  return { field, operator, ...(only === undefined ? {} : { value: only }) };
}

function presentAction(action: RuleAction): Static<typeof ActionReply> {
  switch (action.type) {
    case 'hide':
    case 'show_only':
    case 'free':
      return { type: action.type };
    case 'fixed_price':
      return { type: action.type, unit: 'amount', value: dollars(action.cents) };
    case 'surcharge':
    case 'discount': {
      const { type, by } = action;
      return by.unit === 'amount'
        ? { type, unit: 'amount', value: dollars(by.cents) }
        : { type, unit: 'percent', value: by.basisPoints / basisPointsPerPercent };
    }
  }
}

export function presentPackageTypeRule(rule: PackageTypeRule): Static<typeof PackageTypeRuleReply> {
  return {
    id: rule.id,
    min_weight: rule.minWeightGrams / gramsPerKg,
    max_weight: rule.maxWeightGrams / gramsPerKg,
    package_type: packagingName(rule.packaging),
  };
}
