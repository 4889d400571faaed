// One member: permissions, credit limit, and a link to reset a lost password.
import { Autocomplete, Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { marginsQuery } from '../../api/margins.ts';
import { memberQuery, useChangeMember, useMakeReset } from '../../api/operator.ts';
import { useMay, useMember } from '../../api/session.ts';
import type { MemberChange, WholeMember } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { when } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Problem } from '../../parts/states.tsx';
import { titleCase } from '../../parts/title-case.ts';
import { roleNames } from '../users/roles.ts';
import { CreditPart } from './member-credit.tsx';
import { MemberBadges } from './members.tsx';

export function MemberPage() {
  const { id } = useParams({ from: '/members/operators/operator/members/$id' });
  const { data: member, error, refetch } = useQuery(memberQuery(id));
  const mayReadAudit = useMay('admin');
  return (
    <Page
      title={member === undefined ? 'Member' : member.company_name || member.email}
      above={<BackLink to="/operator/members">Members</BackLink>}
      about={member === undefined ? undefined : <About member={member} />}
      actions={
        member === undefined ? undefined : (
          <>
            <MemberBadges member={member} />
            <ButtonLink
              to="/operator/bookings"
              search={{ member: member.id }}
              variant="default"
              size="sm"
            >
              Their bookings
            </ButtonLink>
            {mayReadAudit ? (
              <ButtonLink
                to="/operator/audit"
                search={{ member: member.id }}
                variant="default"
                size="sm"
              >
                Their activity
              </ButtonLink>
            ) : null}
          </>
        )
      }
    >
      <Awaiting of={{ data: member, error, refetch }} what="the member" />
      {member === undefined ? null : (
        <>
          <CapabilitiesPart key={`may ${id}`} id={id} member={member} />
          <UsersPart users={member.users} />
          <OwnAccountsPart member={member} />
          <CreditPart key={`owes ${id}`} id={id} member={member} />
          <ResetPart id={id} member={member} />
        </>
      )}
    </Page>
  );
}

function About({ member }: { member: WholeMember }) {
  const name = `${member.first_name} ${member.last_name}`.trim();
  const place = [titleCase(member.suburb), member.state, member.postcode].filter(
    (one) => one !== '',
  );
  return [`Member ${member.id}`, name, member.email, member.phone, place.join(' ')]
    .filter((one) => one !== '')
    .join(' · ');
}

const switches: readonly {
  field: 'is_open' | 'may_book_live' | 'has_multipickup' | 'may_connect_carriers' | 'is_operator';
  label: string;
  about: string;
}[] = [
  {
    field: 'is_open',
    label: 'Account open',
    about: 'A closed account cannot sign in or use the API.',
  },
  {
    field: 'may_book_live',
    label: 'Live booking',
    about: 'Off: the member can only quote and make demo bookings.',
  },
  {
    field: 'has_multipickup',
    label: 'Frequent rates',
    about: 'Shows the frequent user’s prices of carriers that have them.',
  },
  {
    field: 'may_connect_carriers',
    label: 'Own accounts with carriers',
    about: 'Their carriers quote them on their own accounts, and bill them directly.',
  },
  { field: 'is_operator', label: 'Operator', about: 'Can use the operator area.' },
];

/** Operators cannot switch these off for themselves: a mistake would lock them out. */
const locksOut: readonly string[] = ['is_open', 'is_operator'];

function CapabilitiesPart({ id, member }: { id: string; member: WholeMember }) {
  const change = useChangeMember(id);
  const isSelf = useMember().id === member.id;
  const [discount, setDiscount] = useState<number | string>(member.discount);
  const [group, setGroup] = useState(member.group);
  const { data: margins } = useQuery(marginsQuery);
  const save = (body: MemberChange): void =>
    change.mutate(body, {
      onSuccess: () => notifications.show({ message: 'Saved.', color: 'eucalypt' }),
    });
  return (
    <Panel title="Permissions">
      <Stack gap="md">
        {switches.map(({ field, label, about }) => (
          <Switch
            key={field}
            label={label}
            description={
              isSelf && locksOut.includes(field) ? 'Another operator changes this for you.' : about
            }
            checked={member[field]}
            disabled={change.isPending || (isSelf && locksOut.includes(field))}
            onChange={(event) => save({ [field]: event.currentTarget.checked })}
          />
        ))}
        <Group align="flex-end" gap="xs">
          <NumberInput
            label="Discount"
            description="Off every carrier’s price and margin"
            suffix=" %"
            min={0}
            max={100}
            decimalScale={2}
            w={180}
            value={discount}
            onChange={setDiscount}
          />
          <Button
            variant="default"
            disabled={discount === '' || Number(discount) === member.discount}
            loading={change.isPending}
            onClick={() => save({ discount: Number(discount) })}
          >
            Set discount
          </Button>
        </Group>
        <Group align="flex-end" gap="xs">
          <Autocomplete
            label="Group"
            description="Margins can be set for a group of members"
            maxLength={60}
            w={280}
            data={margins?.groups ?? []}
            value={group}
            onChange={setGroup}
          />
          <Button
            variant="default"
            disabled={group.trim() === member.group}
            loading={change.isPending}
            onClick={() => save({ group: group.trim() })}
          >
            Set group
          </Button>
        </Group>
        <Problem error={change.error} />
      </Stack>
    </Panel>
  );
}

function UsersPart({ users }: Pick<WholeMember, 'users'>) {
  return (
    <Panel title="Users" flush>
      <ListTable rows={users} keyOf={({ id }) => id} columns={userColumns} />
    </Panel>
  );
}

const userColumns: Column<WholeMember['users'][number]>[] = [
  { heading: 'E-mail', kind: 'written', cell: ({ email }) => email },
  { heading: 'Role', cell: ({ role }) => roleNames[role] },
  {
    heading: 'Last sign-in',
    cell: ({ last_sign_in_at: at }) => (at === null ? 'Never' : when(at)),
  },
  { heading: 'Two factors', cell: ({ two_factor: isOn }) => (isOn ? 'On' : 'Off') },
];

function OwnAccountsPart({ member: { own_accounts: own } }: { member: WholeMember }) {
  if (own.length === 0) return null;
  return (
    <Panel title="Their own accounts with carriers">
      <Stack gap="xs">
        {own.map(({ carrier, connected_at }) => (
          <Group key={carrier} gap="sm">
            <Text fw={600}>{carrier}</Text>
            <Text size="sm" c="dimmed">
              since {when(connected_at)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function ResetPart({ id, member }: { id: string; member: WholeMember }) {
  const reset = useMakeReset(id);
  return (
    <Panel
      title="Password"
      about="Create a link with which the member sets a password. It works once, for a day."
    >
      <Stack gap="sm" align="flex-start">
        <Button variant="default" loading={reset.isPending} onClick={() => reset.mutate()}>
          Create a link
        </Button>
        <Problem error={reset.error} />
        {reset.data === undefined ? null : (
          <Stack gap={4} w="100%">
            <Text size="sm">
              Send it to {member.email}. It works until {when(reset.data.expires_at)}.
            </Text>
            <CopyField value={reset.data.url} label="the link to set a password" />
          </Stack>
        )}
      </Stack>
    </Panel>
  );
}
