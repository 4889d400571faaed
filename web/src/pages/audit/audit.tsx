// Who did what, newest first, as a list to filter and to download: what concerns the member, or for the operator
// everything.
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { auditFile, auditQuery } from '../../api/audit.ts';
import { groupNames } from '../../api/audit-groups.ts';
import { useMay } from '../../api/session.ts';
import type { AuditEntry } from '../../api/wire.ts';
import { DaySpan } from '../../parts/day-span.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { when } from '../../parts/figures.tsx';
import { choicesOf, FilterSelect } from '../../parts/filter-select.tsx';
import { useIsOperator } from '../../parts/is-operator.ts';
import { TextLink } from '../../parts/links.tsx';
import { type Column, columnsIf } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { oldestFirst } from '../../parts/pager.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import type { AuditSearch } from '../../search.ts';
import { MemberSelect } from '../members/member-select.tsx';
import { ThingLink } from './thing-link.tsx';

export function AuditPage() {
  const title = useIsOperator() ? 'All activity' : 'Audit log';
  if (useMay('admin')) return <Log title={title} />;
  return (
    <Page title={title}>
      <Panel>
        <Empty icon="shield" title="Only admins read the audit log">
          Ask an admin of your team.
        </Empty>
      </Panel>
    </Page>
  );
}

function Log({ title }: { title: string }) {
  const isOperator = useIsOperator();
  const search: AuditSearch = useSearch({ strict: false });
  const { page: _page, sort, ...filter } = search;
  const { put, ...shown } = useListSearch(search);
  const entries = useQuery(auditQuery(search, isOperator));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Page
      title={title}
      about={
        isOperator
          ? 'What every member’s users and yours changed. Quotes and reading are not recorded.'
          : 'What your users changed, and what the operator did for you. Quotes and reading are not recorded.'
      }
      actions={<DownloadButton href={auditFile(search, isOperator)}>Download CSV</DownloadButton>}
    >
      <Filters search={search} put={put} />
      <Listed
        {...shown}
        of={entries}
        rows={entries.data}
        what="entries"
        name={isOperator ? 'all-activity' : 'audit'}
        keyOf={({ id }) => id}
        columns={columnsFor(isOperator, filter.member !== undefined)}
        isDense
        pageOrder={sort === 'at' ? oldestFirst : undefined}
        empty={<Nothing isFiltered={isFiltered} />}
      />
    </Page>
  );
}

type FiltersProps = {
  search: AuditSearch;
  put: (change: AuditSearch, replace: true) => void;
};

function Filters({ search, put }: FiltersProps) {
  const isOperator = useIsOperator();
  const { actor, group, from, to, member } = search;
  const choose = (change: AuditSearch): void => put(change, true);
  return (
    <Group align="flex-end" gap="sm" data-screen>
      {isOperator ? (
        <MemberSelect value={member} onChange={(next) => choose({ member: next })} />
      ) : null}
      <SearchField
        label="User or API key"
        placeholder="Whole e-mail or name of the key"
        w={260}
        value={actor}
        onSearch={(text) => choose({ actor: text })}
      />
      <FilterSelect
        label="About"
        value={group}
        all="Everything"
        data={choicesOf(groupNames)}
        onChange={(next) => choose({ group: next })}
      />
      <DaySpan days={{ from, to }} labels={{ from: 'From', to: 'To' }} onChange={choose} />
    </Group>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon="search" title="No entries match">
      Search for a whole e-mail or the whole name of a key, or choose fewer filters.
    </Empty>
  ) : (
    <Empty icon="clock" title="No entries yet">
      What users change from now on is listed here.
    </Empty>
  );
}

const columnsFor = (isOperator: boolean, isOfOne: boolean): Column<AuditEntry>[] => [
  { heading: 'Time', kind: 'short', sort: 'at', cell: ({ at }) => when(at) },
  {
    heading: 'Who',
    kind: 'written',
    cell: ({ by }) => (by.kind === 'operator' ? 'Operator' : by.name || 'A person with the link'),
    below: ({ by }) => (by.kind === 'key' ? 'API key' : ''),
  },
  {
    heading: 'What',
    kind: 'short',
    cell: (entry) => <ThingLink entry={entry} />,
  },
  ...columnsIf<AuditEntry>(isOperator && !isOfOne, {
    heading: 'Member',
    kind: 'written',
    cell: ({ member }) =>
      member === null ? null : (
        <TextLink to="/operator/members/$id" params={{ id: String(member.id) }} size="sm">
          {member.name}
        </TextLink>
      ),
  }),
  {
    heading: 'Outcome',
    cell: (entry) => <Outcome entry={entry} />,
    below: ({ reason }) => reason,
  },
  {
    heading: 'Details',
    kind: 'written',
    isExtra: isOperator && !isOfOne,
    cell: ({ detail }) => detail,
  },
  {
    heading: 'Address',
    kind: 'code',
    isExtra: isOperator,
    cell: ({ address }) => address,
  },
];

const colours: Readonly<Record<AuditEntry['outcome'], string>> = {
  done: 'eucalypt',
  pending: 'ochre',
  repeated: 'gray',
  not_finished: 'ochre',
  refused: 'red',
  failed: 'red',
};

function Outcome({ entry: { outcome, outcome_words: words } }: { entry: AuditEntry }) {
  return (
    <Badge size="sm" variant="light" color={colours[outcome]}>
      {words}
    </Badge>
  );
}
