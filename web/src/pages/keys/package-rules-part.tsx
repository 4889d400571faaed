// Rules that set an item's packaging type by its weight, for shops that send product names instead.
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { usePackagingTypes } from '../../api/packaging.ts';
import { AddLine, besideField, RemoveLine } from '../../parts/lines.tsx';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { type PackageTypeRule, type PartProps, shownText } from './settings-draft.ts';

export function PackageRulesPart({ draft, refusal, onChange }: PartProps) {
  const packagings = usePackagingTypes();
  const rules = draft.package_type_rules;
  const put = (next: readonly PackageTypeRule[]): void =>
    onChange({ ...draft, package_type_rules: next.map((rule, n) => ({ ...rule, id: n + 1 })) });
  return (
    <Panel
      title="Packaging by weight"
      about="Shops send product names instead of a packaging type. The weight decides the type."
    >
      <Stack gap="xs">
        {rules.map((rule, n) => (
          <Group key={rule.id ?? n} gap="xs" align="flex-start">
            {(['min_weight', 'max_weight'] as const).map((field) => {
              const label = field === 'min_weight' ? 'From' : 'To';
              return (
                <TextInput
                  key={field}
                  label={label}
                  aria-label={`${label}, packaging rule ${n + 1}`}
                  rightSection="kg"
                  inputMode="decimal"
                  w={100}
                  value={shownText(rule[field])}
                  error={plainWords(refusal?.field(`package_type_rules.${n}.${field}`))}
                  onChange={(event) =>
                    put(rules.with(n, { ...rule, [field]: event.currentTarget.value }))
                  }
                />
              );
            })}
            <NativeSelect
              label="Becomes"
              aria-label={`Becomes, packaging rule ${n + 1}`}
              flex="1 1 9rem"
              data={[...packagings]}
              value={rule.package_type}
              onChange={(event) =>
                put(rules.with(n, { ...rule, package_type: event.currentTarget.value }))
              }
            />
            <RemoveLine
              size={besideField}
              mt={25}
              label={`Remove packaging rule ${n + 1}`}
              onRemove={() => put(rules.toSpliced(n, 1))}
            />
          </Group>
        ))}
        <div>
          <AddLine
            onAdd={() =>
              put([...rules, { min_weight: '0', max_weight: '25', package_type: 'Carton' }])
            }
          >
            Add a weight range
          </AddLine>
        </div>
      </Stack>
    </Panel>
  );
}
