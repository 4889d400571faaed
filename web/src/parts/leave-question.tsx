// Asks before a person leaves a page with unsaved or running work. The question is a dialog of our own, because the
// browser's cannot name its buttons.
import { Button, Group, getDefaultZIndex, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

type Question = { title: string; answer: (mayLeave: boolean) => void };

let open: Question | undefined;
const listeners = new Set<() => void>();

function show(question: Question | undefined): void {
  open = question;
  for (const listener of listeners) listener();
}

/** Asks while `isAsked`. The browser itself asks in its own words when the tab is closed. */
export function useLeaveQuestion(title: string, isAsked: boolean): void {
  useBlocker({
    shouldBlockFn: async () =>
      !(await new Promise<boolean>((answer) => {
        open?.answer(false);
        show({ title, answer });
      })),
    disabled: !isAsked,
    enableBeforeUnload: isAsked,
  });
}

/** Shows the question of any page; rendered once. */
export function LeaveQuestion() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
  const answer = (mayLeave: boolean): void => {
    show(undefined);
    question?.answer(mayLeave);
  };
  return (
    <Modal
      opened={question !== undefined}
      onClose={() => answer(false)}
      title={question?.title ?? ''}
      // Running work may be in a dialog, which this question must cover.
      zIndex={getDefaultZIndex('overlay')}
    >
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          Stay on page
        </Button>
        <Button color="red.9" onClick={() => answer(true)}>
          Leave page
        </Button>
      </Group>
    </Modal>
  );
}
