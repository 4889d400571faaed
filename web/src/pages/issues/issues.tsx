// The operator's issues. Most unknown results settle automatically; for the rest, the operator asks the carrier or the
// bank and enters the result. The page refreshes while it is open.
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { issuesQuery } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { plural, when } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { type Column, ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Awaiting, Empty } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { bookingColumn, carriageColumns } from '../bookings/booking-columns.tsx';
import { CancelButton } from '../bookings/cancel-button.tsx';
import { SettleButton } from '../bookings/settle-button.tsx';
import { CallsLink } from '../carriers/calls-link.tsx';
import { claimColumns } from '../claims/claims.tsx';
import { NotLodged } from '../manifests/not-lodged.tsx';
import { memberColumn } from '../members/owner-link.tsx';
import { CheckButton, PaymentCell } from '../payments/payment-cell.tsx';
import { ByHand } from './by-hand.tsx';
import { OtherPrices } from './other-prices.tsx';
import { UnsentInvoices } from './unsent-invoices.tsx';

type Troubled = Issues['bookings'][number];

export function IssuesPage() {
  const { data, error, refetch } = useQuery(issuesQuery);
  const isQuiet =
    data !== undefined &&
    Object.values(data).every((open) => (typeof open === 'number' ? open : open.length) === 0);
  return (
    <Page
      title="Issues"
      about="Unsettled bookings and payments, and tasks that need a person. We retry automatically where possible."
    >
      <Awaiting of={{ data, error, refetch }} what="the issues" />
      {isQuiet ? (
        <Panel flush>
          <Empty icon="check" title="No issues">
            This page shows bookings that a carrier did not confirm, unsettled payments, rejected
            manifests, refunds that the gateway could not pay, open claims and unsent monthly
            invoices.
          </Empty>
        </Panel>
      ) : null}
      {data === undefined || data.to_tell === 0 ? null : (
        <Panel title="Carriers to notify">
          <Group justify="space-between" gap="sm">
            <Text size="sm">
              {plural(data.to_tell, 'pickup', 'pickups')} to phone through: new, changed or
              cancelled.
            </Text>
            <ButtonLink to="/operator/run-sheets" variant="default" size="compact-sm">
              Show run sheets
            </ButtonLink>
          </Group>
        </Panel>
      )}
      {data === undefined || data.bookings.length === 0 ? null : (
        <Panel title="Bookings" flush>
          <ListTable rows={data.bookings} keyOf={({ id }) => id} columns={bookingColumns} />
        </Panel>
      )}
      {data === undefined || data.payments.length === 0 ? null : (
        <Panel title="Payments and refunds under way" flush>
          <ListTable rows={data.payments} keyOf={({ id }) => id} columns={paymentColumns} />
        </Panel>
      )}
      {data === undefined || data.claims.length === 0 ? null : (
        <Panel title="Claims to decide" flush>
          <ListTable
            rows={data.claims}
            keyOf={({ id }) => id}
            columns={claimColumns(true)}
            isDense
          />
        </Panel>
      )}
      {data === undefined ? null : <UnsentInvoices invoices={data.monthly_invoices} />}
      {data === undefined ? null : <ByHand issues={data} />}
      {data === undefined ? null : <NotLodged issues={data} />}
      {data === undefined ? null : <OtherPrices prices={data.other_prices} />}
    </Page>
  );
}

const bookingColumns: Column<Troubled>[] = [
  bookingColumn('operator'),
  memberColumn,
  ...carriageColumns(),
  { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { heading: 'Payment', cell: ({ payment }) => <PaymentCell payment={payment} /> },
  { heading: 'Actions', kind: 'actions', cell: (booking) => <Actions booking={booking} /> },
];

function Actions({ booking: { id, payment } }: { booking: Troubled }) {
  return (
    <Group gap={6}>
      <CallsLink id={id} />
      {payment === null || payment.retry_at === null ? null : <CheckButton id={payment.id} />}
      <SettleButton id={id} />
      <CancelButton id={id} />
    </Group>
  );
}

const paymentColumns: Column<Issues['payments'][number]>[] = [
  { heading: 'Since', cell: (payment) => when(payment.created_at) },
  { heading: 'Booking', cell: (payment) => payment.booking_id ?? 'Account balance' },
  memberColumn,
  { heading: 'Kind', cell: ({ kind }) => (kind === 'refund' ? 'Refund' : 'Charge') },
  { heading: 'State', cell: (payment) => <PaymentCell payment={payment} /> },
  { heading: 'Actions', kind: 'actions', cell: ({ id }) => <CheckButton id={id} /> },
];
