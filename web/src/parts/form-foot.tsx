// The end of a form in a dialog: a button to leave and a button to submit.
import { Button, Group } from '@mantine/core';

type FormFootProps = {
  onLeave: () => void;
  /** Another label where "Cancel" could be read as cancelling the booking. */
  wayOut?: string;
  verb: string;
  isPending?: boolean;
};

export function FormFoot({ onLeave, wayOut = 'Cancel', verb, isPending = false }: FormFootProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onLeave}>
        {wayOut}
      </Button>
      <Button type="submit" loading={isPending}>
        {verb}
      </Button>
    </Group>
  );
}
