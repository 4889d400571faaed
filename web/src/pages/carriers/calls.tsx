// Recent calls to live carriers and their results, newest first, by carrier, operation, outcome or booking. Refreshes
// while it is open.

import { Badge, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { callsQuery } from '../../api/operator.ts';
import type { CarrierCalls } from '../../api/wire.ts';
import { whenExactly } from '../../parts/figures.tsx';
import { choicesOf, FilterSelect } from '../../parts/filter-select.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed, useListSearch } from '../../parts/listed.tsx';
import { Page } from '../../parts/page.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { Empty } from '../../parts/states.tsx';
import { type CallsSearch, wholeNumber } from '../../search.ts';

type Call = CarrierCalls['calls'][number];

const operations = [
  ...['quote', 'book', 'find', 'cancel', 'label', 'manifest', 'track', 'check', 'sign_in'],
].map((value) => ({ value, label: value.replace('_', ' ') }));

export function CallsPage() {
  const wanted = useSearch({ from: '/members/operators/operator/calls' });
  const calls = useQuery(callsQuery(wanted));
  const { put, ...shown } = useListSearch(wanted);
  const nameOf = useAccountName();
  return (
    <Page
      title="Carrier calls"
      about="Requests to live carriers and their answers, without secrets. Of many successful price requests only some are kept."
    >
      <Filters
        wanted={wanted}
        carriers={calls.data?.carriers ?? []}
        onChange={(change) => put(change, true)}
      />
      <Listed
        {...shown}
        of={calls}
        rows={calls.data?.calls}
        what="calls"
        views={{ list: 'calls', search: wanted }}
        keyOf={({ id }) => id}
        columns={columnsWith(nameOf)}
        isDense
        empty={
          <Empty icon="clock" title="No calls">
            Carriers that are connected are asked for prices, bookings, labels and tracking; what
            was asked would be here.
          </Empty>
        }
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
      <FilterSelect
        label="Carrier"
        value={wanted.carrier}
        all="All"
        data={known.map((value) => ({ value, label: nameOf(value) }))}
        onChange={(carrier) => choose({ carrier })}
      />
      <FilterSelect
        label="Operation"
        value={wanted.operation}
        all="All"
        data={operations}
        onChange={(operation) => choose({ operation })}
      />
      <FilterSelect
        label="Outcome"
        value={wanted.outcome}
        all="All"
        data={choicesOf<string>({ failed: 'Failed', answered: 'Answered' })}
        onChange={(outcome) => choose({ outcome })}
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

const columnsWith = (nameOf: ReturnType<typeof useAccountName>): Column<Call>[] => [
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
