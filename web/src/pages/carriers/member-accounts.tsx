// A member's own accounts with carriers, where the operator allows them: which are connected, and connecting, trying and
// forgetting one. What is typed here is sent once and never comes back.
import { Alert, Group, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import {
  ownAccountsQuery,
  useConnectOwnAccount,
  useDisconnectOwnAccount,
  useTestOwnAccount,
} from '../../api/carrier-accounts.ts';
import type { OwnAccounts } from '../../api/wire.ts';
import { AccountForm, ConnectButton, ConnectedActions } from '../../parts/account-form.tsx';
import { AccountName, ConnectedBadge, useAccountNames } from '../../parts/account-name.tsx';
import { when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';

type OwnAccount = OwnAccounts['accounts'][number];

export function OwnAccountsPage() {
  const { data, error, refetch } = useQuery(ownAccountsQuery);
  return (
    <Page
      title="Carrier accounts"
      about="Connect your own account with a carrier, and its services are quoted and booked with it: at your prices, billed to you by the carrier. Accounts are kept sealed and never shown again."
    >
      <Awaiting of={{ data, error, refetch }} what="your accounts" />
      {data === undefined || data.is_allowed ? null : (
        <Alert color="ochre" title="Not in use">
          Own accounts are switched off for you at present. What is connected is kept for bookings
          that were made with it; ask whoever runs this service.
        </Alert>
      )}
      {data === undefined ? null : (
        <Panel flush>
          {data.accounts.length === 0 ? (
            <Empty icon="link" title="No carrier can be connected">
              Ask whoever runs this service.
            </Empty>
          ) : (
            <AccountTable carriers={data} />
          )}
        </Panel>
      )}
    </Page>
  );
}

function AccountTable({ carriers: { accounts, is_allowed } }: { carriers: OwnAccounts }) {
  const namesOf = useAccountNames();
  return (
    <ListTable heads={['Carrier', 'Account', 'What to do']}>
      {accounts.map((account) => (
        <Table.Tr key={account.carrier}>
          <Table.Td data-label="Carrier">
            <AccountName account={account} />
          </Table.Td>
          <Table.Td data-label="Account">
            <Standing account={account} />
          </Table.Td>
          <Table.Td data-label="To do">
            <Group gap={6}>
              {is_allowed ? (
                <ConnectButton
                  carrier={namesOf(account).carrier}
                  isConnected={account.connected_at !== null}
                  form={(onDone) => <ConnectForm account={account} onDone={onDone} />}
                />
              ) : null}
              {account.connected_at === null ? null : (
                <Connected carrier={account.carrier} name={namesOf(account).carrier} />
              )}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function Standing({ account: { connected_at } }: { account: OwnAccount }) {
  return (
    <>
      <ConnectedBadge isConnected={connected_at !== null} />
      {connected_at === null ? null : (
        <Text size="xs" c="dimmed">
          Your prices, since {when(connected_at)}
        </Text>
      )}
    </>
  );
}

function Connected({ carrier, name }: { carrier: string; name: string }) {
  return (
    <ConnectedActions
      carrier={name}
      test={useTestOwnAccount(carrier)}
      disconnect={useDisconnectOwnAccount(carrier)}
      about="The account is forgotten and you are quoted by this service again. Labels, tracking and cancelling of what you booked with it wait until you connect it again."
    />
  );
}

function ConnectForm({ account, onDone }: { account: OwnAccount; onDone: () => void }) {
  const connect = useConnectOwnAccount(account.carrier);
  const namesOf = useAccountNames();
  return (
    <AccountForm
      fields={namesOf(account).fields}
      error={connect.error}
      isPending={connect.isPending}
      onLeave={onDone}
      onSubmit={(given) =>
        connect.mutate(given, {
          onSuccess: ({ message }) => {
            notifications.show({ message, color: 'eucalypt' });
            onDone();
          },
        })
      }
    />
  );
}
