// One key: its name, its status and the settings of its shop.
import { Badge, Button, Group, Modal, Select, Stack, Switch, Tabs, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  keyQuery,
  keySettingsQuery,
  moduleTypeNames,
  useChangeKey,
  useDeleteKey,
  useRegenerateKey,
} from '../../api/keys.ts';
import type { ApiKey } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useFields } from '../../parts/fields.ts';
import { day } from '../../parts/figures.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { Calls } from './calls.tsx';
import { FreshKey } from './new-key-box.tsx';
import { SettingsEditor } from './settings-editor.tsx';

export function KeyPage() {
  return (
    <RoleGate needs="admin">
      <Key />
    </RoleGate>
  );
}

function Key() {
  const id = Number(useParams({ from: '/members/keys/$id' }).id);
  const { data: key, error, refetch } = useQuery(keyQuery(id));
  const settings = useQuery(keySettingsQuery(id));
  return (
    <Page
      title={key === undefined ? 'API key' : key.site || `Key ${key.id}`}
      above={<BackLink to="/keys">API keys</BackLink>}
      about={
        key === undefined
          ? undefined
          : `${moduleTypeNames[key.module_type]} · ${key.prefix}… · created ${day(key.created)}`
      }
      actions={
        key === undefined ? null : (
          <Group gap="xs">
            {key.demo_mode ? (
              <Badge variant="light" color="ochre">
                Demo
              </Badge>
            ) : null}
            <Badge variant="light" color={key.active ? 'eucalypt' : 'gray'}>
              {key.active ? 'On' : 'Off'}
            </Badge>
          </Group>
        )
      }
    >
      <Awaiting of={{ data: key, error, refetch }} what="the key" />
      {key === undefined ? null : (
        <Tabs defaultValue="settings" keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="settings">Settings</Tabs.Tab>
            <Tabs.Tab value="calls">Calls</Tabs.Tab>
            <Tabs.Tab value="key">Details</Tabs.Tab>
          </Tabs.List>
          {/* Stays mounted while another tab is open, so that unsaved changes are not lost. */}
          <Tabs.Panel value="settings" keepMounted>
            <Awaiting of={settings} what="the settings" />
            {settings.data === undefined ? null : (
              <SettingsEditor keyId={id} stored={settings.data} />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="calls">
            <Calls keyId={id} />
          </Tabs.Panel>
          <Tabs.Panel value="key">
            <KeyItself apiKey={key} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function KeyItself({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate();
  const change = useChangeKey(apiKey.id);
  const regenerate = useRegenerateKey(apiKey.id);
  const remove = useDeleteKey(apiKey.id);
  const [isShowing, showing] = useDisclosure(false);
  return (
    <Stack>
      <Problem error={change.error} />
      <Names apiKey={apiKey} />
      <Panel title="Status">
        <Stack>
          <Switch
            label="On"
            description="A key that is off is rejected at once."
            checked={apiKey.active}
            onChange={(event) => change.mutate({ active: event.currentTarget.checked })}
          />
          <Switch
            label="Demo mode"
            description="Bookings with this key are demos: nothing is charged or sent."
            checked={apiKey.demo_mode}
            onChange={(event) => change.mutate({ demo_mode: event.currentTarget.checked })}
          />
        </Stack>
      </Panel>
      <Panel
        title="Rotate or delete"
        about="Rotate the secret if the old one may have leaked. The settings stay."
      >
        <Group>
          <ConfirmButton
            leftSection={<Icon name="refresh" size={16} />}
            title="Rotate the secret of this key?"
            about="The old secret stops working at once. The shop needs the new one before it can quote again."
            verb="Rotate secret"
            isPending={regenerate.isPending}
            error={regenerate.error}
            onConfirm={() => regenerate.mutateAsync(undefined).then(showing.open)}
          >
            Rotate secret
          </ConfirmButton>
          <ConfirmButton
            leftSection={<Icon name="trash" size={16} />}
            title="Delete the key?"
            about="Requests from its shop are rejected at once, and its settings are deleted. Bookings stay."
            verb="Delete key"
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutateAsync(undefined).then(() => navigate({ to: '/keys' }))}
          >
            Delete
          </ConfirmButton>
        </Group>
      </Panel>
      <Modal
        opened={isShowing && regenerate.data !== undefined}
        onClose={showing.close}
        title="New secret"
        size="lg"
        closeOnClickOutside={false}
      >
        {regenerate.data === undefined ? null : (
          <FreshKey made={regenerate.data} onDone={showing.close} />
        )}
      </Modal>
    </Stack>
  );
}

function Names({ apiKey }: { apiKey: ApiKey }) {
  const change = useChangeKey(apiKey.id);
  const { site, module_type } = apiKey;
  const { values, field, rest } = useFields({ site, module_type }, change.error);
  const submit = (): void =>
    change.mutate(values, {
      onSuccess: () => notifications.show({ message: 'The name is saved.' }),
    });
  return (
    <Panel title="Name">
      <Form onSubmit={submit}>
        <Problem error={rest} title="The name is not saved" />
        <Group align="flex-end">
          <TextInput label="Site" w={280} {...field('site')} />
          <Select
            label="Kind"
            w={180}
            allowDeselect={false}
            data={Object.entries(moduleTypeNames).map(([value, label]) => ({ value, label }))}
            {...field('module_type')}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}
