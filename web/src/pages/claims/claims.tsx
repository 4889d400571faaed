// Claims, newest first: a member's own, or every member's for the operator.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { claimsQuery, reasonNames, stateNames } from '../../api/claims.ts';
import type { Claim } from '../../api/wire.ts';
import { day, money } from '../../parts/figures.tsx';
import { type Column, columnsIf, ListTable, RowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import type { ClaimsSearch } from '../../search.ts';
import { memberColumn } from '../members/owner-link.tsx';
import { ClaimBadge } from './claim-badge.tsx';

export function ClaimsPage() {
  const navigate = useNavigate();
  return (
    <Claims
      search={useSearch({ from: '/members/claims' })}
      onSearch={(search) => void navigate({ to: '/claims', search })}
    />
  );
}

export function OperatorClaimsPage() {
  const navigate = useNavigate();
  return (
    <Claims
      search={useSearch({ from: '/members/operators/operator/claims' })}
      onSearch={(search) => void navigate({ to: '/operator/claims', search })}
      isOperator
    />
  );
}

type ClaimsProps = {
  search: ClaimsSearch;
  onSearch: (search: ClaimsSearch) => void;
  isOperator?: boolean;
};

function Claims({ search, onSearch, isOperator = false }: ClaimsProps) {
  const { state, page = 1 } = search;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    claimsQuery({ state, page }, isOperator),
  );
  return (
    <Page
      title={isOperator ? 'All claims' : 'Claims'}
      about={
        isOperator ? undefined : 'For damaged, lost or late freight. Open one from its booking.'
      }
    >
      <NativeSelect
        aria-label="State"
        w={220}
        value={state ?? ''}
        data={[
          { value: '', label: 'Every state' },
          ...Object.entries(stateNames).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) =>
          onSearch({ state: (event.currentTarget.value || undefined) as ClaimsSearch['state'] })
        }
      />
      <Awaiting of={{ data, error, refetch }} what="claims" />
      {data === undefined ? null : (
        <Panel flush>
          {data.length === 0 ? (
            <Nothing isFurther={page > 1} isFiltered={state !== undefined} />
          ) : (
            <ListTable
              rows={data}
              keyOf={({ id }) => id}
              name={isOperator ? 'all-claims' : 'claims'}
              columns={claimColumns(isOperator)}
              isDense
              isOld={isPlaceholderData}
            />
          )}
        </Panel>
      )}
      <Pager
        page={page}
        listed={data?.length}
        what="claims"
        onChange={(next) => onSearch({ state, page: next })}
      />
    </Page>
  );
}

function Nothing({ isFurther, isFiltered }: { isFurther: boolean; isFiltered: boolean }) {
  if (isFurther) return <NoMore what="claims" />;
  return (
    <Empty icon="shield" title={isFiltered ? 'No such claims' : 'No claims'}>
      {isFiltered
        ? 'Choose another state to see the other claims.'
        : 'A claim is opened on the page of its booking.'}
    </Empty>
  );
}

export const claimColumns = (isOperator: boolean): Column<Claim>[] => [
  {
    heading: 'Claim',
    cell: ({ id }) => (
      <RowLink
        to={isOperator ? '/operator/claims/$id' : '/claims/$id'}
        params={{ id: String(id) }}
        aria-label={`Claim ${id}`}
      >
        {id}
      </RowLink>
    ),
    below: (claim) => day(claim.opened_at),
  },
  ...columnsIf<Claim>(isOperator, memberColumn),
  {
    heading: 'Booking',
    cell: (claim) => claim.booking_id,
    below: ({ connote }) => <span className="mono">{connote}</span>,
  },
  { heading: 'Reason', cell: ({ reason }) => reasonNames[reason] },
  { heading: 'Claimed', kind: 'figure', cell: (claim) => money(claim.claimed_amount) },
  {
    heading: 'Accepted',
    kind: 'figure',
    cell: ({ accepted_amount: amount }) => (amount === null ? '' : money(amount)),
  },
  { heading: 'State', cell: ({ state }) => <ClaimBadge state={state} /> },
];
