// A notice of what was done, with a button that undoes it. It stays when the person opens another page.
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
