// One booking of any member: all that its carrier has to know, for whoever rings or writes to it.
import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { operatorBookingQuery } from '../../api/operator.ts';
import type { OperatorBookingPage } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { Fact } from '../../parts/fact.tsx';
import { kilograms, money, pickupDay, when } from '../../parts/figures.tsx';
import { FreightParts } from '../../parts/freight-parts.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Loading, Problem } from '../../parts/states.tsx';
import { BookingActions, BookingStanding } from './booking-actions.tsx';
import { OwnerLink } from './owner-link.tsx';

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
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {booking === undefined ? (
        error === null && <Loading what="the booking" />
      ) : (
        <>
          <Facts booking={booking} />
          <FreightParts freight={booking.freight} />
        </>
      )}
    </Page>
  );
}

function Facts({ booking }: { booking: OperatorBookingPage }) {
  const nameOf = useCarrierName();
  const { courier, connote, cost, freight, pickup_date: day, pickup_time: time } = booking;
  return (
    <Panel>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
        <Fact name="Carrier">{courier === null ? 'Not yet' : fullName(nameOf(courier))}</Fact>
        <Fact name="Consignment note">
          {connote === null ? 'Not yet' : <span className="mono">{connote}</span>}
        </Fact>
        <Fact name="Pickup">
          {day === null ? 'Not set' : `${pickupDay(day)}, ${(time ?? '').replace('-', '–')}`}
        </Fact>
        <Fact name="Price">{cost === null ? 'Not yet' : money(cost)}</Fact>
        <Fact name="Charged weight">{kilograms(freight.charged_weight)}</Fact>
        <Fact name="Member">
          <OwnerLink owner={booking.member} />
        </Fact>
        <Fact name="Order">{freight.order?.order_number ?? 'None'}</Fact>
        <Fact name="Status">
          <BookingStanding booking={booking} />
        </Fact>
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        Quoted {when(booking.created_at)}
      </Text>
    </Panel>
  );
}
