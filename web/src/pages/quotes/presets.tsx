// Item presets: a menu that adds one as a line, and a dialog that saves a line under a name or removes presets.
import { Button, Menu, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { presetsQuery, useRemovePreset, useSavePreset } from '../../api/item-presets.ts';
import type { ItemPreset } from '../../api/wire.ts';
import { Entry } from '../../parts/entry.tsx';
import { useFields } from '../../parts/fields.ts';
import { kilograms } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { showUndo } from '../../parts/notices.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { type DraftItem, itemOfPreset, itemRequest } from './draft.ts';

type PresetsProps = {
  items: readonly DraftItem[];
  isFull: boolean;
  onAdd: (item: Omit<DraftItem, 'key'>) => void;
};

export function Presets({ items, isFull, onAdd }: PresetsProps) {
  const { data = [] } = useQuery(presetsQuery);
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="xs" rightSection={<Icon name="down" size={14} />}>
            Presets
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {data.map((preset) => (
            <Menu.Item
              key={preset.id}
              disabled={isFull}
              onClick={() => onAdd(itemOfPreset(preset))}
            >
              {preset.name}
              <Text size="xs" c="dimmed">
                {presetWords(preset)}
              </Text>
            </Menu.Item>
          ))}
          {data.length === 0 ? null : <Menu.Divider />}
          <Menu.Item onClick={dialog.open}>Save or remove presets…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isOpen} onClose={dialog.close} title="Item presets">
        <PresetsDialog items={items} onClose={dialog.close} />
      </Modal>
    </>
  );
}

/** "1 × Pallet, 120 × 120 × ? cm" */
function presetWords({ quantity, description, weight, length, width, height }: ItemPreset): string {
  const size = [length, width, height].map((side) => side ?? '?').join(' × ');
  return [
    `${quantity} × ${description}`,
    ...(weight === null ? [] : [kilograms(weight)]),
    ...(length === null && width === null && height === null ? [] : [`${size} cm`]),
  ].join(', ');
}

function PresetsDialog({ items, onClose }: { items: readonly DraftItem[]; onClose: () => void }) {
  const presets = useQuery(presetsQuery);
  const save = useSavePreset();
  const remove = useRemovePreset();
  const { values, put, field, rest } = useFields({ name: '' }, save.error);
  const { name } = values;
  const [line, setLine] = useState(items.length - 1);
  const item = items[line];
  const isNamed = presets.data?.some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  const keep = (): void => {
    if (item !== undefined)
      save.mutate(
        { name, ...itemRequest(item) },
        { onSuccess: () => put((now) => (now.name === name ? { name: '' } : {})) },
      );
  };
  return (
    <Stack>
      <Form onSubmit={keep} gap="sm">
        {items.length === 1 ? null : (
          <NativeSelect
            label="Line"
            value={String(line)}
            data={items.map((one, n) => ({ value: String(n), label: lineWords(one, n) }))}
            onChange={(event) => setLine(Number(event.currentTarget.value))}
          />
        )}
        <TextInput
          label="Name"
          description="Figures that the line leaves blank are typed each time."
          placeholder="Chep pallet"
          data-autofocus
          {...field('name')}
        />
        <Problem error={rest} title="Line not saved" />
        <FormFoot
          onLeave={onClose}
          wayOut="Close"
          verb={isNamed ? 'Replace preset' : 'Save preset'}
          isPending={save.isPending}
        />
      </Form>
      <Problem error={remove.error} />
      <Awaiting of={presets} what="presets" />
      <section aria-label="Saved presets">
        {presets.data?.map((preset) => (
          <Entry
            key={preset.id}
            actions={
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                aria-label={`Remove ${preset.name}`}
                onClick={() =>
                  remove.mutate(preset.id, {
                    onSuccess: () =>
                      showUndo({
                        id: `preset ${preset.id} removed`,
                        message: `${preset.name} was removed.`,
                        onUndo: () => save.mutate(withoutBlanks(preset)),
                      }),
                  })
                }
              >
                Remove
              </Button>
            }
          >
            <Text fw={600}>{preset.name}</Text>
            <Text size="sm" c="dimmed">
              {presetWords(preset)}
            </Text>
          </Entry>
        ))}
      </section>
    </Stack>
  );
}

function lineWords({ quantity, packaging, weight }: DraftItem, n: number): string {
  return `Line ${n + 1}: ${quantity} × ${packaging}${weight === '' ? '' : `, ${weight} kg`}`;
}

function withoutBlanks({ id: _id, ...preset }: ItemPreset): object {
  return Object.fromEntries(Object.entries(preset).filter(([, value]) => value !== null));
}
