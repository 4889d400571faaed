// Marks the carrier of one booking as notified, and undoes it. Nothing moves: the first button stays where it was and
// can no longer be pressed, and Undo appears beside it, so that a second quick click changes nothing.
import { Button, Group } from '@mantine/core';
import { type NotifiedPickup, useMarkNotified } from '../../api/operator.ts';
import { Problem } from '../../parts/states.tsx';
import classes from './notify-button.module.css';

type NotifyButtonProps = {
  pickup: NotifiedPickup;
  isNotified: boolean;
  onMarked?: (isNotified: boolean) => void;
};

export function NotifyButton({ pickup, isNotified, onMarked }: NotifyButtonProps) {
  const mark = useMarkNotified();
  const { id } = pickup;
  const put = (next: boolean): void =>
    mark.mutate({ pickups: [pickup], isNotified: next }, { onSuccess: () => onMarked?.(next) });
  const isDone = isNotified || mark.isPending;
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <Button
          size="compact-sm"
          className={classes.mark}
          {...(isDone ? { 'data-disabled': true } : {})}
          aria-disabled={isDone}
          aria-label={`Mark as notified: the carrier of booking ${id}`}
          onClick={() => {
            if (!isDone) put(true);
          }}
        >
          {isNotified ? 'Notified' : 'Mark as notified'}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.undo}
          data-is-offered={isNotified || undefined}
          aria-label={`Undo: the carrier of booking ${id} is not notified`}
          loading={mark.isPending && isNotified}
          onClick={() => put(false)}
        >
          Undo
        </Button>
      </Group>
      <Problem error={mark.error} />
    </>
  );
}
