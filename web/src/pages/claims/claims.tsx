// Claims, newest first: a member's own, or every member's for the operator.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { claimsQuery, reasonNames, stateNames } from '../../api/claims.ts';
import type { Claim } from '../../api/wire.ts';
import { day, money } from '../../parts/figures.tsx';
import { choicesOf, FilterSelect } from '../../parts/filter-select.tsx';
import { useIsOperator } from '../../parts/is-operator.ts';
import { type Column, columnsIf, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import type { ClaimsSearch } from '../../search.ts';
import { memberColumn } from '../members/owner-link.tsx';
import { ClaimBadge } from './claim-badge.tsx';

export function ClaimsPage() {
  const isOperator = useIsOperator();
  const search: ClaimsSearch = useSearch({ strict: false });
  const { state } = search;
  const { put, ...shown } = useListSearch(search);
  const claims = useQuery(claimsQuery(search, isOperator));
  return (
    <Page
      title={isOperator ? 'All claims' : 'Claims'}
      about={
        isOperator ? undefined : 'For damaged, lost or late freight. Open one from its booking.'
      }
    >
      <FilterSelect
        aria-label="State"
        w={220}
        value={state}
        all="Every state"
        data={choicesOf(stateNames)}
        onChange={(next) => put({ state: next })}
      />
      <Listed
        {...shown}
        of={claims}
        rows={claims.data}
        what="claims"
        name={isOperator ? 'all-claims' : 'claims'}
        keyOf={({ id }) => id}
        columns={claimColumns(isOperator)}
        isDense
        empty={
          state === undefined ? (
            <Empty icon="shield" title="No claims">
              A claim is opened on the page of its booking.
            </Empty>
          ) : (
            <Empty icon="shield" title="No such claims">
              Choose another state to see the other claims.
            </Empty>
          )
        }
      />
    </Page>
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
