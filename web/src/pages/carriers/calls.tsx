// Recent calls to live carriers and their results, newest first, by carrier, operation, outcome or booking. Refreshes
// while it is open.

import { Badge, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAccountName } from '../../api/carrier-accounts.ts';
import { callsQuery } from '../../api/operator.ts';
import type { CarrierCalls } from '../../api/wire.ts';
import { whenExactly } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
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
  return (
    <Page
      title="Carrier calls"
      about="Requests to live carriers and their answers, without secrets. Of many successful price requests only some are kept."
    >
      <Filters wanted={wanted} carriers={data?.carriers ?? []} />
      <Awaiting of={{ data, error, refetch }} what="calls" />
      {data === undefined ? null : (
        <Panel flush>
          {data.calls.length === 0 ? (
            <Empty icon="clock" title="No calls">
              Carriers that are connected are asked for prices, bookings, labels and tracking; what
              was asked would be here.
            </Empty>
          ) : (
            <CallTable calls={data.calls} isOld={isPlaceholderData} />
          )}
        </Panel>
      )}
      {data === undefined || data.next === null ? null : (
        <Group justify="center">
          <ButtonLink
            to="/operator/calls"
            search={{ ...wanted, before: data.next }}
            variant="default"
          >
            Older calls
          </ButtonLink>
        </Group>
      )}
    </Page>
  );
}

function Filters({ wanted, carriers }: { wanted: CallsSearch; carriers: readonly string[] }) {
  const navigate = useNavigate();
  // A changed filter starts at the newest call.
  const choose = (change: CallsSearch): void => {
    const search = { ...wanted, before: undefined, ...change };
    void navigate({ to: '/operator/calls', search, replace: true });
  };
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

function CallTable({ calls, isOld }: { calls: readonly Call[]; isOld: boolean }) {
  const nameOf = useAccountName();
  return (
    <ListTable
      heads={['Call', 'Carrier', 'Outcome', { figure: 'Took' }, 'Request']}
      isHighlighted
      isOld={isOld}
    >
      {calls.map((call) => (
        <Table.Tr key={call.id}>
          <Table.Td data-label="Call">
            <Link
              to="/operator/calls/$id"
              params={{ id: String(call.id) }}
              className={rowLink}
              aria-label={`${whenExactly(call.at)}, call ${call.id}, ${call.operation.replace('_', ' ')} ${nameOf(call.carrier)}`}
            >
              {whenExactly(call.at)}
            </Link>
            <Text size="xs" c="dimmed">
              {call.reference === '' ? '' : `Booking ${call.reference}`}
            </Text>
          </Table.Td>
          <Table.Td data-label="Carrier">
            <Text size="sm">{nameOf(call.carrier)}</Text>
            <Text size="xs" c="dimmed">
              {call.operation.replace('_', ' ')}
              {call.member === null ? '' : `, account of member ${call.member}`}
            </Text>
          </Table.Td>
          <Table.Td data-label="Outcome">
            <Outcome call={call} />
          </Table.Td>
          <Table.Td data-label="Took" data-figure className="figures">
            {call.took_ms} ms
          </Table.Td>
          <Table.Td data-label="Request">
            {call.request_id === '' ? null : (
              <Text size="xs" className="mono">
                {call.request_id}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}

export function Outcome({ call }: { call: Call }) {
  const status = call.status === 0 ? 'No answer' : String(call.status);
  return (
    <Group gap={6}>
      <Badge variant="light" color={call.has_failed ? 'red' : 'teal'}>
        {status}
      </Badge>
      {call.trouble === '' ? null : <Text size="xs">{call.trouble.replaceAll('_', ' ')}</Text>}
    </Group>
  );
}
