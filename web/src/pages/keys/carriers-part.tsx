// The carriers that a shop offers, and surcharges for single carriers.
import { Group, MultiSelect, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { fullName, useCarriers } from '../../api/carriers.ts';
import { AddLine, besideField, RemoveLine } from '../../parts/lines.tsx';
import { Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import {
  type CarrierSurcharge,
  type PartProps,
  shownText,
  surchargesOf,
  textList,
  withField,
} from './settings-draft.ts';
import { UnitSelect } from './unit-select.tsx';

export function useCarrierChoices(): { value: string; label: string }[] {
  const names = useCarriers();
  return [...names]
    .map(([value, name]) => ({ value, label: fullName(name) }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
}

export function CarriersPart({ draft, refusal, onChange }: PartProps) {
  const choices = useCarrierChoices();
  return (
    <Stack>
      <Panel title="Carriers to show" about="None chosen means all of them, new ones included.">
        <MultiSelect
          aria-label="Carriers to show"
          placeholder="Choose carriers"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Choose none' }}
          nothingFoundMessage="No carrier of that name"
          data={choices}
          value={textList(draft.module_setting.enabled_courier)}
          error={plainWords(refusal?.field('module_setting.enabled_courier'))}
          onChange={(value) => onChange(withField(draft, 'enabled_courier', value))}
        />
      </Panel>
      <Surcharges draft={draft} refusal={refusal} onChange={onChange} />
    </Stack>
  );
}

function Surcharges({ draft, refusal, onChange }: PartProps) {
  const choices = useCarrierChoices();
  const surcharges = surchargesOf(draft);
  const nameOf = (carrier: string): string =>
    choices.find(({ value }) => value === carrier)?.label ?? carrier;
  const free = choices.filter(({ value }) => !Object.hasOwn(surcharges, value));
  const put = (next: Record<string, CarrierSurcharge>): void =>
    onChange(withField(draft, 'courier_settings', Object.keys(next).length === 0 ? '' : next));
  const rename = (from: string, to: string): void =>
    put(
      Object.fromEntries(
        Object.entries(surcharges).map(([name, one]) => [name === from ? to : name, one]),
      ),
    );
  return (
    <Panel title="Added to a carrier’s price">
      <Stack gap="xs">
        {Object.entries(surcharges).map(([carrier, one]) => (
          <Group key={carrier} gap="xs" align="flex-start">
            <NativeSelect
              aria-label="Carrier"
              flex="1 1 12rem"
              data={[...choices.filter(({ value }) => value === carrier), ...free]}
              value={carrier}
              onChange={(event) => rename(carrier, event.currentTarget.value)}
            />
            <TextInput
              aria-label={`Surcharge of ${nameOf(carrier)}`}
              inputMode="decimal"
              w={90}
              value={shownText(one.surcharge)}
              error={plainWords(
                refusal?.field(`module_setting.courier_settings.${carrier}.surcharge`),
              )}
              onChange={(event) =>
                put({ ...surcharges, [carrier]: { ...one, surcharge: event.currentTarget.value } })
              }
            />
            <UnitSelect
              aria-label={`Unit of the surcharge of ${nameOf(carrier)}`}
              value={one.unit}
              onChange={(unit) => put({ ...surcharges, [carrier]: { ...one, unit } })}
            />
            <RemoveLine
              size={besideField}
              label={`Remove the surcharge of ${nameOf(carrier)}`}
              onRemove={() => {
                const { [carrier]: _gone, ...rest } = surcharges;
                put(rest);
              }}
            />
          </Group>
        ))}
        {Object.keys(surcharges).length === 0 ? (
          <Text size="sm" c="dimmed">
            No carrier has a surcharge of its own.
          </Text>
        ) : null}
        <div>
          <AddLine
            isFull={free.length === 0}
            onAdd={() =>
              put({ ...surcharges, [free[0]?.value ?? '']: { surcharge: '5', unit: 'amount' } })
            }
          >
            Add a surcharge
          </AddLine>
        </div>
      </Stack>
    </Panel>
  );
}
