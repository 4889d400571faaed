// Every member, newest first or sorted by a column, with a search.
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { membersQuery } from '../../api/operator.ts';
import type { ListedMember } from '../../api/wire.ts';
import { money, owed } from '../../parts/figures.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import { AddMember } from './add-member.tsx';

export function MembersPage() {
  const wanted = useSearch({ from: '/members/operators/operator/members' });
  const { put, ...shown } = useListSearch(wanted);
  const members = useQuery(membersQuery(wanted));
  return (
    <Page title="Members" actions={<AddMember />}>
      <SearchField
        aria-label="Search members"
        placeholder="E-mail, company, name or number"
        w={360}
        value={wanted.q}
        onSearch={(text) => put({ q: text }, true)}
      />
      <Listed
        {...shown}
        of={members}
        rows={members.data}
        what="members"
        views={{ list: 'members', search: wanted }}
        keyOf={({ id }) => id}
        columns={columns}
        isDense
        empty={
          <Empty icon="search" title="No members found">
            Search for part of an e-mail, a company or a name, or the whole number of a member.
          </Empty>
        }
      />
    </Page>
  );
}

const columns: Column<ListedMember>[] = [
  {
    heading: 'Member',
    sort: 'email',
    cell: ({ id, email }) => (
      <RowLink to="/operator/members/$id" params={{ id: String(id) }}>
        {email}
      </RowLink>
    ),
    below: ({ id }) => id,
  },
  {
    heading: 'Company',
    sort: 'company',
    kind: 'written',
    cell: (member) => member.company_name,
    below: (member) => `${member.first_name} ${member.last_name}`.trim(),
  },
  { heading: 'Account', cell: (member) => <MemberBadges member={member} /> },
  { heading: 'Owes', kind: 'figure', sort: 'owes', cell: owes, below: limitOf },
  {
    heading: 'Discount',
    sort: 'discount',
    kind: 'figure',
    cell: ({ discount }) => (discount === 0 ? '' : `${discount} %`),
  },
];

function owes({ credit: { has_account: hasAccount, used } }: ListedMember): string {
  return hasAccount || used !== 0 ? owed(used) : '';
}

function limitOf({ credit: { has_account: hasAccount, used, limit } }: ListedMember): string {
  return hasAccount ? `${used < 0 ? 'limit' : 'of'} ${money(limit)}` : '';
}

export function MemberBadges({ member }: { member: ListedMember }) {
  return (
    <Group gap={6}>
      <Badge size="sm" variant="light" color={member.is_open ? 'eucalypt' : 'red'}>
        {member.is_open ? 'Open' : 'Closed'}
      </Badge>
      {member.may_book_live ? null : (
        <Badge size="sm" variant="light" color="ochre" miw="max-content">
          Demo only
        </Badge>
      )}
      {member.own_carriers === 0 ? null : (
        <Badge size="sm" variant="light" color="gray">
          {member.own_carriers === 1 ? 'Own account' : `${member.own_carriers} own accounts`}
        </Badge>
      )}
      {member.is_operator ? (
        <Badge size="sm" variant="light" color="gray">
          Operator
        </Badge>
      ) : null}
    </Group>
  );
}
