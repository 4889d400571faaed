// A member's account statement: bookings billed, payments received, and the documents for a bookkeeper.
import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentUrl, printInvoices } from '../../api/documents.ts';
import { statementFile, statementQuery } from '../../api/payments.ts';
import { useInvoiceName } from '../../api/session.ts';
import type { Statement } from '../../api/wire.ts';
import { DaySpan, type Days } from '../../parts/day-span.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { money, owed, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { BookingLink } from './booking-link.tsx';
import { entryName } from './entry-name.ts';
import { chosenDays, spanChoices, spanOf, spanOfDays } from './spans.ts';

export function StatementPart() {
  const [choice, setChoice] = useState('3');
  const [days, setDays] = useState<Days>({});
  const [page, setPage] = useState(1);
  const span = choice === chosenDays ? spanOfDays(days) : spanOf(choice, new Date());
  const statement = useQuery(statementQuery(span, page));
  const print = useMutation({ mutationFn: () => printInvoices(span) });
  const beginAnew = (): void => {
    setPage(1);
    print.reset();
  };
  const putDays = (next: Days): void => {
    setDays(next);
    beginAnew();
  };
  return (
    <Listed
      title="Statement"
      of={statement}
      rows={statement.data?.lines.toReversed()}
      what="lines"
      keyOf={({ id }) => id}
      columns={columns}
      page={page}
      onPage={setPage}
      empty={
        <Empty icon="document" title="No entries in this period">
          Bookings on the credit account, adjustments and your payments are listed here.
        </Empty>
      }
      actions={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Period"
            data={spanChoices(new Date())}
            value={choice}
            onChange={(event) => {
              setChoice(event.currentTarget.value);
              beginAnew();
            }}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="document" size={14} />}
            loading={print.isPending}
            onClick={() => print.mutate()}
          >
            Invoices, PDF
          </Button>
          <DownloadButton href={statementFile(span)} size="xs">
            CSV
          </DownloadButton>
        </Group>
      }
    >
      {choice === chosenDays ? (
        <Group gap="xs" px="md" py="xs">
          <DaySpan
            days={days}
            labels={{ from: 'From', to: 'Until' }}
            size="xs"
            onChange={putDays}
          />
        </Group>
      ) : null}
      <Problem error={print.error} title="No invoices to print" />
    </Listed>
  );
}

const columns: Column<Statement['lines'][number]>[] = [
  { heading: 'When', cell: ({ at }) => when(at) },
  { heading: 'What', cell: entryName, below: ({ reference }) => reference },
  {
    heading: 'Booking',
    cell: ({ booking_id: booking }) => (booking === null ? null : <BookingLink id={booking} />),
    below: ({ connote }) => connote,
  },
  {
    heading: 'Invoice',
    cell: ({ booking_id: booking, connote }) =>
      booking === null || connote === null ? null : <InvoiceLink booking={booking} />,
  },
  { heading: 'Amount', kind: 'figure', cell: ({ amount }) => money(amount) },
  { heading: 'Owed', kind: 'figure', cell: ({ balance }) => owed(balance) },
];

function InvoiceLink({ booking }: { booking: number }) {
  const invoice = useInvoiceName();
  return (
    <Anchor
      size="sm"
      href={documentUrl(booking, 'invoice')}
      target="_blank"
      rel="noopener"
      aria-label={`${invoice} of booking ${booking}`}
    >
      {invoice}
    </Anchor>
  );
}
