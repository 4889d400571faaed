// Notices, which stay when the person opens another page: of what was done, with a button that undoes it, and of what
// failed.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Long enough to notice a mistake. */
const noticeMs = 15_000;

type UndoNotice = {
  /** A later notice of the same thing replaces this one. */
  id: string;
  message: string;
  onUndo: () => void;
};

export function showUndo({ id, message, onUndo }: UndoNotice): void {
  notifications.hide(id);
  notifications.show({
    id,
    color: 'eucalypt',
    autoClose: noticeMs,
    // Away from the buttons at the top of the page.
    position: 'bottom-right',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            onUndo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}

/** For a change without a place of its own for an error. */
export const showFailed = ({ message }: Error): void =>
  void notifications.show({ color: 'red', message });
