// The end of a dialog: a button to leave and a button that does it.
import { Button, Group } from '@mantine/core';

type FormFootProps = {
  onLeave: () => void;
  /** Another label where "Cancel" could be read as cancelling the booking. */
  wayOut?: string;
  verb: string;
  isPending?: boolean;
  isDisabled?: boolean;
  isDestructive?: boolean;
  /** For a question without fields: the focus begins on the button to leave. Otherwise the form submits. */
  onDo?: () => void;
};

export function FormFoot(props: FormFootProps) {
  const { onLeave, wayOut = 'Cancel', verb, isPending = false, isDisabled = false } = props;
  const { isDestructive = false, onDo } = props;
  return (
    <Group justify="flex-end">
      <Button
        variant="default"
        onClick={onLeave}
        {...(onDo === undefined ? {} : { 'data-autofocus': true })}
      >
        {wayOut}
      </Button>
      <Button
        {...(onDo === undefined ? { type: 'submit' } : { onClick: onDo })}
        {...(isDestructive ? { color: 'red.9' } : {})}
        disabled={isDisabled}
        loading={isPending}
      >
        {verb}
      </Button>
    </Group>
  );
}
