// A booked consignment: carrier, connote, price, and the weight that the carrier scanned.
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { hasLabels } from '../../api/bookings.ts';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { documentUrl, travelDocuments } from '../../api/documents.ts';
import { bookingPaymentsQuery, methodsQuery } from '../../api/payments.ts';
import type { Booking, ListedPayment, OperatorBookingPage } from '../../api/wire.ts';
import { CopyText } from '../../parts/copy-field.tsx';
import { Fact } from '../../parts/fact.tsx';
import { kilograms, money, PickupTime, pickupOf } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MarkedCarrier } from '../../parts/marked-carrier.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { OwnerLink } from '../members/owner-link.tsx';
import { BookingStanding } from './booking-actions.tsx';
import { ChangeAdvice } from './change-advice.tsx';

type ConsignmentProps = {
  booking: Booking | OperatorBookingPage;
  /** The page was opened by booking, so it says that this worked. */
  isJustBooked: boolean;
};

export function Consignment({ booking, isJustBooked }: ConsignmentProps) {
  const nameOf = useCarrierName();
  const operated = 'payments' in booking ? booking : undefined;
  const { courier, connote, cost, scanned_weight: scanned, payment_method: method } = booking;
  const pickup = pickupOf(booking.pickup_window);
  // A cancelled booking may also have refunds.
  const payments = useQuery({
    ...bookingPaymentsQuery(booking.id),
    enabled: operated === undefined && booking.status === 'Cancelled',
  });
  const methods = useQuery({
    ...methodsQuery,
    enabled: operated === undefined && method !== undefined,
  });
  return (
    <Panel {...(isJustBooked && hasLabels(booking) ? bookedHead(booking) : {})}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
          {operated && (
            <>
              <Fact name="Member">
                <OwnerLink owner={operated.member} />
              </Fact>
              <Fact name="Status">
                <BookingStanding booking={operated} />
              </Fact>
            </>
          )}
          <Fact name="Carrier">
            {courier ? (
              <MarkedCarrier carrier={nameOf(courier).carrier}>
                {fullName(nameOf(courier))}
              </MarkedCarrier>
            ) : (
              'Not yet'
            )}
          </Fact>
          <Fact name="Consignment note">
            {connote === null ? (
              'Not yet'
            ) : (
              <CopyText value={connote} label="the consignment note" />
            )}
          </Fact>
          {booking.customer_reference === undefined ? null : (
            <Fact name={operated ? 'Reference' : 'Your reference'}>
              {booking.customer_reference}
            </Fact>
          )}
          <Fact name="Pickup">{pickup === undefined ? 'Not set' : <PickupTime {...pickup} />}</Fact>
          <Fact name="Price">
            {cost === null || cost === undefined ? 'Not yet' : money(cost)}
            <LaterCharges booking={booking} />
            <RefundState payments={operated?.payments ?? payments.data ?? []} />
          </Fact>
          {method === undefined || method === 'demo' ? null : (
            <Fact name="Payment">{methodName(method, methods.data)}</Fact>
          )}
          <Fact name="Charged weight">{kilograms(booking.charged_weight)}</Fact>
          {scanned === 0 && isNeverWeighed(booking) ? null : (
            <Fact name="Weighed by the carrier">
              {scanned === 0 ? 'Not yet' : kilograms(scanned)}
            </Fact>
          )}
          <Fact name="Cover">
            {booking.insured_value === 0 ? 'No warranty' : money(booking.insured_value)}
          </Fact>
        </SimpleGrid>
        <Problem
          error={payments.error}
          title="We don’t know whether a refund was paid"
          onRetry={() => void payments.refetch()}
        />
        {operated ? null : (
          <>
            <NotificationState
              booking={booking}
              carrier={courier ? nameOf(courier).carrier : 'the carrier'}
            />
            <ChangeAdvice booking={booking} />
          </>
        )}
      </Stack>
    </Panel>
  );
}

/** The next step after booking is the label. A lost label cannot be printed here. */
function bookedHead(booking: Booking): ComponentProps<typeof Panel> {
  const [label] = travelDocuments(booking).filter(({ kind }) => kind !== 'manifest');
  return {
    title: (
      <Group gap="xs" component="span">
        <Icon name="check" />
        {booking.courier === 'demo' ? 'Booked as a demo' : 'Booked'}
      </Group>
    ),
    about:
      booking.courier === 'demo'
        ? 'No carrier has it, and nothing was charged.'
        : 'Attach the label before the driver comes.',
    actions:
      label === undefined ? undefined : (
        <Button
          component="a"
          href={documentUrl(booking.id, label.kind, label.query)}
          target="_blank"
          rel="noopener"
          leftSection={<Icon name="document" size={16} />}
        >
          Print label
        </Button>
      ),
    children: undefined,
  };
}

function LaterCharges({ booking: { cost, additional_charges: later } }: { booking: Booking }) {
  if (!later) return null;
  return (
    <Text span display="block" size="sm" c="dimmed">
      {money(later)} charged later, {money((cost ?? 0) + later)} in all
    </Text>
  );
}

/** The requests that the carrier did not receive over the network, and who passes them on. */
function NotificationState({ booking, carrier }: { booking: Booking; carrier: string }) {
  const { carrier_hears: state } = booking;
  if (state === undefined) return null;
  const unsaid = unsaidWords(booking);
  const matter = unsaid.length === 0 ? 'this pickup' : `the ${unsaid.join(' and the ')}`;
  if (state === 'from_you')
    return (
      <Text size="sm">
        This booking does not notify {carrier} of {matter}. Please call {carrier} yourself.
      </Text>
    );
  return (
    <Text size="sm">
      Your freight desk {state === 'due' ? 'notifies' : 'has notified'} {carrier} of {matter}.
    </Text>
  );
}

function isNeverWeighed({ status, courier }: Booking): boolean {
  return status === 'Cancelled' || courier === 'demo';
}

/** A member's payments have negative amounts for refunds, the operator's positive ones. */
function RefundState({
  payments,
}: {
  payments: readonly Pick<ListedPayment, 'kind' | 'status' | 'amount'>[];
}) {
  const returned = payments.filter(
    ({ kind, status }) => kind === 'refund' && ['refunded', 'returned'].includes(status),
  );
  if (returned.length === 0) return null;
  return (
    <Text span display="block" size="sm" c="dimmed">
      {money(returned.reduce((sum, { amount }) => sum + Math.abs(amount), 0))} refunded
    </Text>
  );
}
