// What a member can still do about a booking besides the buttons of its page. That depends on whether the carrier has
// collected the parcels: tracking shows that, the time of day does not.
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { awaitsPerson, isCancelled } from '../../api/booking-status.ts';
import { changesQuery } from '../../api/bookings.ts';
import { trackingQuery } from '../../api/tracking.ts';
import type { Booking } from '../../api/wire.ts';
import { FreightDesk } from '../../parts/freight-desk.tsx';
import { type PickupStanding, pickupStanding } from './pickup-standing.ts';

/** A demo has no carrier, and a booking under review already has its own message. */
export function ChangeAdvice({ booking }: { booking: Booking }) {
  if (booking.courier === 'demo' || isCancelled(booking) || awaitsPerson(booking)) return null;
  return booking.connote === null ? (
    <Advice standing={pickupStanding(booking, undefined)} />
  ) : (
    <TrackedAdvice booking={booking} connote={booking.connote} />
  );
}

function TrackedAdvice({ booking, connote }: { booking: Booking; connote: string }) {
  const { data: tracking, error } = useQuery(trackingQuery(connote));
  const { data: changes } = useQuery(changesQuery(booking.id));
  if (tracking !== undefined && changes !== undefined)
    return (
      <Advice
        standing={pickupStanding(booking, tracking)}
        canCancel={changes.cancel.why_not === null}
      />
    );
  return error === null ? null : <Advice standing="uncertain" />;
}

type AdviceProps = { standing: PickupStanding; canCancel?: boolean };

function Advice({ standing, canCancel = false }: AdviceProps) {
  switch (standing) {
    case 'ahead':
      return (
        <Text size="sm">
          {canCancel ? 'For any other change' : 'To cancel it or change anything'}, ask{' '}
          <FreightDesk /> before the pickup.
        </Text>
      );
    case 'collected':
      return (
        <Text size="sm">
          The carrier has collected it. If it has to be stopped, ask <FreightDesk />; the carrier
          may not be able to.
        </Text>
      );
    case 'missed':
      return (
        <Text size="sm">
          The pickup time is over, and the carrier has not reported a collection. If the goods are
          still waiting, ask <FreightDesk /> to check with the carrier or cancel the booking.
        </Text>
      );
    case 'uncertain':
      return (
        <Text size="sm">
          To cancel it or change anything, ask <FreightDesk />.
        </Text>
      );
    case 'arrived':
      return null;
  }
}
