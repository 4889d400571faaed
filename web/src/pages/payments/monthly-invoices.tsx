// Monthly invoices for the operator: the preview of a month, issuing and e-mailing all of it, and the list with what is
// paid.
import { Button, Checkbox, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  invoiceUrl,
  issueInvoice,
  monthlyInvoicesQuery,
  monthPreviewQuery,
  useEmailInvoice,
} from '../../api/monthly-invoices.ts';
import type { MembersMonthlyInvoice, MonthPreview } from '../../api/wire.ts';
import { money, owed, plural } from '../../parts/figures.tsx';
import { type Column, ListTable } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showFailed } from '../../parts/notices.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { StopButton } from '../../parts/stop-button.tsx';
import { memberColumn } from '../members/owner-link.tsx';
import { emailState, InvoicePdf, invoiceColumns } from './monthly-invoices-part.tsx';
import { monthsUpTo, writtenMonth } from './spans.ts';

export function MonthlyInvoicesPage() {
  return (
    <Page
      title="Monthly invoices"
      about="One tax invoice of each month for each member with a credit account. An issued invoice never changes; later changes are on the next one."
    >
      <IssuePart />
      <IssuedPart />
    </Page>
  );
}

const monthsOffered = 6;

type Previewed = MonthPreview['members'][number];
type Result = { member: Previewed; error: string | undefined };

function IssuePart() {
  const latest = useQuery(monthPreviewQuery('')).data?.month;
  const [chosen, setMonth] = useState('');
  const month = chosen === '' ? (latest ?? '') : chosen;
  const [isMailed, setMailed] = useState(true);
  const { data, error, refetch } = useQuery(monthPreviewQuery(chosen));
  const queries = useQueryClient();
  const issuing = useOneByOne<Previewed, Result>(async (previewed) => {
    try {
      const email = isMailed && data?.can_email === true;
      await issueInvoice({ month, member: previewed.member?.id ?? 0, email });
      return { member: previewed, error: undefined };
    } catch (problem) {
      return { member: previewed, error: (problem as Error).message };
    }
  }, 'Invoices are still being issued. Leave anyway?');
  const open = data?.members.filter(({ number }) => number === null) ?? [];
  const waiting = open.filter(({ issue_first }) => issue_first === null);
  const first = open.flatMap(({ issue_first }) => issue_first ?? []).sort()[0];
  const issue = async (): Promise<void> => {
    await issuing.run(waiting);
    await queries.invalidateQueries({ queryKey: ['monthly invoices'] });
  };
  const show = (value: string): void => {
    setMonth(value);
    issuing.reset();
  };
  const recent = latest === undefined ? [] : monthsUpTo(latest, monthsOffered);
  const offered = month === '' || recent.includes(month) ? recent : [...recent, month];
  const failed = issuing.results.filter((result) => result.error !== undefined);
  return (
    <Panel
      title={month === '' ? 'Invoices' : `Invoices of ${writtenMonth(month)}`}
      flush
      actions={
        <NativeSelect
          size="xs"
          aria-label="Month"
          data={offered.map((value) => ({ value, label: writtenMonth(value) }))}
          value={month}
          disabled={issuing.isRunning}
          onChange={(event) => show(event.currentTarget.value)}
        />
      }
    >
      <Awaiting of={{ data, error, refetch }} what="the month" />
      {data === undefined ? null : data.members.length === 0 ? (
        <Empty icon="document" title="Nothing to invoice">
          Members with bookings on credit in this month, or with a balance to pay, are listed here.
        </Empty>
      ) : (
        <>
          <ListTable rows={data.members} keyOf={keyOf} columns={previewColumns} isDense />
          <Stack gap="xs" p="md">
            {first === undefined ? null : (
              <Group>
                <Text size="sm">
                  Months are invoiced in order, and {writtenMonth(first)} is not invoiced yet.
                </Text>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={issuing.isRunning}
                  onClick={() => show(first)}
                >
                  Show {writtenMonth(first)}
                </Button>
              </Group>
            )}
            {open.length > 0 || issuing.isRunning ? null : (
              <Text size="sm">
                {plural(data.members.length, 'invoice')} of {writtenMonth(month)}: all issued.
              </Text>
            )}
            {waiting.length > 0 || issuing.isRunning ? (
              <Group>
                <Button loading={issuing.isRunning} onClick={() => void issue()}>
                  {isMailed && data.can_email
                    ? `Issue and e-mail ${plural(waiting.length, 'invoice')}`
                    : `Issue ${plural(waiting.length, 'invoice')}`}
                </Button>
                {issuing.isRunning ? (
                  <StopButton of={issuing} />
                ) : (
                  <Checkbox
                    label="Send by e-mail"
                    description={data.can_email ? undefined : 'No mail server is set up.'}
                    checked={isMailed && data.can_email}
                    disabled={!data.can_email}
                    onChange={(event) => setMailed(event.currentTarget.checked)}
                  />
                )}
                <Text size="sm" c="dimmed" className="figures">
                  {money(waiting.reduce((sum, { amount }) => sum + amount, 0))} owed in total
                </Text>
              </Group>
            ) : null}
            {issuing.isRunning ? (
              <Progress
                value={(100 * issuing.results.length) / Math.max(1, waiting.length)}
                aria-label="Issued"
              />
            ) : null}
            {failed.map(({ member, error: reason }) => (
              <Problem
                key={keyOf(member)}
                error={new Error(reason)}
                title={`${member.member?.email ?? ''}: not issued`}
              />
            ))}
          </Stack>
        </>
      )}
    </Panel>
  );
}

const keyOf = ({ member }: Previewed): number => member?.id ?? 0;

const previewColumns: Column<Previewed>[] = [
  memberColumn as Column<Previewed>,
  { heading: 'Lines', kind: 'figure', cell: ({ lines, number }) => (number === null ? lines : '') },
  { heading: 'Owed', kind: 'figure', cell: ({ amount }) => owed(amount) },
  {
    heading: 'Invoice',
    kind: 'short',
    cell: ({ number, issue_first }) =>
      number ??
      (issue_first === null ? 'Not issued yet' : `Issue ${writtenMonth(issue_first)} first`),
  },
];

function IssuedPart() {
  const [page, onPage] = useState(1);
  const invoices = useQuery(monthlyInvoicesQuery(page));
  if (invoices.data?.length === 0 && page === 1) return null;
  return (
    <Listed
      title="Issued invoices"
      of={invoices}
      rows={invoices.data}
      what="invoices"
      keyOf={({ number }) => number}
      columns={[
        memberColumn as Column<MembersMonthlyInvoice>,
        ...(invoiceColumns as Column<MembersMonthlyInvoice>[]),
        { heading: 'E-mail', cell: ({ email }) => emailState(email) },
        actions,
      ]}
      isDense
      page={page}
      onPage={onPage}
      empty={null}
    />
  );
}

const actions: Column<MembersMonthlyInvoice> = {
  heading: 'Actions',
  kind: 'actions',
  cell: ({ number, email }) => <InvoiceActions number={number} wasSent={email !== null} />,
};

function InvoiceActions({ number, wasSent }: { number: string; wasSent: boolean }) {
  const send = useEmailInvoice();
  const canEmail = useQuery(monthPreviewQuery('')).data?.can_email === true;
  return (
    <Group gap="sm" wrap="nowrap">
      <InvoicePdf number={number} href={invoiceUrl(number)} />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${wasSent ? 'Send again' : 'Send'} ${number}`}
        loading={send.isPending}
        disabled={!canEmail}
        onClick={() =>
          send.mutate(number, {
            onSuccess: () =>
              notifications.show({ message: `${number} will be sent.`, color: 'eucalypt' }),
            onError: showFailed,
          })
        }
      >
        {wasSent ? 'Send again' : 'Send'}
      </Button>
    </Group>
  );
}
