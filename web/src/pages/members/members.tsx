// Every member, newest first, with a search.
import { Badge, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { membersQuery } from '../../api/operator.ts';
import type { ListedMember } from '../../api/wire.ts';
import { money, owed } from '../../parts/figures.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { AddMember } from './add-member.tsx';

export function MembersPage() {
  const { q, page = 1 } = useSearch({ from: '/members/operators/operator/members' });
  const navigate = useNavigate();
  const { data, error, refetch, isPlaceholderData } = useQuery(membersQuery({ q, page }));
  return (
    <Page title="Members" actions={<AddMember />}>
      <SearchField
        aria-label="Search members"
        placeholder="E-mail, company, name or number"
        w={360}
        value={q}
        onSearch={(wanted) =>
          void navigate({ to: '/operator/members', search: { q: wanted }, replace: true })
        }
      />
      <Awaiting of={{ data, error, refetch }} what="members" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <NoMembers isFurther={page > 1} />
          ) : (
            <MemberTable members={data} isOld={isPlaceholderData} />
          )}
        </Panel>
      )}
      <Pager
        page={page}
        listed={data?.length}
        what="members"
        onChange={(next) => void navigate({ to: '/operator/members', search: { q, page: next } })}
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

function MemberTable({ members, isOld }: { members: readonly ListedMember[]; isOld: boolean }) {
  return (
    <ListTable
      heads={['Member', 'Company', 'Account', { figure: 'Owes' }, { figure: 'Discount' }]}
      isHighlighted
      isOld={isOld}
    >
      {members.map((member) => (
        <Table.Tr key={member.id}>
          <Table.Td data-label="Member" miw={230}>
            <Link to="/operator/members/$id" params={{ id: String(member.id) }} className={rowLink}>
              {member.email}
            </Link>
            <Text size="xs" c="dimmed">
              {member.id}
            </Text>
          </Table.Td>
          <Table.Td data-label="Company" data-written>
            <Text size="sm">{member.company_name}</Text>
            <Text size="xs" c="dimmed">
              {`${member.first_name} ${member.last_name}`.trim()}
            </Text>
          </Table.Td>
          <Table.Td data-label="Account">
            <MemberBadges member={member} />
          </Table.Td>
          <Table.Td data-label="Owes" data-figure className="figures">
            <Owes credit={member.credit} />
          </Table.Td>
          <Table.Td data-label="Discount" data-figure className="figures">
            {member.discount === 0 ? '' : `${member.discount} %`}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

function Owes({ credit: { has_account: hasAccount, used, limit } }: Pick<ListedMember, 'credit'>) {
  return (
    <>
      {hasAccount || used !== 0 ? owed(used) : null}
      {hasAccount ? (
        <Text size="xs" c="dimmed" className="unbroken">
          {used < 0 ? 'limit' : 'of'} {money(limit)}
        </Text>
      ) : null}
    </>
  );
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
