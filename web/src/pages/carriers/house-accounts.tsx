// Accounts with carriers: which are connected, and connecting, trying and forgetting one. What is typed here is sent once
// and never comes back.
import { Group, NativeSelect, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  accountsQuery,
  useConnectHouseAccount,
  useDisconnectHouseAccount,
  useTestHouseAccount,
} from '../../api/operator.ts';
import type { HouseAccount } from '../../api/wire.ts';
import { AccountForm, ConnectButton, ConnectedActions } from '../../parts/account-form.tsx';
import { AccountName, ConnectedBadge, useAccountNames } from '../../parts/account-name.tsx';
import { when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';

export function HouseAccountsPage() {
  const { data, error, refetch } = useQuery(accountsQuery);
  return (
    <Page
      title="House accounts"
      about="A carrier that you have an account with is asked for its own prices, is sent bookings and prints its own labels. Accounts are kept sealed and never shown again."
    >
      <Awaiting of={{ data, error, refetch }} what="accounts" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <Empty icon="link" title="No carrier can be connected">
              This service was started without connectors.
            </Empty>
          ) : (
            <AccountTable accounts={data} />
          )}
        </Panel>
      )}
    </Page>
  );
}

function AccountTable({ accounts }: { accounts: readonly HouseAccount[] }) {
  const namesOf = useAccountNames();
  return (
    <ListTable heads={['Carrier', 'Can', 'Account', 'What to do']}>
      {accounts.map((account) => (
        <Table.Tr key={account.carrier}>
          <Table.Td data-label="Carrier">
            <AccountName account={account} />
          </Table.Td>
          <Table.Td data-label="Can">
            <Text size="sm">{account.can.join(', ')}</Text>
          </Table.Td>
          <Table.Td data-label="Account">
            <Standing account={account} />
          </Table.Td>
          <Table.Td data-label="To do">
            <Group gap={6}>
              <ConnectButton
                carrier={namesOf(account).carrier}
                isConnected={account.policy !== null}
                form={(onDone) => <ConnectForm account={account} onDone={onDone} />}
              />
              {account.policy === null ? null : (
                <Connected carrier={account.carrier} name={namesOf(account).carrier} />
              )}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

const policyWords = {
  card: 'Prices from the rate card',
  live: 'Its own prices',
  live_then_card: 'Its own prices, else the rate card’s',
} as const;

function Standing({ account: { policy, connected_at } }: { account: HouseAccount }) {
  return (
    <>
      <ConnectedBadge isConnected={policy !== null} />
      {policy === null ? null : (
        <Text size="xs" c="dimmed">
          {policyWords[policy]}
          {connected_at === null ? '' : `, since ${when(connected_at)}`}
        </Text>
      )}
    </>
  );
}

function Connected({ carrier, name }: { carrier: string; name: string }) {
  return (
    <ConnectedActions
      carrier={name}
      test={useTestHouseAccount(carrier)}
      disconnect={useDisconnectHouseAccount(carrier)}
      about="The account is forgotten. Its services are priced by their rate cards again, and a person tells the carrier about bookings."
    />
  );
}

const address = {
  name: 'base_url',
  label: 'another address, such as the carrier’s test system',
  is_secret: false,
  is_required: false,
};

function ConnectForm({ account, onDone }: { account: HouseAccount; onDone: () => void }) {
  const [policy, setPolicy] = useState('');
  const namesOf = useAccountNames();
  const connect = useConnectHouseAccount(account.carrier);
  return (
    <AccountForm
      fields={[...namesOf(account).fields, address]}
      error={connect.error}
      isPending={connect.isPending}
      onLeave={onDone}
      onSubmit={(given) =>
        connect.mutate(
          { account: given, ...(policy === '' ? {} : { policy }) },
          {
            onSuccess: ({ message }) => {
              notifications.show({ message, color: 'eucalypt' });
              onDone();
            },
          },
        )
      }
    >
      {account.can_quote ? (
        <NativeSelect
          label="Where prices come from"
          value={policy}
          data={[
            { value: '', label: 'As usual' },
            ...Object.entries(policyWords).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => setPolicy(event.currentTarget.value)}
        />
      ) : null}
    </AccountForm>
  );
}
