// Margin rules: carriers, conditions and what happens to the price. The first rule that matches a carrier applies, so
// people can change the order.
import { ActionIcon, Badge, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { Entry } from '../../parts/entry.tsx';
import { Icon } from '../../parts/icon.tsx';
import { AddLine, RemoveLine } from '../../parts/lines.tsx';
import { Panel } from '../../parts/page.tsx';
import { RuleBox } from './rule-box.tsx';
import { type PartProps, type Rule, ruleInWords } from './settings-draft.ts';

const blankRule: Rule = {
  name: '',
  enabled: true,
  couriers: [],
  conditions: [],
  action: { type: 'surcharge', unit: 'percent', value: '10' },
};

/** The rule in the dialog: an existing rule by its position, or a new one at the end. */
type Open = { at: number; rule: Rule };

export function RulesPart({ draft, refusal, onChange }: PartProps) {
  const [open, setOpen] = useState<Open>();
  const { rules } = draft;
  /** The order on the screen is the rules' priority. */
  const put = (next: readonly Rule[]): void =>
    onChange({ ...draft, rules: next.map((rule, n) => ({ ...rule, id: n + 1, priority: n + 1 })) });
  const ordered = rules.toSorted((left, right) => (left.priority ?? 0) - (right.priority ?? 0));
  return (
    <Panel
      title="Rules"
      about="The first rule that matches a carrier applies to it. Your buyers see a lower price; a booking still costs you the price before the rule, unless your freight desk has set the rule."
    >
      <Stack gap={0}>
        {ordered.length === 0 ? (
          <Text size="sm" c="dimmed" mb="sm">
            No rules. Add one to hide carriers, raise or lower prices, or make freight free for some
            orders.
          </Text>
        ) : null}
        {ordered.map((rule, n) => (
          <Entry
            key={`${rule.id} ${rule.name}`}
            actions={
              <>
                <Switch
                  size="xs"
                  aria-label={`Rule ${n + 1} is on`}
                  checked={rule.enabled !== false}
                  onChange={(event) =>
                    put(ordered.with(n, { ...rule, enabled: event.currentTarget.checked }))
                  }
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={n === 0}
                  aria-label={`Move rule ${n + 1} up`}
                  onClick={() => put(ordered.toSpliced(n - 1, 2, rule, ordered[n - 1] ?? rule))}
                >
                  <Icon name="swap" size={16} />
                </ActionIcon>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Change rule ${n + 1}`}
                  onClick={() => setOpen({ at: n, rule })}
                >
                  Change
                </Button>
                <RemoveLine
                  label={`Delete rule ${n + 1}`}
                  onRemove={() => put(ordered.toSpliced(n, 1))}
                />
              </>
            }
          >
            <RuleWords rule={rule} problem={problemOf(refusal?.body.errors, n)} />
          </Entry>
        ))}
        <div>
          <AddLine onAdd={() => setOpen({ at: ordered.length, rule: blankRule })}>
            Add a rule
          </AddLine>
        </div>
      </Stack>
      {open === undefined ? null : (
        <RuleBox
          rule={open.rule}
          onClose={() => setOpen(undefined)}
          onTake={(rule) => {
            put(ordered.toSpliced(open.at, 1, rule));
            setOpen(undefined);
          }}
        />
      )}
    </Panel>
  );
}

function RuleWords({ rule, problem }: { rule: Rule; problem: string | undefined }) {
  const nameOf = useCarrierName();
  const carriers = rule.couriers ?? [];
  return (
    <>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {rule.name || 'Rule without a name'}
        </Text>
        {rule.enabled === false ? (
          <Badge size="sm" variant="light" color="gray">
            Off
          </Badge>
        ) : null}
      </Group>
      <Text size="sm">{ruleInWords(rule)}</Text>
      <Text size="xs" c="dimmed">
        {carriers.length === 0
          ? 'every carrier'
          : carriers.map((carrier) => fullName(nameOf(carrier))).join(', ')}
      </Text>
      {problem === undefined ? null : (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}

/** The first error of the rule. */
function problemOf(errors: unknown, n: number): string | undefined {
  let at: unknown = (errors as { rules?: Record<string, unknown> } | undefined)?.rules?.[n];
  while (typeof at === 'object' && at !== null) {
    const [first] = Object.values(at);
    if (typeof first === 'string') return first;
    at = first;
  }
  return undefined;
}
