// Single settings, described by a table: the name that plug-ins read (misspelt names belong to the interface), the
// label and the kind of field.
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { isOn, type PartProps, shownText, withField } from './settings-draft.ts';

export type Field = {
  name: string;
  label: string;
  about?: string;
  kind: 'text' | 'figure' | 'switch' | 'choice' | 'date';
  unit?: string;
  choices?: readonly { value: string; label: string }[];
};

export const shownFields: readonly Field[] = [
  {
    name: 'quote_diplay',
    label: 'Prices to show',
    kind: 'choice',
    choices: [
      { value: 'display_all', label: 'Every carrier’s' },
      { value: 'display_cheapest', label: 'The cheapest' },
      { value: 'display_cheapest_fastest', label: 'The cheapest and the fastest' },
    ],
  },
  {
    name: 'surcharge_amount',
    label: 'Added to every price',
    about: 'For handling and packing.',
    kind: 'figure',
    unit: '$',
  },
  {
    name: 'insurance_select',
    label: 'Insure orders without a value',
    about: 'A declared value of zero becomes the value to insure.',
    kind: 'switch',
  },
  { name: 'insurance_value', label: 'Value to insure', kind: 'figure', unit: '$' },
  {
    name: 'multipickup',
    label: 'Show Frequent User prices',
    about: 'In place of Everyday prices, where your account has them.',
    kind: 'switch',
  },
  {
    name: 'shipping_title',
    label: 'Name of the shipping method',
    about: 'As plug-ins show it in the cart.',
    kind: 'text',
  },
];

export const defaultFields: readonly Field[] = [
  { name: 'default_weight', label: 'Weight', kind: 'figure', unit: 'kg' },
  { name: 'default_lenght', label: 'Length', kind: 'figure', unit: 'cm' },
  { name: 'default_width', label: 'Width', kind: 'figure', unit: 'cm' },
  { name: 'default_height', label: 'Height', kind: 'figure', unit: 'cm' },
];

export const boxingFields: readonly Field[] = [
  { name: 'order_boxing', label: 'Pack orders into cartons', kind: 'switch' },
  {
    name: 'minimum_fill_percent',
    label: 'Least fill of the last carton',
    about: 'Less full than this, its items travel as they are.',
    kind: 'figure',
    unit: '%',
  },
  { name: 'box_length', label: 'Carton length', kind: 'figure', unit: 'cm' },
  { name: 'box_width', label: 'Carton width', kind: 'figure', unit: 'cm' },
  { name: 'box_height', label: 'Carton height', kind: 'figure', unit: 'cm' },
  { name: 'box_weight', label: 'Most weight in a carton', kind: 'figure', unit: 'kg' },
];

/** Without a value, the key follows the default of its platform. */
const unlessUsual = (on: string, off: string, words: readonly [string, string]) => [
  { value: '', label: 'Platform default' },
  { value: on, label: words[0] },
  { value: off, label: words[1] },
];

export const orderFields: readonly Field[] = [
  {
    name: 'enable_sync',
    label: 'Orders are',
    kind: 'choice',
    choices: unlessUsual('enabled', 'disabled', ['Imported', 'Not imported']),
  },
  {
    name: 'sync_all_order',
    label: 'All orders are',
    about: 'WooCommerce’s plug-in imports orders only with this.',
    kind: 'choice',
    choices: unlessUsual('on', 'off', ['Imported', 'Only imported if quoted here']),
  },
  { name: 'sync_from_date', label: 'Orders since', kind: 'date' },
  {
    name: 'street_type',
    label: 'Addresses without a type are',
    kind: 'choice',
    choices: [
      { value: '', label: 'Refused' },
      { value: 'residential', label: 'Homes' },
      { value: 'business', label: 'Businesses' },
    ],
  },
  { name: 'module_title', label: 'Name of the plug-in', kind: 'text' },
];

export const statusFields: readonly Field[] = [
  ['pending', 'Pending'],
  ['processing', 'Processing'],
  ['onhold', 'On hold'],
  ['completed', 'Completed'],
  ['cancelled', 'Cancelled'],
  ['refunded', 'Refunded'],
  ['failed', 'Failed'],
].map(([name = '', label = '']) => ({
  name,
  label,
  kind: 'choice' as const,
  choices: unlessUsual('on', 'off', ['Imported', 'Not imported']),
}));

export const warehouseFields: readonly Field[] = [
  {
    name: 'multiwarehouse_enabled',
    label: 'Choose the warehouse by its products',
    about: 'Off: everything leaves from the default one.',
    kind: 'switch',
  },
];

type FieldsPartProps = PartProps & { title: string; about?: string; fields: readonly Field[] };

export function FieldsPart({ title, about, fields, ...part }: FieldsPartProps) {
  return (
    <Panel title={title} about={about}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {fields.map((field) => (
          <OneField key={field.name} field={field} {...part} />
        ))}
      </SimpleGrid>
    </Panel>
  );
}

function OneField({ field, draft, refusal, onChange }: PartProps & { field: Field }) {
  const { name, label, about, kind, unit, choices } = field;
  const value = draft.module_setting[name];
  const input = {
    label,
    description: about,
    error: plainWords(refusal?.field(`module_setting.${name}`)),
  };
  const put = (next: unknown): void => onChange(withField(draft, name, next));
  if (kind === 'switch') {
    return (
      <Switch
        {...input}
        checked={isOn(value)}
        onChange={(event) => put(event.currentTarget.checked ? 'on' : 'off')}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <NativeSelect
        {...input}
        data={[...(choices ?? [])]}
        value={shownText(value) || choices?.[0]?.value}
        onChange={(event) => put(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...input}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'figure' ? 'decimal' : 'text'}
      {...(unit === '$' ? { leftSection: '$' } : {})}
      {...(unit !== undefined && unit !== '$' ? { rightSection: unit } : {})}
      value={shownText(value)}
      onChange={(event) => put(event.currentTarget.value)}
    />
  );
}
