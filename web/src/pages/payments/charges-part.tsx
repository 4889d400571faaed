// Every charge and refund attempt of a member, with carriers' adjustments.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { methodsQuery, paymentsQuery } from '../../api/payments.ts';
import type { ListedPayment, PaymentMethod } from '../../api/wire.ts';
import { detailWords } from '../../parts/decline-words.ts';
import { money, when } from '../../parts/figures.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { methodName } from '../../parts/method-name.ts';
import { BookingLink } from './booking-link.tsx';
import { entryName, paymentStatus } from './entry-name.ts';

export function ChargesPart() {
  const [page, onPage] = useState(1);
  const charges = useQuery(paymentsQuery(page));
  const { data, error, isPlaceholderData } = charges;
  const methods = useQuery(methodsQuery);
  // While the first page loads again, the previous data may be the empty page after the last one.
  const isNone = data === undefined || (data.length === 0 && !isPlaceholderData);
  if (isNone && error === null && page === 1) return null;
  return (
    <Listed
      title="Charges and refunds"
      of={charges}
      rows={data}
      what="charges and refunds"
      keyOf={({ id }) => id}
      columns={columnsWith(methods.data)}
      page={page}
      onPage={onPage}
      empty={null}
    />
  );
}

const columnsWith = (saved: readonly PaymentMethod[] | undefined): Column<ListedPayment>[] => [
  { heading: 'When', cell: (payment) => when(payment.created_at) },
  {
    heading: 'Booking',
    cell: ({ booking_id: id }) => (id === null ? 'Account balance' : <BookingLink id={id} />),
  },
  { heading: 'Method', cell: ({ method }) => methodName(method, saved) },
  {
    heading: 'Result',
    cell: (payment) =>
      payment.kind === 'adjustment' ? entryName(payment) : paymentStatus(payment),
    below: ({ detail, status }) => (status === 'charged' ? '' : detail && detailWords(detail)),
  },
  { heading: 'Amount', kind: 'figure', cell: ({ amount }) => money(amount) },
];
