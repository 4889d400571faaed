// A member's monthly invoices, to download as PDF or CSV.
import { Anchor, Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownInvoiceUrl, ownMonthlyInvoicesQuery } from '../../api/monthly-invoices.ts';
import type { MembersMonthlyInvoice, MonthlyInvoice } from '../../api/wire.ts';
import { day, owed } from '../../parts/figures.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { writtenMonth } from './spans.ts';

export function MonthlyInvoicesPart() {
  const [page, onPage] = useState(1);
  const invoices = useQuery(ownMonthlyInvoicesQuery(page));
  if (!invoices.data?.length && invoices.error === null && page === 1) return null;
  return (
    <Listed
      title="Monthly invoices"
      of={invoices}
      rows={invoices.data}
      what="monthly invoices"
      keyOf={({ number }) => number}
      columns={[...invoiceColumns, files]}
      page={page}
      onPage={onPage}
      empty={null}
    />
  );
}

const files: Column<MonthlyInvoice> = {
  heading: 'Download',
  kind: 'actions',
  cell: ({ number }) => (
    <Group gap="sm" wrap="nowrap">
      <InvoicePdf number={number} href={ownInvoiceUrl(number)} />
      <Anchor
        size="sm"
        href={`${ownInvoiceUrl(number)}/lines.csv`}
        download
        aria-label={`Lines of ${number} as CSV`}
      >
        CSV
      </Anchor>
    </Group>
  ),
};

export function InvoicePdf({ number, href }: { number: string; href: string }) {
  return (
    <Anchor size="sm" href={href} target="_blank" rel="noopener" aria-label={`${number} as PDF`}>
      PDF
    </Anchor>
  );
}

export const invoiceColumns: Column<MonthlyInvoice>[] = [
  { heading: 'Month', cell: ({ month }) => writtenMonth(month) },
  { heading: 'Invoice', kind: 'short', cell: ({ number }) => number },
  { heading: 'Due', cell: ({ due_on: due }) => day(due) },
  { heading: 'Amount', kind: 'figure', cell: ({ amount }) => owed(amount) },
  {
    heading: 'State',
    cell: ({ state, left, amount }) => <StateBadge {...{ state, left, amount }} />,
  },
];

function StateBadge({ state, left, amount }: Pick<MonthlyInvoice, 'state' | 'left' | 'amount'>) {
  const rest = left < amount ? `, ${owed(left)} left` : '';
  switch (state) {
    case 'paid':
      return (
        <Badge variant="light" color="eucalypt">
          {amount > 0 ? 'Paid' : 'Nothing due'}
        </Badge>
      );
    case 'overdue':
      return (
        <Badge variant="light" color="red">
          Overdue{rest}
        </Badge>
      );
    case 'part_paid':
      return (
        <Badge variant="light" color="ochre">
          Part paid{rest}
        </Badge>
      );
    case 'open':
      return <Badge variant="light">To pay</Badge>;
  }
}

const emailStates: Readonly<Record<string, string>> = {
  waiting: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  expired: 'Not sent in time',
  withheld: 'No address',
};

export function emailState(email: MembersMonthlyInvoice['email']): string {
  if (email === null) return 'Not sent';
  const state = emailStates[email.status] ?? email.status;
  return email.status === 'failed' && email.detail !== '' ? `${state}: ${email.detail}` : state;
}
