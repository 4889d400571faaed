// A member's money: the credit account and its statement, saved cards, and every attempt to take or return money.
import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { creditQuery, statementFile, statementQuery } from '../../api/money.ts';
import { CreditGauge } from '../../parts/credit-gauge.tsx';
import { money, owed, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { BookingLink } from './booking-link.tsx';
import { ChargesPart } from './charges-part.tsx';
import { entryName } from './entry-name.ts';
import { MethodsPart } from './methods-part.tsx';

export function PaymentsPage() {
  return (
    <Page title="Payments and credit">
      <CreditPart />
      <MethodsPart />
      <StatementPart />
      <ChargesPart />
    </Page>
  );
}

function CreditPart() {
  const { data, error, refetch } = useQuery(creditQuery);
  return (
    <Panel title="Credit account">
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="the account" /> : null}
      {data?.has_account === false && data.used !== 0 ? (
        <Text mb="xs">
          <Text span fw={650} fz="xl" className="figures">
            {owed(data.used)}
          </Text>{' '}
          {data.used > 0 ? 'owed, for what carriers charged later' : 'after what carriers charged'}
        </Text>
      ) : null}
      {data?.has_account === false ? (
        <Text c="dimmed" size="sm">
          You have no credit account. Whoever runs this service can give you one; bookings are then
          billed to it unless you choose a card.
        </Text>
      ) : null}
      {data?.has_account === true ? <CreditGauge credit={data} /> : null}
    </Panel>
  );
}

const spans = [
  { value: '1', label: 'The last month' },
  { value: '3', label: 'Three months' },
  { value: '12', label: 'Twelve months' },
  { value: '0', label: 'Everything' },
];

/** The first day so many months ago; blank for the beginning. */
function sinceMonths(months: string): string {
  if (months === '0') return '';
  const day = new Date();
  day.setMonth(day.getMonth() - Number(months));
  return day.toISOString().slice(0, 10);
}

function StatementPart() {
  const [months, setMonths] = useState('3');
  const since = sinceMonths(months);
  const { data, error, refetch } = useQuery(statementQuery(since));
  return (
    <Panel
      title="Statement"
      flush
      actions={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="How far back"
            data={spans}
            value={months}
            onChange={(event) => setMonths(event.currentTarget.value)}
          />
          <Button
            component="a"
            href={statementFile(since)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
          >
            CSV
          </Button>
        </Group>
      }
    >
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="the statement" /> : null}
      {data?.lines.length === 0 ? (
        <Empty icon="document" title="Nothing in this time">
          Bookings on the credit account, adjustments and your payments are listed here.
        </Empty>
      ) : null}
      {data === undefined || data.lines.length === 0 ? null : (
        <ListTable
          heads={['When', 'What', 'Booking', { figure: 'Amount' }, { figure: 'Owed' }]}
          isDense
          className="figures"
        >
          {data.lines.toReversed().map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td data-label="When">{when(line.at)}</Table.Td>
              <Table.Td data-label="What">{entryName(line)}</Table.Td>
              <Table.Td data-label="Booking">
                {line.booking_id === null ? null : <BookingLink id={line.booking_id} />}
              </Table.Td>
              <Table.Td data-label="Amount" data-figure>
                {money(line.amount)}
              </Table.Td>
              <Table.Td data-label="Owed" data-figure>
                {owed(line.balance)}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
