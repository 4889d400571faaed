// All settings of a key in sections. They are saved together, and only if every section is valid. A preview beside
// them uses the form's settings, saved or not.
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { refusalOf } from '../../api/client.ts';
import { useChangeKeySettings } from '../../api/keys.ts';
import type { KeySettings } from '../../api/wire.ts';
import { useLeaveQuestion } from '../../parts/leave-question.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { CarriersPart } from './carriers-part.tsx';
import {
  boxingFields,
  defaultFields,
  FieldsPart,
  orderFields,
  shownFields,
  statusFields,
  warehouseFields,
} from './fields-part.tsx';
import { PackageRulesPart } from './package-rules-part.tsx';
import { Preview } from './preview.tsx';
import { RulesPart } from './rules-part.tsx';
import { changedParts, draftOf, type PartProps } from './settings-draft.ts';
import classes from './settings-editor.module.css';
import { WarehousesPart } from './warehouses-part.tsx';

const sections = [
  { value: 'prices', name: 'Prices' },
  { value: 'carriers', name: 'Carriers' },
  { value: 'rules', name: 'Rules' },
  { value: 'items', name: 'Items' },
  { value: 'warehouses', name: 'Warehouses' },
  { value: 'orders', name: 'Orders' },
];

export function SettingsEditor({ keyId, stored }: { keyId: number; stored: KeySettings }) {
  // The settings that the draft started from. `stored` may be newer if it was changed elsewhere and loaded again.
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(() => draftOf(stored));
  const begin = (settings: KeySettings): void => {
    setBase(settings);
    setDraft(draftOf(settings));
  };
  const save = useChangeKeySettings(keyId);
  const isChanged = Object.keys(changedParts(base, draft)).length > 0;
  const refusal = refusalOf(save.error);
  useLeaveQuestion('Leave without saving the settings?', isChanged);
  const part: PartProps = { draft, refusal, onChange: setDraft };
  return (
    <div className={classes.columns}>
      <Stack>
        <Problem
          error={save.error}
          title={refusal?.body.errors === undefined ? undefined : 'The settings are not saved'}
        />
        <MissingSettings stored={base} />
        <Tabs defaultValue="prices" variant="pills" keepMounted={false}>
          <Tabs.List mb="md" aria-label="Settings">
            {sections.map(({ value, name }) => (
              <Tabs.Tab key={value} value={value}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="prices">
            <FieldsPart title="Shop display" fields={shownFields} {...part} />
          </Tabs.Panel>
          <Tabs.Panel value="carriers">
            <CarriersPart {...part} />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <RulesPart {...part} />
          </Tabs.Panel>
          <Tabs.Panel value="items">
            <Stack>
              <FieldsPart
                title="Default sizes and weight"
                about="For products without a size or weight."
                fields={defaultFields}
                {...part}
              />
              <FieldsPart
                title="Order boxing"
                about="Packs an order’s items into cartons before it is quoted."
                fields={boxingFields}
                {...part}
              />
              <PackageRulesPart {...part} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="warehouses">
            <Stack>
              <WarehousesPart {...part} />
              <FieldsPart title="Several warehouses" fields={warehouseFields} {...part} />
            </Stack>
          </Tabs.Panel>
          <Tabs.Panel value="orders">
            <Stack>
              <FieldsPart
                title="Orders of the shop"
                about="Orders that the plug-in imports, to book later."
                fields={orderFields}
                {...part}
              />
              <FieldsPart
                title="Order statuses"
                about="Usually those that are processing or completed."
                fields={statusFields}
                {...part}
              />
            </Stack>
          </Tabs.Panel>
        </Tabs>
        <Group className={classes.save} data-changed={isChanged || undefined}>
          <Button
            loading={save.isPending}
            disabled={!isChanged}
            onClick={() =>
              save.mutate(changedParts(base, draft) as Partial<KeySettings>, {
                onSuccess: (settings) => {
                  begin(settings);
                  notifications.show({
                    message: 'The settings are saved and take effect at once.',
                  });
                },
              })
            }
          >
            Save settings
          </Button>
          {isChanged ? (
            <Button variant="subtle" color="gray" onClick={() => begin(stored)}>
              Undo changes
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              Nothing to save
            </Text>
          )}
        </Group>
      </Stack>
      <aside className={classes.preview} aria-label="Preview">
        <Panel
          title="Preview"
          about="What a customer would see with these settings, before you save them."
        >
          <Preview keyId={keyId} draft={draft} />
        </Panel>
      </aside>
    </div>
  );
}

/** What a shop's plug-in needs before its cart has prices. */
function MissingSettings({ stored }: { stored: KeySettings }) {
  const isSized = defaultFields.every(({ name }) => Number(stored.module_setting[name]) > 0);
  const hasWarehouse = stored.warehouses.length > 0;
  if (isSized && hasWarehouse) return null;
  return (
    <Alert variant="light" color="ochre" title="Shop plug-ins may get no prices">
      {hasWarehouse ? null : (
        <Text size="sm">Add a warehouse: plug-ins do not send where the goods leave from.</Text>
      )}
      {isSized ? null : (
        <Text size="sm">Set default sizes and weight for products that have none.</Text>
      )}
    </Alert>
  );
}
