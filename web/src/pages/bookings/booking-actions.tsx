// The state of a booking with its carrier, and the operator's actions.
import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isInTrouble } from '../../api/booking-status.ts';
import { useNoteTold } from '../../api/operator.ts';
import type { OperatorBooking } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { Problem } from '../../parts/states.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { CallsLink } from '../carriers/calls-link.tsx';
import { CancelButton } from './cancel-button.tsx';
import { FinishButton } from './finish-button.tsx';

export function BookingStanding({ booking }: { booking: OperatorBooking }) {
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
            {toTell(booking)}
          </Badge>
        ) : null}
      </Group>
      {booking.told === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          Carrier notified {when(booking.told.at)} by {booking.told.by}
        </Text>
      )}
    </>
  );
}

/**
 * Names the requests that the carrier did not receive; without a connection the carrier received none, so no list is
 * needed.
 */
function toTell(booking: OperatorBooking): string {
  const requests = unsaidWords(booking).join(', ');
  return requests === '' ? 'Notify the carrier' : `Notify the carrier: ${requests}`;
}

type BookingActionsProps = {
  booking: OperatorBooking;
  /** Called after the operator has recorded whether the carrier was notified. */
  onNoted?: () => void;
};

export function BookingActions({ booking, onNoted }: BookingActionsProps) {
  const { id, status, is_demo, is_to_tell: isToNotify, told } = booking;
  const note = useNoteTold(id);
  const sayNoted = (): void => {
    notifications.show({
      message: isToNotify
        ? `Booking ${id}: carrier notified. To undo, choose “Mark as not notified”${onNoted === undefined ? '' : ' under All'}.`
        : `Booking ${id}: carrier not notified.`,
      color: 'eucalypt',
    });
    onNoted?.();
  };
  return (
    <Group gap={6}>
      {isToNotify || told !== null ? (
        <Button
          size="compact-sm"
          variant={isToNotify ? 'filled' : 'default'}
          aria-label={
            isToNotify
              ? `Mark as notified: the carrier of booking ${id}`
              : `Mark as not notified: the carrier of booking ${id}`
          }
          loading={note.isPending}
          // Notify even if the button has gone by then; errors are shown below.
          onClick={() => note.mutateAsync(isToNotify).then(sayNoted, () => undefined)}
        >
          {isToNotify ? 'Mark as notified' : 'Mark as not notified'}
        </Button>
      ) : null}
      {is_demo || isToNotify || told !== null ? null : <CallsLink id={id} />}
      {isInTrouble(booking) ? <FinishButton id={id} /> : null}
      {status === 'Cancelled' ? null : <CancelButton id={id} />}
      <Problem error={note.error} />
    </Group>
  );
}
