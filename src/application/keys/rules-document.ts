// The rules by which a key's prices are changed, as its stored document has them. Part of `settings-document.ts`.
import {
  type Adjustment,
  type Comparison,
  type Condition,
  comparisons,
  type MarginRule,
  type Order,
  type RuleAction,
  type Sameness,
} from '../../domain/keys/key-settings.ts';
import type { DocumentReader, Path } from './document-reader.ts';

export function readRule(
  reader: DocumentReader,
  value: unknown,
  path: Path,
  number: number,
): MarginRule | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const action = readAction(reader, one.action, [...path, 'action']);
  const conditions = reader
    .list(one.conditions, [...path, 'conditions'])
    .map((condition, n) => readCondition(reader, condition, [...path, 'conditions', n]));
  if (action === undefined || conditions.includes(undefined)) return undefined;
  return {
    id: reader.id(one.id, [...path, 'id'], number),
    name: reader.text(one.name, [...path, 'name']) || `Rule ${number}`,
    priority: reader.numberBetween(one.priority, [...path, 'priority'], 0, 1_000_000) ?? number,
    isEnabled: one.enabled === undefined ? true : reader.flag(one.enabled, [...path, 'enabled']),
    carriers: new Set(reader.texts(one.couriers, [...path, 'couriers'])),
    conditions: conditions.filter((condition) => condition !== undefined),
    action,
  };
}

const actionTypes = ['hide', 'show_only', 'surcharge', 'discount', 'fixed_price', 'free'] as const;

function readAction(reader: DocumentReader, value: unknown, path: Path): RuleAction | undefined {
  const one = reader.record(value, path);
  if (one === undefined) {
    reader.complain(path, 'a rule needs an action.');
    return undefined;
  }
  const type = reader.choice(one.type, [...path, 'type'], actionTypes, undefined);
  switch (type) {
    case undefined:
      return undefined;
    case 'hide':
    case 'show_only':
    case 'free':
      return { type };
    case 'fixed_price': {
      const cents = reader.cents(one.value, [...path, 'value']);
      if (cents === undefined) reader.complain([...path, 'value'], 'a fixed price needs a value.');
      return cents === undefined ? undefined : { type, cents };
    }
    case 'surcharge':
    case 'discount': {
      const by = readAdjustment(reader, one, 'value', path);
      if (by === undefined) reader.complain([...path, 'value'], `a ${type} needs a value.`);
      return by === undefined ? undefined : { type, by };
    }
  }
}

const figureScale = 10_000;

function readCondition(reader: DocumentReader, value: unknown, path: Path): Condition | undefined {
  const one = reader.requiredRecord(value, path);
  if (one === undefined) return undefined;
  const fields = ['postcode', 'state', 'weight', 'cost', 'sku', 'quantity'] as const;
  const field = reader.choice(one.field, [...path, 'field'], fields, undefined);
  const operator = reader.choice(one.operator, [...path, 'operator'], comparisons, undefined);
  if (field === undefined || operator === undefined) return undefined;
  const at: Path = [...path, 'value'];
  switch (field) {
    case 'weight':
    case 'cost':
    case 'quantity': {
      const figures = readFigures(reader, one.value, at);
      return isCompared(reader, operator, figures, 'number', at)
        ? { field, ...asCompared(operator, figures) }
        : undefined;
    }
    case 'postcode': {
      const values = readWords(reader, field, one.value, at);
      // A list with eq was taken before, for any of them.
      const how = operator === 'eq' ? 'in' : operator;
      return isCompared(reader, how, values, field, at)
        ? { field, ...asCompared(operator, values) }
        : undefined;
    }
    case 'state':
    case 'sku': {
      if (operator !== 'in' && operator !== 'eq') {
        reader.complain([...path, 'operator'], `${field} is compared with in or eq.`);
        return undefined;
      }
      const values = readWords(reader, field, one.value, at);
      return isCompared(reader, 'in', values, field, at)
        ? { field, operator, values: new Set(values) }
        : undefined;
    }
  }
}

function readFigures(reader: DocumentReader, value: unknown, at: Path): number[] {
  return (Array.isArray(value) ? value : [value])
    .map((figure: unknown) => reader.numberBetween(figure, at, 0, 1e9))
    .filter((figure) => figure !== undefined)
    .map((figure) => Math.round(figure * figureScale));
}

const textShapes = {
  // A number in JSON has lost its leading zero: 800 is Darwin's 0800.
  postcode: { shape: /^\d{4}$/, normal: (text: string) => text.padStart(4, '0') },
  state: {
    shape: /^(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)$/,
    normal: (text: string) => text.toUpperCase(),
  },
  sku: { shape: /./, normal: (text: string) => text },
};

function readWords(
  reader: DocumentReader,
  field: 'postcode' | 'state' | 'sku',
  value: unknown,
  at: Path,
): string[] {
  const { shape, normal } = textShapes[field];
  const values = reader.texts(value, at).map(normal);
  const wrong = values.find((text) => !shape.test(text));
  if (wrong !== undefined) reader.complain(at, `"${wrong}" is not a ${field}.`);
  return values;
}

/** Whether there are as many values as the operator compares with, and in their order; complains where not. */
function isCompared<Value extends string | number>(
  reader: DocumentReader,
  operator: Comparison,
  values: readonly Value[],
  noun: string,
  at: Path,
): boolean {
  const [first, second] = values;
  if (operator === 'between') {
    if (values.length === 2 && first !== undefined && second !== undefined && first <= second)
      return true;
    reader.complain(at, `between needs two ${noun}s, [from, to].`);
    return false;
  }
  if (operator === 'in' ? values.length > 0 : values.length === 1) return true;
  reader.complain(at, `${operator} needs a ${noun}.`);
  return false;
}

function asCompared<Value>(
  operator: Comparison,
  values: readonly Value[],
): Sameness<Value> | Order<Value> {
  return operator === 'in' || operator === 'eq'
    ? { operator, values: new Set(values) }
    : { operator, values };
}

export function readAdjustment(
  reader: DocumentReader,
  one: Record<string, unknown>,
  field: 'surcharge' | 'value',
  path: Path,
): Adjustment | undefined {
  const kind = reader.choice(one.unit, [...path, 'unit'], ['amount', 'percent'], 'amount');
  const hundredths = reader.cents(one[field], [...path, field]);
  if (hundredths === undefined) return undefined;
  return kind === 'percent'
    ? { unit: 'percent', basisPoints: hundredths }
    : { unit: 'amount', cents: hundredths };
}
