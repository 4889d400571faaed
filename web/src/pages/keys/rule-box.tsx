// One rule in a dialog: its name, its carriers, its conditions and its action.
import { Group, Modal, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldsOf } from '../../parts/fields.ts';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { lineKey } from '../../parts/line-key.ts';
import { AddLine, RemoveLine } from '../../parts/lines.tsx';
import { useCarrierChoices } from './carriers-part.tsx';
import {
  comparedWith,
  type Rule,
  type RuleCondition,
  shownOperator,
  shownText,
  textList,
} from './settings-draft.ts';
import { UnitSelect } from './unit-select.tsx';

const actions = [
  { value: 'surcharge', label: 'Add to the price' },
  { value: 'discount', label: 'Take off the price' },
  { value: 'fixed_price', label: 'A fixed price' },
  { value: 'free', label: 'Free' },
  { value: 'hide', label: 'Do not show' },
  { value: 'show_only', label: 'Show, and no others' },
];
const fields = [
  { value: 'postcode', label: 'Postcode' },
  { value: 'state', label: 'State' },
  { value: 'weight', label: 'Weight, kg' },
  { value: 'cost', label: 'Price, $' },
  { value: 'quantity', label: 'Pieces' },
  { value: 'sku', label: 'SKU' },
];
const wordOperators = [
  { value: 'in', label: 'is one of' },
  { value: 'eq', label: 'is exactly' },
];
const orderOperators = [
  { value: 'lt', label: 'is below' },
  { value: 'lte', label: 'is at most' },
  { value: 'gte', label: 'is at least' },
  { value: 'gt', label: 'is above' },
  { value: 'between', label: 'is between' },
];

/** The usual operators for the field come first. */
function operatorsOf(field: string): { value: string; label: string }[] {
  if (field === 'state' || field === 'sku') return wordOperators;
  return field === 'postcode'
    ? [...wordOperators, ...orderOperators]
    : [...orderOperators, ...wordOperators];
}

type RuleBoxProps = { rule: Rule; onClose: () => void; onTake: (rule: Rule) => void };

export function RuleBox({ rule: given, onClose, onTake }: RuleBoxProps) {
  const [rule, setRule] = useState(given);
  const carriers = useCarrierChoices();
  const conditions = rule.conditions ?? [];
  // React keys, because conditions have no ids.
  const [keys, setKeys] = useState(() => conditions.map(() => lineKey()));
  const { type } = rule.action;
  const hasValue = ['surcharge', 'discount', 'fixed_price'].includes(type);
  const put = (change: Partial<Rule>): void => setRule({ ...rule, ...change });
  const named = { name: rule.name ?? '', couriers: rule.couriers ?? [] };
  const { field } = fieldsOf<typeof named>(named, put, null);
  const shown = { ...rule.action, value: shownText(rule.action.value) };
  const action = fieldsOf(shown, (change) => put({ action: { ...rule.action, ...change } }), null);
  const submit = (): void => {
    const { value: amount, unit: measure, ...others } = rule.action;
    onTake({
      ...rule,
      action: hasValue ? { ...others, unit: measure ?? 'amount', value: amount ?? '' } : others,
    });
  };
  return (
    <Modal opened onClose={onClose} title="Rule" size="lg">
      <Form onSubmit={submit}>
        <TextInput label="Name" placeholder="Remote postcodes" data-autofocus {...field('name')} />
        <MultiSelect
          label="Carriers"
          placeholder="Every carrier"
          searchable
          data={carriers}
          {...field('couriers')}
        />
        <Stack gap={6}>
          <Text size="sm" fw={500}>
            When all of these apply
          </Text>
          {conditions.map((condition, n) => (
            <Condition
              key={keys[n]}
              name={`condition ${n + 1}`}
              condition={condition}
              onChange={(next) => put({ conditions: conditions.with(n, next) })}
              onRemove={() => {
                setKeys(keys.toSpliced(n, 1));
                put({ conditions: conditions.toSpliced(n, 1) });
              }}
            />
          ))}
          <div>
            <AddLine
              onAdd={() => {
                setKeys([...keys, lineKey()]);
                put({
                  conditions: [...conditions, { field: 'postcode', operator: 'in', value: [] }],
                });
              }}
            >
              {conditions.length === 0 ? 'Always; add a condition' : 'Add a condition'}
            </AddLine>
          </div>
        </Stack>
        <Group align="flex-end" gap="xs">
          <NativeSelect label="Then" flex="1 1 12rem" data={actions} {...action.field('type')} />
          {hasValue ? (
            <TextInput
              label="How much"
              inputMode="decimal"
              w={110}
              required
              withAsterisk={false}
              {...action.field('value')}
            />
          ) : null}
          {hasValue && type !== 'fixed_price' ? (
            <UnitSelect label="Unit" {...action.field('unit')} />
          ) : null}
        </Group>
        <FormFoot onLeave={onClose} verb="Save" />
      </Form>
    </Modal>
  );
}

type ConditionProps = {
  /** Names the condition for screen readers. */
  name: string;
  condition: RuleCondition;
  onChange: (condition: RuleCondition) => void;
  onRemove: () => void;
};

function Condition({ name, condition, onChange, onRemove }: ConditionProps) {
  const { field, value } = condition;
  const operator = shownOperator(condition);
  const [text, setText] = useState(() => textList(value).join(', '));
  const put = (next: { field?: string; operator: string; text: string }): void => {
    setText(next.text);
    onChange({
      field: next.field ?? field,
      operator: next.operator,
      value: comparedWith(next.operator, next.text),
    });
  };
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={`What, ${name}`}
        w={130}
        data={fields}
        value={field}
        onChange={(event) => {
          const next = event.currentTarget.value;
          // Clear the value when the field changes: a postcode is not a state.
          put({ field: next, operator: operatorsOf(next)[0]?.value ?? 'in', text: '' });
        }}
      />
      <NativeSelect
        aria-label={`How it is compared, ${name}`}
        w={130}
        data={operatorsOf(field)}
        value={operator}
        onChange={(event) => {
          const next = event.currentTarget.value;
          // An operator with a single value keeps only the first.
          put({ operator: next, text: textList(comparedWith(next, text)).join(', ') });
        }}
      />
      <TextInput
        aria-label={`With what, ${name}`}
        flex="1 1 9rem"
        placeholder={operator === 'between' ? '3000, 3999' : field === 'state' ? 'VIC, TAS' : ''}
        value={text}
        onChange={(event) => put({ operator, text: event.currentTarget.value })}
      />
      <RemoveLine label={`Remove ${name}`} onRemove={onRemove} />
    </Group>
  );
}
