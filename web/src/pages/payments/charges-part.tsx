// Every attempt to take or return a member's money, with what carriers charged later or less.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { methodsQuery, paymentsQuery, statementQuery } from '../../api/money.ts';
import type { Payment, Statement } from '../../api/wire.ts';
import { detailWords } from '../../parts/decline-words.ts';
import { money, when } from '../../parts/figures.tsx';
import { instant } from '../../parts/instant.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { BookingLink } from './booking-link.tsx';
import { entryName } from './entry-name.ts';

export function ChargesPart() {
  const { data, error, refetch } = useQuery(paymentsQuery);
  // What carriers charged later was never a payment of its own; without it a refund seems to give back too much.
  const statement = useQuery(statementQuery(''));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  const adjustments = (statement.data?.lines ?? []).filter(({ kind }) => kind === 'adjustment');
  if (data === undefined || data.length + adjustments.length === 0) return null;
  return (
    <>
      <Problem
        error={statement.error}
        title="Carriers’ adjustments are missing among the charges"
        onRetry={() => void statement.refetch()}
      />
      <Panel title="Charges and refunds" flush>
        <ListTable
          heads={['When', 'Booking', 'How', 'What became of it', { figure: 'Amount' }]}
          isDense
          className="figures"
        >
          {[
            ...data.map((payment) => ({
              at: payment.created_at,
              row: <PaymentRow key={payment.id} payment={payment} />,
            })),
            ...adjustments.map((line) => ({
              at: line.at,
              row: <AdjustmentRow key={`adjustment ${line.id}`} line={line} />,
            })),
          ]
            .toSorted((left, right) => instant(right.at).getTime() - instant(left.at).getTime())
            .map(({ row }) => row)}
        </ListTable>
      </Panel>
    </>
  );
}

/** A refund on its way is not a charge on its way. */
const refundNames: Readonly<Record<string, string>> = {
  pending: 'Refund under way',
  unknown: 'Refund not known yet; it is being looked into',
};

const statusNames: Readonly<Record<string, string>> = {
  pending: 'Under way',
  unknown: 'Not known yet; it is being looked into',
  charged: 'Paid',
  declined: 'Declined',
  void: 'Given up before anything was taken',
  refunded: 'Refunded',
  refused: 'The refund was refused',
  returned: 'Given back another way',
};

function AdjustmentRow({ line }: { line: Statement['lines'][number] }) {
  return (
    <Table.Tr>
      <Table.Td data-label="When">{when(line.at)}</Table.Td>
      <Table.Td data-label="Booking">
        {line.booking_id === null ? null : <BookingLink id={line.booking_id} />}
      </Table.Td>
      <Table.Td data-label="How">{methodName('credit', undefined)}</Table.Td>
      <Table.Td data-label="Became">{entryName(line)}</Table.Td>
      <Table.Td data-label="Amount" data-figure>
        {money(line.amount)}
      </Table.Td>
    </Table.Tr>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const methods = useQuery(methodsQuery);
  return (
    <Table.Tr>
      <Table.Td data-label="When">{when(payment.created_at)}</Table.Td>
      <Table.Td data-label="Booking">
        <BookingLink id={payment.booking_id} />
      </Table.Td>
      <Table.Td data-label="How">{methodName(payment.method, methods.data)}</Table.Td>
      <Table.Td data-label="Became">
        {(payment.kind === 'refund' ? refundNames[payment.status] : undefined) ??
          statusNames[payment.status] ??
          payment.status}
        {payment.detail === '' || payment.status === 'charged' ? null : (
          <Text size="xs" c="dimmed">
            {detailWords(payment.detail)}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Amount" data-figure>
        {money(payment.kind === 'refund' ? -payment.amount : payment.amount)}
      </Table.Td>
    </Table.Tr>
  );
}
