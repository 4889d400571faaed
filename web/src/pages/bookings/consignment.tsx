// The result of a booking: carrier, connote, cost, and the weight that the carrier scanned.
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { bookingPaymentsQuery, methodsQuery } from '../../api/payments.ts';
import type { Booking, ListedPayment } from '../../api/wire.ts';
import { CopyText } from '../../parts/copy-field.tsx';
import { Fact } from '../../parts/fact.tsx';
import { kilograms, money, PickupTime, pickupOf } from '../../parts/figures.tsx';
import { methodName } from '../../parts/method-name.ts';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { ChangeAdvice } from './change-advice.tsx';

export function Consignment({ booking }: { booking: Booking }) {
  const nameOf = useCarrierName();
  const { courier, connote, cost, additional_charges: extra, scanned_weight: scanned } = booking;
  const carrier = courier ? fullName(nameOf(courier)) : 'Not yet known';
  // A cancelled booking may also have refunds.
  const payments = useQuery({
    ...bookingPaymentsQuery(booking.id),
    enabled: booking.status === 'Cancelled',
  });
  const { payment_method: method } = booking;
  const methods = useQuery({ ...methodsQuery, enabled: method !== undefined });
  return (
    <Panel>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
          <Fact name="Carrier">{carrier}</Fact>
          <Fact name="Consignment note">
            {connote === null ? (
              'Not yet'
            ) : (
              <CopyText value={connote} label="the consignment note" />
            )}
          </Fact>
          <Fact name="Pickup">
            <Pickup booking={booking} />
          </Fact>
          <Fact name="Cost">
            {cost === null || cost === undefined ? 'Not yet known' : money(cost)}
            {extra === null || extra === undefined || extra === 0 ? null : (
              <Text span display="block" size="sm" c="dimmed">
                and {money(extra)} charged later
              </Text>
            )}
            <RefundState payments={payments.data ?? []} />
          </Fact>
          {method === undefined || method === 'demo' ? null : (
            <Fact name="Payment">{methodName(method, methods.data)}</Fact>
          )}
          <Fact name="Charged weight">{kilograms(booking.charged_weight)}</Fact>
          {scanned === 0 && isWeighedByNobody(booking) ? null : (
            <Fact name="Weighed by the carrier">
              {scanned === 0 ? 'Not yet' : kilograms(scanned)}
            </Fact>
          )}
          <Fact name="Covered to">
            {booking.insured_value === 0 ? 'No warranty' : money(booking.insured_value)}
          </Fact>
        </SimpleGrid>
        <Problem
          error={payments.error}
          title="We don’t know whether a refund was paid"
          onRetry={() => void payments.refetch()}
        />
        <NotificationState
          booking={booking}
          carrier={courier ? nameOf(courier).carrier : 'the carrier'}
        />
        <ChangeAdvice booking={booking} />
      </Stack>
    </Panel>
  );
}

/** The requests that the carrier did not receive over the network, and who passes them on. */
function NotificationState({ booking, carrier }: { booking: Booking; carrier: string }) {
  const { carrier_hears: hears } = booking;
  if (hears === undefined) return null;
  const unsaid = unsaidWords(booking);
  const matter = unsaid.length === 0 ? 'this pickup' : `the ${unsaid.join(' and the ')}`;
  if (hears === 'from_you')
    return (
      <Text size="sm">
        This booking does not notify {carrier} of {matter}. Please call {carrier} yourself.
      </Text>
    );
  return (
    <Text size="sm">
      Your freight desk {hears === 'due' ? 'notifies' : 'has notified'} {carrier} of {matter}.
    </Text>
  );
}

function isWeighedByNobody({ status, courier }: Booking): boolean {
  return status === 'Cancelled' || courier === 'demo';
}

function RefundState({ payments }: { payments: readonly ListedPayment[] }) {
  const returned = payments.filter(
    ({ kind, status }) => kind === 'refund' && ['refunded', 'returned'].includes(status),
  );
  if (returned.length === 0) return null;
  return (
    <Text span display="block" size="sm" c="dimmed">
      {money(returned.reduce((sum, { amount }) => sum - amount, 0))} refunded
    </Text>
  );
}

function Pickup({ booking: { pickup_window } }: { booking: Booking }) {
  const pickup = pickupOf(pickup_window);
  return pickup === undefined ? 'Not set' : <PickupTime {...pickup} />;
}
