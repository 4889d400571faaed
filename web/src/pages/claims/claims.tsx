// Claims, newest first: a member's own, or every member's for the operator.
import { NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { claimsQuery, reasonNames, stateNames } from '../../api/claims.ts';
import type { Claim } from '../../api/wire.ts';
import { day, money } from '../../parts/figures.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import type { ClaimsSearch } from '../../search.ts';
import { OwnerLink } from '../members/owner-link.tsx';
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
            <ClaimTable claims={data} isOperator={isOperator} isOld={isPlaceholderData} />
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

type ClaimTableProps = { claims: readonly Claim[]; isOperator: boolean; isOld: boolean };

function ClaimTable({ claims, isOperator, isOld }: ClaimTableProps) {
  return (
    <ListTable
      heads={[
        'Claim',
        ...(isOperator ? ['Member'] : []),
        'Booking',
        'Reason',
        { figure: 'Claimed' },
        { figure: 'Accepted' },
        'State',
      ]}
      isDense
      isHighlighted
      isOld={isOld}
    >
      {claims.map((claim) => (
        <Table.Tr key={claim.id}>
          <Table.Td data-label="Claim">
            <Link
              to={isOperator ? '/operator/claims/$id' : '/claims/$id'}
              params={{ id: String(claim.id) }}
              className={rowLink}
              aria-label={`Claim ${claim.id}`}
            >
              {claim.id}
            </Link>
            <Text size="xs" c="dimmed">
              {day(claim.opened_at)}
            </Text>
          </Table.Td>
          {isOperator ? (
            <Table.Td data-label="Member" data-written>
              <OwnerLink owner={claim.member} />
            </Table.Td>
          ) : null}
          <Table.Td data-label="Booking">
            <Text size="sm">{claim.booking_id}</Text>
            <Text size="xs" c="dimmed" className="mono">
              {claim.connote}
            </Text>
          </Table.Td>
          <Table.Td data-label="Reason">{reasonNames[claim.reason]}</Table.Td>
          <Table.Td data-label="Claimed" data-figure className="figures">
            {money(claim.claimed_amount)}
          </Table.Td>
          <Table.Td data-label="Accepted" data-figure className="figures">
            {claim.accepted_amount === null ? '' : money(claim.accepted_amount)}
          </Table.Td>
          <Table.Td data-label="State">
            <ClaimBadge state={claim.state} />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
