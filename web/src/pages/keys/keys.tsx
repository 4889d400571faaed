// A member's API keys, with which shops and programs sign in.
import { Badge, Button, Group, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { keysQuery, moduleTypeNames, useChangeKey } from '../../api/keys.ts';
import type { ApiKey } from '../../api/wire.ts';
import { day } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Empty } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';
import { NewKeyBox } from './new-key-box.tsx';

export function KeysPage() {
  return (
    <RoleGate needs="admin">
      <Keys />
    </RoleGate>
  );
}

function Keys() {
  const keys = useQuery(keysQuery);
  const [isMaking, making] = useDisclosure(false);
  useAskedToAdd(making.open);
  return (
    <Page
      title="API keys"
      about="A key for each shop or program that asks for quotes, with settings of its own."
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={making.open}>
          Create a key
        </Button>
      }
    >
      <Listed
        of={keys}
        rows={keys.data}
        what="keys"
        keyOf={({ id }) => id}
        columns={columns}
        empty={
          <Empty
            icon="keys"
            title="No keys yet"
            action={<Button onClick={making.open}>Create a key</Button>}
          >
            A shop plug-in or your own program signs in with a key. Create one for each, so that
            each can be switched off separately.
          </Empty>
        }
      />
      <NewKeyBox isOpen={isMaking} onClose={making.close} />
    </Page>
  );
}

const columns: Column<ApiKey>[] = [
  {
    heading: 'Site',
    kind: 'written',
    cell: (key) => (
      <Group gap="xs" wrap="nowrap">
        <RowLink to="/keys/$id" params={{ id: String(key.id) }} title={nameOf(key)}>
          {nameOf(key)}
        </RowLink>
        {key.demo_mode ? (
          <Badge size="sm" variant="light" color="ochre" miw="max-content">
            Demo
          </Badge>
        ) : null}
      </Group>
    ),
  },
  { heading: 'Kind', cell: (key) => moduleTypeNames[key.module_type] },
  { heading: 'Key', kind: 'code', cell: ({ prefix }) => `${prefix}…` },
  { heading: 'Created', cell: ({ created }) => day(created) },
  { heading: 'On', cell: (key) => <KeySwitch apiKey={key} /> },
];

const nameOf = ({ id, site }: ApiKey): string => site || `Key ${id}`;

function KeySwitch({ apiKey }: { apiKey: ApiKey }) {
  const change = useChangeKey(apiKey.id);
  const name = nameOf(apiKey);
  return (
    <Switch
      checked={change.isPending ? change.variables.active === true : apiKey.active}
      onChange={(event) =>
        change.mutate(
          { active: event.currentTarget.checked },
          {
            onError: ({ message }) =>
              notifications.show({
                color: 'red',
                title: `${name} is still ${apiKey.active ? 'on' : 'off'}`,
                message,
              }),
          },
        )
      }
      aria-label={`${name} is on`}
    />
  );
}
