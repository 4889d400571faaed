// Every member, newest first or sorted by a column, with a search.
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { membersQuery } from '../../api/operator.ts';
import type { ListedMember } from '../../api/wire.ts';
import { money, owed } from '../../parts/figures.tsx';
import { type Column, ListTable, RowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import type { ListSearch } from '../../search.ts';
import { AddMember } from './add-member.tsx';

export function MembersPage() {
  const wanted = useSearch({ from: '/members/operators/operator/members' });
  const { q, page = 1, sort } = wanted;
  const navigate = useNavigate();
  // A changed search starts at the first page.
  const put = (change: ListSearch, replace = false): void =>
    void navigate({
      to: '/operator/members',
      search: { ...wanted, page: undefined, ...change },
      replace,
    });
  const { data, error, refetch, isPlaceholderData } = useQuery(membersQuery(wanted));
  return (
    <Page title="Members" actions={<AddMember />}>
      <SearchField
        aria-label="Search members"
        placeholder="E-mail, company, name or number"
        w={360}
        value={q}
        onSearch={(text) => put({ q: text }, true)}
      />
      <SavedViews list="members" search={wanted} />
      <Awaiting of={{ data, error, refetch }} what="members" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <NoMembers isFurther={page > 1} />
          ) : (
            <ListTable
              rows={data}
              keyOf={({ id }) => id}
              name="members"
              columns={columns}
              order={{ by: sort, onOrder: (by) => put({ sort: by }) }}
              isDense
              isOld={isPlaceholderData}
            />
          )}
        </Panel>
      )}
      <Pager
        page={page}
        listed={data?.length}
        what="members"
        onChange={(next) => put({ page: next })}
      />
    </Page>
  );
}

function NoMembers({ isFurther }: { isFurther: boolean }) {
  if (isFurther) return <NoMore what="members" />;
  return (
    <Empty icon="search" title="No members found">
      Search for part of an e-mail, a company or a name, or the whole number of a member.
    </Empty>
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
