// The people who sign in for the member: their roles, and invitations of others.
import { Badge, Button, Group, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sessionQuery, useMay, useSession } from '../../api/session.ts';
import {
  useChangeRole,
  useInvite,
  useRemoveUser,
  usersQuery,
  useWithdraw,
} from '../../api/users.ts';
import type { Role, User, Users } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { day, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { RoleGate } from '../../parts/role-gate.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';
import { InviteBox } from './invite-box.tsx';
import { PassOnLink } from './pass-on-link.tsx';
import { roleNames, roleOptions } from './roles.ts';

export function UsersPage() {
  const { data, error, refetch } = useQuery(usersQuery);
  const [isInviting, inviting] = useDisclosure(false);
  useAskedToAdd(inviting.open);
  return (
    <RoleGate needs="admin">
      <Page
        title="Users"
        about="Everyone signs in with an e-mail and password of their own. Viewers read, bookers also quote and book, admins also manage users, keys, cards and details."
        actions={
          <Button leftSection={<Icon name="plus" size={16} />} onClick={inviting.open}>
            Invite a user
          </Button>
        }
      >
        <Awaiting of={{ data, error, refetch }} what="users" />
        {data === undefined ? null : (
          <>
            <Panel flush>
              <ListTable
                rows={data.users}
                keyOf={({ id }) => id}
                columns={[
                  { heading: 'E-mail', kind: 'written', cell: (user) => <UserName user={user} /> },
                  { heading: 'Role', cell: (user) => <RoleSelect user={user} /> },
                  {
                    heading: 'Last sign-in',
                    cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : when(at)),
                  },
                  {
                    heading: 'Actions',
                    kind: 'actions',
                    cell: (user) => <RemoveUser user={user} />,
                  },
                ]}
              />
            </Panel>
            {data.invitations.length === 0 ? null : <Invitations invitations={data.invitations} />}
          </>
        )}
        <InviteBox isOpen={isInviting} onClose={inviting.close} />
      </Page>
    </RoleGate>
  );
}

function UserName({ user: { id, email, two_factor } }: { user: User }) {
  const { user: me } = useSession();
  return (
    <Group gap="xs">
      <b>{email}</b>
      {two_factor ? (
        <Badge size="sm" variant="light" color="eucalypt">
          Two factors
        </Badge>
      ) : null}
      {id === me?.id ? (
        <Badge size="sm" variant="light">
          You
        </Badge>
      ) : null}
    </Group>
  );
}

function RoleSelect({ user }: { user: User }) {
  const { user: me } = useSession();
  const queries = useQueryClient();
  const change = useChangeRole(user.id);
  const changeRole = (role: Role): void => {
    change.mutate(role, {
      // The own role decides what the pages offer.
      onSuccess: () =>
        user.id === me?.id
          ? queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
          : undefined,
      onError: ({ message }) =>
        notifications.show({
          color: 'red',
          title: `${user.email} is still ${roleNames[user.role].toLowerCase()}`,
          message,
        }),
    });
  };
  return (
    <NativeSelect
      size="xs"
      w={120}
      data={roleOptions}
      value={change.isPending ? change.variables : user.role}
      onChange={({ currentTarget }) => changeRole(currentTarget.value as Role)}
      aria-label={`Role of ${user.email}`}
    />
  );
}

function RemoveUser({ user }: { user: User }) {
  const remove = useRemoveUser(user.id);
  return (
    <ConfirmButton
      size="compact-sm"
      variant="subtle"
      aria-label={`Remove ${user.email}`}
      title={`Remove ${user.email}?`}
      about="Every device of this user is signed out. Bookings and keys stay. To come back, they need a new invitation."
      verb="Remove user"
      wayOut="Keep user"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync()}
    >
      Remove
    </ConfirmButton>
  );
}

function Invitations({ invitations }: { invitations: Users['invitations'] }) {
  const again = useInvite();
  const withdraw = useWithdraw();
  const mayInvite = useMay('admin');
  return (
    <Panel title="Invitations" flush>
      <Problem error={again.error ?? withdraw.error} />
      <ListTable
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'E-mail', kind: 'written', cell: ({ email }) => email },
          { heading: 'Role', cell: ({ role }) => roleNames[role] },
          { heading: 'Until', cell: ({ expires_at: until }) => day(until) },
          {
            heading: 'Actions',
            kind: 'actions',
            cell: ({ id, email, role }) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Invite again: ${email}`}
                  loading={again.isPending && again.variables.email === email}
                  onClick={() =>
                    again.mutate(
                      { email, role },
                      {
                        onSuccess: ({ url }) =>
                          url === null
                            ? notifications.show({ message: `We sent ${email} a new link.` })
                            : undefined,
                      },
                    )
                  }
                >
                  Invite again
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Withdraw the invitation of ${email}`}
                  loading={withdraw.isPending && withdraw.variables === id}
                  onClick={() => withdraw.mutate(id)}
                >
                  Withdraw
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {mayInvite && again.data?.url ? <PassOnLink invited={again.data} /> : null}
    </Panel>
  );
}
