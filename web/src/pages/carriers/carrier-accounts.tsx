// Carrier accounts: the operator's house accounts, and a member's own where the operator allows them. Both pages connect, test
// and disconnect in the same way.
import { Alert, Badge, Button, Group, NativeSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AccountOwner,
  houseAccountsQuery,
  ownAccountsQuery,
  useConnectAccount,
  useDisconnectAccount,
  useTestAccount,
} from '../../api/carrier-accounts.ts';
import { useCarrierName } from '../../api/carriers.ts';
import type { AccountField, HouseAccount, OwnAccounts, TestedAccount } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { when } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, columnsIf } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Empty } from '../../parts/states.tsx';
import { AccountForm } from './account-form.tsx';
import { Standings } from './standings.tsx';

/** Only house accounts have the optional fields. */
type Account = OwnAccounts['accounts'][number] & Partial<HouseAccount>;

export function HouseAccountsPage() {
  const accounts = useQuery(houseAccountsQuery);
  const columns = useAccountColumns('house', true);
  return (
    <Page
      title="House accounts"
      about="Connect your account with a carrier to get live prices, send bookings and print the carrier’s own labels. Credentials are encrypted and never shown again."
    >
      <Listed
        of={accounts}
        rows={accounts.data}
        what="accounts"
        keyOf={({ carrier }) => carrier}
        columns={columns}
        empty={
          <Empty icon="link" title="No carrier can be connected">
            This service was started without connectors.
          </Empty>
        }
      />
    </Page>
  );
}

export function OwnAccountsPage() {
  return (
    <RoleGate needs="admin">
      <OwnAccountsList />
    </RoleGate>
  );
}

function OwnAccountsList() {
  const accounts = useQuery(ownAccountsQuery);
  const { data } = accounts;
  const columns = useAccountColumns('own', data?.is_allowed === true);
  return (
    <Page
      title="Carrier accounts"
      about="Connect your own account with a carrier to be quoted your own prices. Bookings use your account and the carrier bills you. Credentials are encrypted and never shown again."
    >
      {data === undefined || data.is_allowed ? null : (
        <Alert color="ochre" title="Not in use">
          Your own carrier accounts are switched off at present. Connected accounts are kept for
          bookings that were made with them. Ask the operator to switch them on.
        </Alert>
      )}
      <Listed
        of={accounts}
        rows={data?.accounts}
        what="your accounts"
        keyOf={({ carrier }) => carrier}
        columns={columns}
        empty={
          <Empty icon="link" title="No carrier can be connected">
            Ask the operator of this service.
          </Empty>
        }
      />
    </Page>
  );
}

function useAccountColumns(owner: AccountOwner, mayConnect: boolean): Column<Account>[] {
  const namesOf = useAccountNames();
  const isHouse = owner === 'house';
  return [
    {
      heading: 'Carrier',
      cell: (account) => <b>{namesOf(account).carrier}</b>,
      below: (account) => namesOf(account).services.join(', '),
    },
    ...columnsIf<Account>(isHouse, {
      heading: 'Operations',
      cell: (account) => (
        <Standings
          operations={account.operations ?? []}
          isConnected={account.connected_at !== null}
        />
      ),
    }),
    { heading: 'Account', cell: (account) => <AccountStatus account={account} /> },
    {
      heading: 'Actions',
      kind: 'actions',
      cell: (account) => (
        <Group gap={6}>
          {mayConnect ? <ConnectButton owner={owner} account={account} /> : null}
          {account.connected_at === null ? null : (
            <ConnectedActions owner={owner} account={account} />
          )}
          {isHouse && account.connected_at !== null ? (
            <ButtonLink
              to="/operator/accounts/$id"
              params={{ id: account.carrier }}
              size="compact-sm"
              variant="default"
              aria-label={`Certify ${namesOf(account).carrier}`}
            >
              Certify…
            </ButtonLink>
          ) : null}
        </Group>
      ),
    },
  ];
}

const policyWords = {
  card: 'Prices from the rate card',
  live: 'The carrier’s own prices',
  live_then_card: 'The carrier’s own prices, or the rate card’s when it does not answer',
} as const;

function AccountStatus({ account: { policy, connected_at } }: { account: Account }) {
  if (connected_at === null)
    return (
      <Badge variant="default" miw="max-content">
        Not connected
      </Badge>
    );
  return (
    <>
      <Badge variant="light" color="eucalypt" miw="max-content">
        Connected
      </Badge>
      <Text size="xs" c="dimmed">
        {policy ? policyWords[policy] : 'Your own prices'}, since {when(connected_at)}
      </Text>
    </>
  );
}

function ConnectButton({ owner, account }: { owner: AccountOwner; account: Account }) {
  const { carrier } = useAccountNames()(account);
  const verb = account.connected_at === null ? 'Connect' : 'Replace';
  return (
    <DialogButton
      size="compact-sm"
      aria-label={`${verb} ${carrier}`}
      title={`Connect ${carrier}`}
      isSecret
      dialog={(close) => <ConnectForm owner={owner} account={account} onDone={close} />}
    >
      {verb}…
    </DialogButton>
  );
}

/** Members cannot set the address: their requests use the house account's. */
const address = {
  name: 'base_url',
  label: 'another address, such as the carrier’s test system',
  is_secret: false,
  is_required: false,
};

function ConnectForm(props: { owner: AccountOwner; account: Account; onDone: () => void }) {
  const { owner, account, onDone } = props;
  const [policy, setPolicy] = useState('');
  const { fields } = useAccountNames()(account);
  const connect = useConnectAccount(owner, account.carrier);
  return (
    <AccountForm
      fields={owner === 'house' ? [...fields, address] : fields}
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
            { value: '', label: 'The carrier’s default' },
            ...Object.entries(policyWords).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) => setPolicy(event.currentTarget.value)}
        />
      ) : null}
    </AccountForm>
  );
}

const disconnectWarnings = {
  house:
    'The credentials are deleted. Rate cards price its services again, and bookings must be phoned through to the carrier.',
  own: 'The credentials are deleted and you are quoted by this service again. You cannot print labels for, track or cancel what you booked with the account until you connect it again.',
} as const;

function ConnectedActions({ owner, account }: { owner: AccountOwner; account: Account }) {
  const { carrier } = useAccountNames()(account);
  const test = useTestAccount(owner, account.carrier);
  const disconnect = useDisconnectAccount(owner, account.carrier);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Test ${carrier}`}
        loading={test.isPending}
        onClick={() =>
          test
            .mutateAsync()
            .then(showTested, ({ message }) => showTested({ is_well: false, message }))
        }
      >
        Test
      </Button>
      <ConfirmButton
        size="compact-sm"
        aria-label={`Disconnect ${carrier}`}
        title={`Disconnect ${carrier}?`}
        about={disconnectWarnings[owner]}
        verb="Disconnect account"
        isPending={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() => disconnect.mutateAsync()}
      >
        Disconnect…
      </ConfirmButton>
    </>
  );
}

function showTested({ is_well, message }: TestedAccount): void {
  notifications.show({ message, color: is_well ? 'eucalypt' : 'red' });
}

function useAccountNames(): (account: Account) => {
  carrier: string;
  services: string[];
  fields: AccountField[];
} {
  const nameOf = useCarrierName();
  return ({ carrier, services, fields }) => ({
    carrier: nameOf(services[0] ?? carrier).carrier,
    services: services
      .map((stringId) => nameOf(stringId).service)
      .filter((service) => service !== ''),
    fields: fields.map((field) => ({ ...field, label: withNames(field.label, services, nameOf) })),
  });
}

/** Labels refer to services by their string_ids. */
function withNames(
  label: string,
  services: readonly string[],
  nameOf: ReturnType<typeof useCarrierName>,
): string {
  return services.reduce((text, stringId) => {
    const { carrier, service } = nameOf(stringId);
    return text.replace(new RegExp(`\\b${stringId}\\b`, 'g'), service === '' ? carrier : service);
  }, label);
}
