// A member's API keys, with which shops and programs sign in.
import { Badge, Button, Group, Switch, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keysQuery, moduleTypeNames, useChangeKey } from '../../api/keys.ts';
import type { ApiKey } from '../../api/wire.ts';
import { day } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { NewKeyBox } from './new-key-box.tsx';

export function KeysPage() {
  return (
    <RoleGate needs="admin">
      <Keys />
    </RoleGate>
  );
}

function Keys() {
  const { data: keys, error, refetch } = useQuery(keysQuery);
  const [isMaking, making] = useDisclosure(false);
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
      <Awaiting of={{ data: keys, error, refetch }} what="keys" />
      {keys === undefined ? null : (
        <Panel flush>
          {keys.length === 0 ? (
            <Empty
              icon="keys"
              title="No keys yet"
              action={<Button onClick={making.open}>Create a key</Button>}
            >
              A shop plug-in or your own program signs in with a key. Create one for each, so that
              each can be switched off separately.
            </Empty>
          ) : (
            <KeyTable keys={keys} />
          )}
        </Panel>
      )}
      <NewKeyBox isOpen={isMaking} onClose={making.close} />
    </Page>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <ListTable heads={['Site', 'Kind', 'Key', 'Created', 'On']}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} />
      ))}
    </ListTable>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const change = useChangeKey(apiKey.id);
  const name = apiKey.site || `Key ${apiKey.id}`;
  return (
    <Table.Tr>
      <Table.Td data-label="Site">
        <Group gap="xs" maw={360}>
          <Link to="/keys/$id" params={{ id: String(apiKey.id) }} className={rowLink} title={name}>
            {name}
          </Link>
          {apiKey.demo_mode ? (
            <Badge size="sm" variant="light" color="ochre">
              Demo
            </Badge>
          ) : null}
        </Group>
      </Table.Td>
      <Table.Td data-label="Kind">{moduleTypeNames[apiKey.module_type]}</Table.Td>
      <Table.Td data-label="Key" className="mono">
        {apiKey.prefix}…
      </Table.Td>
      <Table.Td data-label="Created">
        <Text size="sm">{day(apiKey.created)}</Text>
      </Table.Td>
      <Table.Td data-label="On">
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
      </Table.Td>
    </Table.Tr>
  );
}
