// Every charge and refund attempt of a member, with carriers' adjustments.
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { methodsQuery, paymentsQuery } from '../../api/payments.ts';
import type { ListedPayment, PaymentMethod } from '../../api/wire.ts';
import { detailWords } from '../../parts/decline-words.ts';
import { money, when } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Panel } from '../../parts/page.tsx';
import { NoMore, Pager } from '../../parts/pager.tsx';
import { Problem } from '../../parts/states.tsx';
import { BookingLink } from './booking-link.tsx';
import { entryName } from './entry-name.ts';

export function ChargesPart() {
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery(paymentsQuery(page));
  const methods = useQuery(methodsQuery);
  // While the first page loads again, the previous data may be the empty page after the last one.
  const isNone = data === undefined || (data.length === 0 && !isPlaceholderData);
  if (isNone && error === null && page === 1) return null;
  return (
    <>
      <Panel title="Charges and refunds" flush>
        <Problem error={error} onRetry={() => void refetch()} />
        {data?.length === 0 ? <NoMore what="charges and refunds" /> : null}
        {data === undefined || data.length === 0 ? null : (
          <ListTable
            heads={['When', 'Booking', 'How', 'What became of it', { figure: 'Amount' }]}
            isDense
            isOld={isPlaceholderData}
            className="figures"
          >
            {data.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} saved={methods.data} />
            ))}
          </ListTable>
        )}
      </Panel>
      <Pager page={page} listed={data?.length} what="charges and refunds" onChange={setPage} />
    </>
  );
}

/** Refunds need their own words: "under way" alone would read as a charge. */
const refundNames: Readonly<Record<string, string>> = {
  pending: 'Refund under way',
  unknown: 'Refund being checked',
};

const statusNames: Readonly<Record<string, string>> = {
  pending: 'Under way',
  unknown: 'Being checked',
  charged: 'Paid',
  declined: 'Declined',
  void: 'Given up before anything was taken',
  refunded: 'Refunded',
  refused: 'The refund was refused',
  returned: 'Refunded another way',
};

function became({ kind, status, amount }: ListedPayment): string {
  if (kind === 'adjustment') return entryName({ kind, amount });
  return (kind === 'refund' ? refundNames[status] : undefined) ?? statusNames[status] ?? status;
}

type PaymentRowProps = { payment: ListedPayment; saved: readonly PaymentMethod[] | undefined };

function PaymentRow({ payment, saved }: PaymentRowProps) {
  return (
    <Table.Tr>
      <Table.Td data-label="When">{when(payment.created_at)}</Table.Td>
      <Table.Td data-label="Booking">
        {payment.booking_id === null ? null : <BookingLink id={payment.booking_id} />}
      </Table.Td>
      <Table.Td data-label="How">{methodName(payment.method, saved)}</Table.Td>
      <Table.Td data-label="Became">
        {became(payment)}
        {payment.detail === '' || payment.status === 'charged' ? null : (
          <Text size="xs" c="dimmed">
            {detailWords(payment.detail)}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Amount" data-figure>
        {money(payment.amount)}
      </Table.Td>
    </Table.Tr>
  );
}
