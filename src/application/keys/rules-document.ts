// The rules of a key that change prices, as stored in its settings document. Part of `settings-document.ts`.
import type { DocumentReader } from '../../domain/document-reader.ts';
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

export function readRule(reader: DocumentReader, number: number): MarginRule | undefined {
  if (!reader.isObject) return undefined;
  const action = readAction(reader);
  const conditions = (reader.list('conditions', mostEntries)?.entries ?? []).map(readCondition);
  if (action === undefined || conditions.includes(undefined)) return undefined;
  return {
    id: readId(reader, number),
    name: reader.text('name') || `Rule ${number}`,
    priority: reader.numberBetween('priority', 0, 1_000_000) ?? number,
    isEnabled: !reader.isSent('enabled') || reader.flag('enabled', false),
    carriers: new Set(reader.texts('couriers')),
    conditions: conditions.filter((condition) => condition !== undefined),
    action,
  };
}

/** Lists are limited by `settings-limits.ts`. */
export const mostEntries = Number.POSITIVE_INFINITY;

/** The number of a record; its position when it has none. */
export function readId(reader: DocumentReader, position: number): number {
  const id = reader.numberBetween('id', 1, Number.MAX_SAFE_INTEGER) ?? position;
  if (Number.isInteger(id)) return id;
  reader.complain('id', { problem: 'no_whole_number', value: id });
  return position;
}

const actionTypes = ['hide', 'show_only', 'surcharge', 'discount', 'fixed_price', 'free'] as const;

function readAction(reader: DocumentReader): RuleAction | undefined {
  const action = reader.object('action');
  if (action === undefined) return reader.complain('action', { problem: 'action_missing' });
  const type = action.choice('type', actionTypes);
  switch (type) {
    case undefined:
      return undefined;
    case 'hide':
    case 'show_only':
    case 'free':
      return { type };
    case 'fixed_price': {
      const cents = action.cents('value');
      if (cents !== undefined) return { type, cents };
      return action.complain('value', { problem: 'action_value_missing', action: type });
    }
    case 'surcharge':
    case 'discount': {
      const by = readAdjustment(action, 'value');
      return by === undefined
        ? action.complain('value', { problem: 'action_value_missing', action: type })
        : { type, by };
    }
  }
}

const figureScale = 10_000;

function readCondition(reader: DocumentReader): Condition | undefined {
  if (!reader.isObject) return undefined;
  const fields = ['postcode', 'state', 'weight', 'cost', 'sku', 'quantity'] as const;
  const field = reader.choice('field', fields);
  const operator = reader.choice('operator', comparisons);
  if (field === undefined || operator === undefined) return undefined;
  switch (field) {
    case 'weight':
    case 'cost':
    case 'quantity': {
      const figures = reader
        .numbersBetween('value', 0, 1e9)
        .map((figure) => Math.round(figure * figureScale));
      return isCompared(reader, operator, figures, 'number')
        ? { field, ...asCompared(operator, figures) }
        : undefined;
    }
    case 'postcode': {
      const values = readWords(reader, field);
      // `eq` with a list means any of them.
      const how = operator === 'eq' ? 'in' : operator;
      return isCompared(reader, how, values, field)
        ? { field, ...asCompared(operator, values) }
        : undefined;
    }
    case 'state':
    case 'sku': {
      if (operator !== 'in' && operator !== 'eq')
        return reader.complain('operator', { problem: 'operator_unfit', of: field });
      const values = readWords(reader, field);
      return isCompared(reader, 'in', values, field)
        ? { field, operator, values: new Set(values) }
        : undefined;
    }
  }
}

const textShapes = {
  // A JSON number loses its leading zero: 800 is Darwin's 0800.
  postcode: { shape: /^\d{4}$/, normal: (text: string) => text.padStart(4, '0') },
  state: {
    shape: /^(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)$/,
    normal: (text: string) => text.toUpperCase(),
  },
  sku: { shape: /./, normal: (text: string) => text },
};

function readWords(reader: DocumentReader, field: 'postcode' | 'state' | 'sku'): string[] {
  const { shape, normal } = textShapes[field];
  const values = reader.texts('value').map(normal);
  const wrong = values.find((text) => !shape.test(text));
  if (wrong !== undefined)
    reader.complain('value', { problem: 'no_rule_value', of: field, value: wrong });
  return values;
}

/** Whether the operator has the number of values it needs, in ascending order; reports a problem if not. */
function isCompared<Value extends string | number>(
  reader: DocumentReader,
  operator: Comparison,
  values: readonly Value[],
  noun: string,
): boolean {
  const [first, second] = values;
  if (operator === 'between') {
    if (values.length === 2 && first !== undefined && second !== undefined && first <= second)
      return true;
    reader.complain('value', { problem: 'no_range', of: noun });
    return false;
  }
  if (operator === 'in' ? values.length > 0 : values.length === 1) return true;
  reader.complain('value', { problem: 'number_of_values', of: noun, operator });
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
  field: 'surcharge' | 'value',
): Adjustment | undefined {
  const kind = reader.choice('unit', ['amount', 'percent'], 'amount');
  const hundredths = reader.cents(field);
  if (hundredths === undefined) return undefined;
  return kind === 'percent'
    ? { unit: 'percent', basisPoints: hundredths }
    : { unit: 'amount', cents: hundredths };
}
