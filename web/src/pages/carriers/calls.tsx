// Recent calls to live carriers and their results, newest first, by carrier, operation, outcome or booking. Refreshes
// while it is open.

import { Badge, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { callsQuery } from '../../api/operator.ts';
import type { CarrierCalls } from '../../api/wire.ts';
import { whenExactly } from '../../parts/figures.tsx';
import { type Column, ListTable, type Order, RowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { SavedViews } from '../../parts/saved-views.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { type CallsSearch, wholeNumber } from '../../search.ts';

type Call = CarrierCalls['calls'][number];

const operations = [
  ...['quote', 'book', 'find', 'cancel', 'label', 'manifest', 'track', 'check', 'sign_in'],
].map((value) => ({ value, label: value.replace('_', ' ') }));

export function CallsPage() {
  const wanted = useSearch({ from: '/members/operators/operator/calls' });
  const { data, error, refetch, isPlaceholderData } = useQuery(callsQuery(wanted));
  const { page = 1, sort } = wanted;
  const navigate = useNavigate();
  // A changed search starts at the first page.
  const put = (change: CallsSearch, replace = false): void =>
    void navigate({
      to: '/operator/calls',
      search: { ...wanted, page: undefined, ...change },
      replace,
    });
  return (
    <Page
      title="Carrier calls"
      about="Requests to live carriers and their answers, without secrets. Of many successful price requests only some are kept."
    >
      <Filters
        wanted={wanted}
        carriers={data?.carriers ?? []}
        onChange={(change) => put(change, true)}
      />
      <SavedViews list="calls" search={wanted} />
      <Awaiting of={{ data, error, refetch }} what="calls" />
      {data === undefined ? null : (
        <Panel flush>
          {data.calls.length === 0 && page > 1 ? (
            <NoMore what="calls" />
          ) : data.calls.length === 0 ? (
            <Empty icon="clock" title="No calls">
              Carriers that are connected are asked for prices, bookings, labels and tracking; what
              was asked would be here.
            </Empty>
          ) : (
            <CallTable
              calls={data.calls}
              order={{ by: sort, onOrder: (by) => put({ sort: by }) }}
              isOld={isPlaceholderData}
            />
          )}
        </Panel>
      )}
      <Pager
        page={page}
        listed={data?.calls.length}
        what="calls"
        onChange={(next) => put({ page: next })}
      />
    </Page>
  );
}

type FiltersProps = {
  wanted: CallsSearch;
  carriers: readonly string[];
  onChange: (change: CallsSearch) => void;
};

function Filters({ wanted, carriers, onChange: choose }: FiltersProps) {
  // Keep the carrier from the address in the list, even while the list is loading.
  const known =
    wanted.carrier === undefined ? carriers : [...new Set([...carriers, wanted.carrier])];
  const nameOf = useAccountName();
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Carrier"
        value={wanted.carrier ?? ''}
        data={[
          { value: '', label: 'All' },
          ...known.map((value) => ({ value, label: nameOf(value) })),
        ]}
        onChange={(event) => choose({ carrier: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Operation"
        value={wanted.operation ?? ''}
        data={[{ value: '', label: 'All' }, ...operations]}
        onChange={(event) => choose({ operation: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="Outcome"
        value={wanted.outcome ?? ''}
        data={[
          { value: '', label: 'All' },
          { value: 'failed', label: 'Failed' },
          { value: 'answered', label: 'Answered' },
        ]}
        onChange={(event) => choose({ outcome: event.currentTarget.value || undefined })}
      />
      <SearchField
        label="Booking"
        inputMode="numeric"
        w={140}
        value={wanted.booking?.toString()}
        onSearch={(text) => choose({ booking: wholeNumber(text) })}
      />
    </Group>
  );
}

type CallTableProps = { calls: readonly Call[]; order: Order; isOld: boolean };

function CallTable({ calls, order, isOld }: CallTableProps) {
  const nameOf = useAccountName();
  const columns: Column<Call>[] = [
    {
      heading: 'Call',
      sort: 'at',
      cell: (call) => (
        <RowLink
          to="/operator/calls/$id"
          params={{ id: String(call.id) }}
          aria-label={`${whenExactly(call.at)}, call ${call.id}, ${operationOf(call)} ${nameOf(call.carrier)}`}
        >
          {whenExactly(call.at)}
        </RowLink>
      ),
    },
    { heading: 'Carrier', sort: 'carrier', cell: ({ carrier }) => nameOf(carrier) },
    { heading: 'Operation', cell: operationOf },
    { heading: 'Outcome', sort: 'status', cell: (call) => <Outcome call={call} /> },
    { heading: 'Took', kind: 'figure', sort: 'took', cell: (call) => `${call.took_ms} ms` },
    { heading: 'Booking', cell: ({ reference }) => reference },
    {
      heading: 'Account',
      cell: ({ member }) => (member === null ? 'House' : `Member ${member}`),
    },
    { heading: 'Request', kind: 'code', cell: (call) => call.request_id },
  ];
  return (
    <ListTable
      name="calls"
      rows={calls}
      keyOf={({ id }) => id}
      columns={columns}
      order={order}
      isDense
      isOld={isOld}
    />
  );
}

const operationOf = ({ operation }: Call): string => operation.replace('_', ' ');

export function Outcome({ call }: { call: Call }) {
  const status = call.status === 0 ? 'No answer' : String(call.status);
  return (
    <Group gap={6} wrap="nowrap">
      <Badge variant="light" color={call.has_failed ? 'red' : 'teal'}>
        {status}
      </Badge>
      {call.trouble === '' ? null : <Text size="xs">{call.trouble.replaceAll('_', ' ')}</Text>}
    </Group>
  );
}
