// What was billed to a member's account and what they have paid of it, with the papers a bookkeeper asks for.
import { Anchor, Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { documentUrl, printInvoices } from '../../api/documents.ts';
import { linesPerPage, statementFile, statementQuery } from '../../api/money.ts';
import { useSession } from '../../api/session.ts';
import type { Statement } from '../../api/wire.ts';
import { DayField } from '../../parts/day-field.tsx';
import { money, owed, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { BookingLink } from './booking-link.tsx';
import { entryName } from './entry-name.ts';
import { chosenDays, spanChoices, spanOf, spanOfDays } from './spans.ts';

export function StatementPart() {
  const [choice, setChoice] = useState('3');
  const [days, setDays] = useState<Days>({});
  const [page, setPage] = useState(1);
  const span = choice === chosenDays ? spanOfDays(days) : spanOf(choice, new Date());
  const { data, error, refetch, isPlaceholderData } = useQuery(statementQuery(span, page));
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
    <>
      <Panel
        title="Statement"
        flush
        actions={
          <Group gap="xs">
            <NativeSelect
              size="xs"
              aria-label="Of which time"
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
            <Button
              component="a"
              href={statementFile(span)}
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
        {choice === chosenDays ? <DaysPart days={days} onChange={putDays} /> : null}
        {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
        <Problem error={print.error} title="There is no file of invoices" />
        {data === undefined && error === null ? <Loading what="the statement" /> : null}
        {data?.lines.length === 0 ? <NoLines isFurther={page > 1} /> : null}
        {data === undefined || data.lines.length === 0 ? null : (
          <ListTable
            heads={['When', 'What', 'Booking', 'Invoice', { figure: 'Amount' }, { figure: 'Owed' }]}
            isDense
            isOld={isPlaceholderData}
            className="figures"
          >
            {data.lines.toReversed().map((line) => (
              <StatementRow key={line.id} line={line} />
            ))}
          </ListTable>
        )}
      </Panel>
      <Pager
        page={page}
        hasMore={data?.lines.length === linesPerPage}
        what="lines of the statement"
        onChange={setPage}
      />
    </>
  );
}

function NoLines({ isFurther }: { isFurther: boolean }) {
  return isFurther ? (
    <Empty icon="document" title="No more lines">
      Newer ones are on the page before.
    </Empty>
  ) : (
    <Empty icon="document" title="Nothing in this time">
      Bookings on the credit account, adjustments and your payments are listed here.
    </Empty>
  );
}

type Days = { from?: string; to?: string };
type DaysPartProps = { days: Days; onChange: (days: Days) => void };

/** Days that cross are not a time: the other is left. */
function DaysPart({ days: { from, to }, onChange }: DaysPartProps) {
  const put = (next: { from: string | undefined; to: string | undefined }): void =>
    onChange({
      ...(next.from === undefined ? {} : { from: next.from }),
      ...(next.to === undefined ? {} : { to: next.to }),
    });
  const isCrossed = (first = '', last = ''): boolean => first !== '' && last !== '' && first > last;
  return (
    <Group gap="xs" px="md" py="xs">
      <DayField
        label="From"
        size="xs"
        value={from}
        onChange={(day) => put({ from: day, to: isCrossed(day, to) ? undefined : to })}
      />
      <DayField
        label="Until"
        size="xs"
        value={to}
        onChange={(day) => put({ from: isCrossed(from, day) ? undefined : from, to: day })}
      />
    </Group>
  );
}

function StatementRow({ line }: { line: Statement['lines'][number] }) {
  const { is_gst_registered: isGstRegistered } = useSession();
  const { booking_id: booking, connote, reference } = line;
  const invoice = isGstRegistered ? 'Tax invoice' : 'Invoice';
  return (
    <Table.Tr>
      <Table.Td data-label="When">{when(line.at)}</Table.Td>
      <Table.Td data-label="What">
        {entryName(line)}
        {reference === null ? null : (
          <Text size="xs" c="dimmed">
            {reference}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Booking">
        {booking === null ? null : <BookingLink id={booking} />}
        {connote === null ? null : (
          <Text size="xs" c="dimmed">
            {connote}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Invoice">
        {booking === null || connote === null ? null : (
          <Anchor
            href={documentUrl(booking, 'invoice')}
            target="_blank"
            rel="noopener"
            aria-label={`${invoice} of booking ${booking}`}
          >
            {invoice}
          </Anchor>
        )}
      </Table.Td>
      <Table.Td data-label="Amount" data-figure>
        {money(line.amount)}
      </Table.Td>
      <Table.Td data-label="Owed" data-figure>
        {owed(line.balance)}
      </Table.Td>
    </Table.Tr>
  );
}
