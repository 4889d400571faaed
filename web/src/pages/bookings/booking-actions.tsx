// The state of a booking with its carrier, and the operator's actions.
import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isInTrouble } from '../../api/booking-status.ts';
import { useMarkNotified } from '../../api/operator.ts';
import type { OperatorBooking } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { CallsLink } from '../carriers/calls-link.tsx';
import { Journey } from './booking-cells.tsx';
import { CancelButton } from './cancel-button.tsx';
import { SettleButton } from './settle-button.tsx';

export function BookingStanding({ booking }: { booking: OperatorBooking }) {
  const { told: notified } = booking;
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
            {notifyWords(booking)}
          </Badge>
        ) : null}
      </Group>
      <Journey booking={booking} />
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

type BookingActionsProps = {
  booking: OperatorBooking;
  /** Called after the operator has marked the carrier as notified or not. */
  onMarked?: () => void;
};

export function BookingActions({ booking, onMarked }: BookingActionsProps) {
  const { id, status, is_demo, is_to_tell: isToNotify, told: notified } = booking;
  const mark = useMarkNotified(id);
  const showMarked = (): void => {
    notifications.show({
      message: isToNotify
        ? `Booking ${id}: carrier notified. To undo, choose “Mark as not notified”${onMarked === undefined ? '' : ' under All'}.`
        : `Booking ${id}: carrier not notified.`,
      color: 'eucalypt',
    });
    onMarked?.();
  };
  return (
    <Group gap={6}>
      {isToNotify || notified !== null ? (
        <Button
          size="compact-sm"
          variant={isToNotify ? 'filled' : 'default'}
          aria-label={
            isToNotify
              ? `Mark as notified: the carrier of booking ${id}`
              : `Mark as not notified: the carrier of booking ${id}`
          }
          loading={mark.isPending}
          // Notify even if the button has gone by then; errors are shown below.
          onClick={() => mark.mutateAsync(isToNotify).then(showMarked, () => undefined)}
        >
          {isToNotify ? 'Mark as notified' : 'Mark as not notified'}
        </Button>
      ) : null}
      {is_demo || isToNotify || notified !== null ? null : <CallsLink id={id} />}
      {isInTrouble(booking) ? <SettleButton id={id} /> : null}
      {status === 'Cancelled' ? null : <CancelButton id={id} />}
      <Problem error={mark.error} />
    </Group>
  );
}
