// The state of a booking with its carrier, and the operator's actions.
import { Badge, Group, Text } from '@mantine/core';
import { isInTrouble } from '../../api/booking-status.ts';
import { notifiedPickup } from '../../api/operator.ts';
import type { OperatorBooking } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { CallsLink } from '../carriers/calls-link.tsx';
import { Journey } from './booking-columns.tsx';
import { CancelButton } from './cancel-button.tsx';
import { NotifyButton } from './notify-button.tsx';
import { SettleButton } from './settle-button.tsx';

/** For lists, which show the requests and the notice on the booking's page only. */
export function BookingBadges({
  booking,
  notify = 'Notify carrier',
}: {
  booking: OperatorBooking;
  notify?: string;
}) {
  return (
    <>
      <Group gap={6}>
        <StatusBadge status={booking.status} />
        {booking.is_demo ? (
          <Badge variant="light" color="gray">
            Demo
          </Badge>
        ) : null}
        {booking.is_to_tell ? (
          <Badge variant="light" color="ochre">
            {notify}
          </Badge>
        ) : null}
      </Group>
      <Journey booking={booking} />
    </>
  );
}

export function BookingStanding({ booking }: { booking: OperatorBooking }) {
  const { told: notified } = booking;
  return (
    <>
      <BookingBadges booking={booking} notify={notifyWords(booking)} />
      {notified === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          Carrier notified {when(notified.at)} by {notified.by}
        </Text>
      )}
    </>
  );
}

/** With the requests that a connected carrier did not receive; one that is not connected received none of them. */
function notifyWords(booking: OperatorBooking): string {
  const requests = unsaidWords(booking).join(', ');
  return requests === '' ? 'Notify the carrier' : `Notify the carrier: ${requests}`;
}

export function BookingActions({ booking }: { booking: OperatorBooking }) {
  const { id, status, is_demo, is_to_tell: isToNotify, told: notified } = booking;
  return (
    <Group gap={6}>
      {isToNotify || notified !== null ? (
        <NotifyButton pickup={notifiedPickup(booking)} isNotified={notified !== null} />
      ) : null}
      {is_demo || isToNotify || notified !== null ? null : <CallsLink id={id} />}
      {isInTrouble(booking) ? <SettleButton id={id} /> : null}
      {status === 'Cancelled' ? null : <CancelButton id={id} />}
    </Group>
  );
}
