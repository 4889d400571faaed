// The end of a form in a dialog: the way out, and the button that sends it.
import { Button, Group } from '@mantine/core';

type FormFootProps = {
  onLeave: () => void;
  /** Another word where "Cancel" could be taken for cancelling what the form is about. */
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
