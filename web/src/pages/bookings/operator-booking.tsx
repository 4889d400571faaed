// Any member's booking for the operator: tracking, payments, documents, and every detail that the carrier needs, for
// operators who are on the phone.
import { Button, Group, SimpleGrid, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hasLabels } from '../../api/bookings.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import {
  type BookingDocument,
  hasLostLabel,
  operatorDocumentUrl,
  travelDocuments,
} from '../../api/documents.ts';
import { operatorBookingQuery } from '../../api/operator.ts';
import { useInvoiceName } from '../../api/session.ts';
import type { OperatorBookingPage } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CustomsPanel } from '../../parts/customs-panel.tsx';
import { DocumentLinks } from '../../parts/document-links.tsx';
import { Fact } from '../../parts/fact.tsx';
import {
  kilograms,
  money,
  PickupTime,
  pickupDay,
  pickupHours,
  when,
} from '../../parts/figures.tsx';
import { FreightParts } from '../../parts/freight-parts.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { LostLabel } from '../../parts/lost-label.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Awaiting } from '../../parts/states.tsx';
import { TimelineOf } from '../../parts/timeline.tsx';
import { OwnerLink } from '../members/owner-link.tsx';
import { CheckButton, PaymentCell } from '../payments/payment-cell.tsx';
import { BookingActions, BookingStanding } from './booking-actions.tsx';

export function AnyBookingPage() {
  const { id } = useParams({ from: '/members/operators/operator/bookings/$id' });
  const { data: booking, error, refetch } = useQuery(operatorBookingQuery(Number(id)));
  return (
    <Page
      title={`Booking ${id}`}
      above={<BackLink to="/operator/bookings">All bookings</BackLink>}
      about={
        booking === undefined
          ? undefined
          : `${placeLine(booking.freight.sender)} → ${placeLine(booking.freight.receiver)}`
      }
      actions={booking === undefined ? null : <BookingActions booking={booking} />}
    >
      <Awaiting of={{ data: booking, error, refetch }} what="the booking" />
      {booking === undefined ? null : (
        <>
          <Facts booking={booking} />
          <Documents booking={booking} />
          {booking.tracking === null ? null : (
            <Panel
              title="Tracking"
              actions={booking.connote === null ? null : <TrackingLink connote={booking.connote} />}
            >
              <TimelineOf tracking={booking.tracking} />
            </Panel>
          )}
          <Payments payments={booking.payments} />
          <FreightParts freight={booking.freight} />
          <CustomsPanel declaration={booking.customs_declaration} />
        </>
      )}
    </Page>
  );
}

function Facts({ booking }: { booking: OperatorBookingPage }) {
  const nameOf = useCarrierName();
  const { courier, connote, cost, freight, pickup_date: day, pickup_time: time } = booking;
  const { additional_charges: later, total, scanned_weight: scanned, insured_value } = booking;
  return (
    <Panel>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
        <Fact name="Carrier">{courier === null ? 'Not yet' : fullName(nameOf(courier))}</Fact>
        <Fact name="Consignment note">
          {connote === null ? 'Not yet' : <span className="mono">{connote}</span>}
        </Fact>
        <Fact name="Pickup">
          {day === null ? 'Not set' : <PickupTime day={pickupDay(day)} hours={pickupHours(time)} />}
        </Fact>
        <Fact name="Status">
          <BookingStanding booking={booking} />
        </Fact>
        <Fact name="Price">
          {cost === null ? 'Not yet' : money(cost)}
          {later === 0 || total === null ? null : (
            <Text span display="block" size="sm" c="dimmed">
              {money(later)} charged later, {money(total)} in all
            </Text>
          )}
        </Fact>
        <Fact name="Paid with">
          {booking.payment_method === null
            ? 'Not yet'
            : methodName(booking.payment_method, undefined)}
        </Fact>
        <Fact name="Charged weight">
          {kilograms(freight.charged_weight)}
          {scanned === 0 ? null : (
            <Text span display="block" size="sm" c="dimmed">
              {kilograms(scanned)} on the carrier’s scales
            </Text>
          )}
        </Fact>
        <Fact name="Cover">{insured_value === 0 ? 'None' : money(insured_value)}</Fact>
        <Fact name="Member">
          <OwnerLink owner={booking.member} />
        </Fact>
        <Fact name="Order">{freight.order?.order_number ?? 'None'}</Fact>
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        Quoted {when(booking.created_at)}
      </Text>
    </Panel>
  );
}

function Documents({ booking }: { booking: OperatorBookingPage }) {
  const invoice = useInvoiceName();
  if (booking.connote === null) return null;
  const isInvoiced = !booking.is_demo && booking.payment_method !== 'own_account';
  const shown: BookingDocument[] = [
    ...(hasLabels(booking)
      ? travelDocuments(booking).filter(({ query }) => query === undefined)
      : []),
    ...(isInvoiced ? [{ kind: 'invoice' as const, name: invoice }] : []),
  ];
  const isLost = hasLabels(booking) && hasLostLabel(booking);
  if (shown.length === 0 && !isLost) return null;
  return (
    <Panel title="Documents">
      {isLost ? <LostLabel isOwnAccount /> : null}
      <Group gap="xs">
        <DocumentLinks
          documents={shown}
          urlOf={({ kind }) => operatorDocumentUrl(booking.id, kind)}
        />
      </Group>
    </Panel>
  );
}

/** Links to the receiver's tracking page. */
function TrackingLink({ connote }: { connote: string }) {
  return (
    <Button
      component="a"
      href={`/track/${encodeURIComponent(connote)}`}
      target="_blank"
      rel="noopener"
      variant="default"
      size="xs"
    >
      The receiver’s page
    </Button>
  );
}

function Payments({ payments }: { payments: OperatorBookingPage['payments'] }) {
  if (payments.length === 0) return null;
  return (
    <Panel title="Payments and refunds" flush>
      <ListTable heads={['When', 'What', 'State', 'What to do']}>
        {payments.map((payment) => (
          <Table.Tr key={payment.id}>
            <Table.Td data-label="When">{when(payment.created_at)}</Table.Td>
            <Table.Td data-label="What">{payment.kind === 'refund' ? 'Refund' : 'Charge'}</Table.Td>
            <Table.Td data-label="State">
              <PaymentCell payment={payment} />
            </Table.Td>
            <Table.Td data-label="To do">
              {payment.retry_at === null ? 'Nothing' : <CheckButton id={payment.id} />}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListTable>
    </Panel>
  );
}
