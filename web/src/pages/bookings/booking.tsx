// A booking's page. The member sees its journey, its freight and the next possible actions; the operator, who may be on
// the phone, also sees its payments and what can be done about it.
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { isUnderWay, isUnsettled } from '../../api/booking-status.ts';
import { bookingQuery, useDeleteBooking } from '../../api/bookings.ts';
import { operatorBookingQuery } from '../../api/operator.ts';
import type { Booking, OperatorBookingPage as OperatorBooking } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CustomsPanel } from '../../parts/customs-panel.tsx';
import { money, when } from '../../parts/figures.tsx';
import { FreightParts } from '../../parts/freight-parts.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { PriceLines } from '../../parts/price-lines.tsx';
import { Awaiting } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Timeline, TimelineOf } from '../../parts/timeline.tsx';
import { CheckButton, PaymentCell } from '../payments/payment-cell.tsx';
import { ClaimsPart, ProofPart } from './after-delivery.tsx';
import { BookingActions } from './booking-actions.tsx';
import { Consignment } from './consignment.tsx';
import { DocumentsPart } from './documents-part.tsx';
import { MemberActions } from './member-actions.tsx';
import { OtherQuotes } from './other-quotes.tsx';

/** How often to reload the booking while the result of its payment is unknown. */
const refetchMs = 3_000;

export function BookingPage() {
  const { id } = useParams({ from: '/members/bookings/$id' });
  const isJustBooked = useLocation({ select: ({ state }) => state.isJustBooked === true });
  const query = useQuery({
    ...bookingQuery(Number(id)),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnsettled(state.data) ? refetchMs : false,
  });
  // Until the new state arrives, the query still has the quote.
  const isArriving = isJustBooked && query.data?.status === 'new';
  return (
    <Parts
      id={id}
      query={isArriving ? { ...query, data: undefined } : query}
      isJustBooked={isJustBooked}
    />
  );
}

export function OperatorBookingPage() {
  const { id } = useParams({ from: '/members/operators/operator/bookings/$id' });
  return <Parts id={id} query={useQuery(operatorBookingQuery(Number(id)))} isOperator />;
}

type PartsProps = {
  id: string;
  query: {
    data: Booking | OperatorBooking | undefined;
    error: unknown;
    refetch: () => unknown;
  };
  isOperator?: boolean;
  /** The page was opened by booking. */
  isJustBooked?: boolean;
};

function Parts({ id, query, isOperator = false, isJustBooked = false }: PartsProps) {
  const { data: booking, error, refetch } = query;
  const operated = booking !== undefined && 'payments' in booking ? booking : undefined;
  return (
    <Page
      title={`Booking ${id}`}
      above={
        isOperator ? (
          <BackLink to="/operator/bookings">All bookings</BackLink>
        ) : (
          <BackLink to="/bookings">Bookings</BackLink>
        )
      }
      about={booking && <Route booking={booking} isOperator={isOperator} />}
      actions={
        operated ? <BookingActions booking={operated} /> : booking && <Actions booking={booking} />
      }
    >
      <Awaiting of={{ data: booking, error, refetch }} what="the booking" />
      {booking === undefined ? null : (
        <>
          {isOperator ? null : <WhereItStands booking={booking} />}
          {booking.status === 'new' ? null : (
            <Consignment booking={booking} isJustBooked={isJustBooked} />
          )}
          <DocumentsPart booking={booking} />
          <TrackingPart booking={booking} />
          <ProofPart booking={booking} />
          {operated && <SalePart sale={operated.sale} />}
          {operated && <Payments payments={operated.payments} />}
          <FreightParts freight={booking} />
          <OtherQuotes booking={booking} />
          <CustomsPanel declaration={booking.customs_declaration} />
          <ClaimsPart booking={booking} />
          <Text size="sm" c="dimmed">
            Quoted {when(booking.booked_at)}
            {booking.booked_by === '' ? '' : ` by ${booking.booked_by}`}
            {booking.confirmed_at === undefined ? '' : `, booked ${when(booking.confirmed_at)}`}
          </Text>
        </>
      )}
    </Page>
  );
}

function Route({ booking, isOperator }: { booking: Booking; isOperator: boolean }) {
  const { sender, receiver, order } = booking;
  return (
    <>
      {placeLine(sender)} → {placeLine(receiver)}
      {order === undefined ? null : ' · '}
      {order === undefined || isOperator ? (
        order && `Order ${order.order_number}`
      ) : (
        <TextLink to="/orders/$id" params={{ id: String(order.order_id) }}>
          Order {order.order_number}
        </TextLink>
      )}
    </>
  );
}

function Actions({ booking }: { booking: Booking }) {
  const navigate = useNavigate();
  const remove = useDeleteBooking(booking.id);
  return (
    <>
      <MemberActions booking={booking} />
      <StatusBadge status={booking.status} />
      {booking.status === 'new' ? (
        <>
          <ConfirmButton
            size="sm"
            leftSection={<Icon name="trash" size={16} />}
            title="Delete this quote?"
            about="It is not paid for, so nothing is lost but the prices."
            verb="Delete quote"
            wayOut="Keep quote"
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() =>
              remove.mutateAsync(undefined).then(() => navigate({ to: '/bookings' }))
            }
          >
            Delete
          </ConfirmButton>
          <ButtonLink to="/quote" search={{ booking: booking.id }} size="sm">
            Choose a carrier
          </ButtonLink>
        </>
      ) : isUnderWay(booking) ? null : (
        <ButtonLink
          to="/quote"
          search={{ again: booking.id }}
          size="sm"
          variant="default"
          leftSection={<Icon name="refresh" size={16} />}
        >
          Book again
        </ButtonLink>
      )}
    </>
  );
}

function TrackingPart({ booking }: { booking: Booking | OperatorBooking }) {
  const { connote } = booking;
  if (!('payments' in booking))
    return connote === null ? null : (
      <Panel title="Tracking">
        <Timeline reference={connote} />
      </Panel>
    );
  return booking.tracking === null ? null : (
    <Panel
      title="Tracking"
      actions={
        connote === null ? null : (
          <Group gap="xs">
            <ButtonLink
              to="/operator/tracking"
              search={{ booking: booking.id }}
              variant="default"
              size="xs"
            >
              Edit events
            </ButtonLink>
            <Button
              component="a"
              href={`/track/${encodeURIComponent(connote)}`}
              target="_blank"
              rel="noopener"
              variant="default"
              size="xs"
            >
              Open the receiver’s page
            </Button>
          </Group>
        )
      }
    >
      <TimelineOf tracking={booking.tracking} />
    </Panel>
  );
}

/** Only the operator sees what the carrier quoted and which margin was added. */
function SalePart({ sale }: { sale: OperatorBooking['sale'] }) {
  if (sale === null) return null;
  return (
    <Panel
      title="Price"
      about={`The carrier quoted ${money(sale.carrier_price)}, and the margin is ${money(sale.margin)}. Members see neither.`}
    >
      <PriceLines breakdown={sale.breakdown} />
    </Panel>
  );
}

function Payments({ payments }: { payments: OperatorBooking['payments'] }) {
  if (payments.length === 0) return null;
  return (
    <Panel title="Payments and refunds" flush>
      <ListTable
        rows={payments}
        keyOf={({ id }) => id}
        columns={[
          { heading: 'When', cell: (payment) => when(payment.created_at) },
          { heading: 'What', cell: ({ kind }) => (kind === 'refund' ? 'Refund' : 'Charge') },
          { heading: 'State', cell: (payment) => <PaymentCell payment={payment} /> },
          {
            heading: 'Actions',
            kind: 'actions',
            cell: (payment) => (payment.retry_at === null ? null : <CheckButton id={payment.id} />),
          },
        ]}
      />
    </Panel>
  );
}

/** Explains the payment and the next step of a booking that is neither a quote nor simply booked. */
function WhereItStands({ booking }: { booking: Booking }) {
  if (isUnsettled(booking)) {
    return (
      <Alert color="ochre" icon={<Icon name="clock" />} title="Not certain yet" role="status">
        We’re confirming the payment with the bank or the booking with the carrier. You won’t be
        charged twice. This page shows the result.
      </Alert>
    );
  }
  if (booking.status === 'Request Failed') {
    return (
      <Alert color="red" icon={<Icon name="alert" />} title="The carrier has not answered">
        We don’t know yet whether the carrier accepted this booking. Your freight desk will check,
        then book it manually, or cancel and refund it. Don’t book it again: it could be picked up
        and charged twice.
      </Alert>
    );
  }
  if (booking.status === 'Pending Review') {
    return (
      <Alert
        color="ochre"
        icon={<Icon name="clock" />}
        title="Your freight desk is checking this booking"
      >
        They will confirm it, or cancel and refund it. You won’t be charged again, and the carrier
        may not have the booking yet.
      </Alert>
    );
  }
  return null;
}
