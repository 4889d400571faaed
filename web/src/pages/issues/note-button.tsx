// A button that records what the operator has done elsewhere, with a note.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from '../../parts/states.tsx';

type NoteButtonProps = {
  'aria-label': string;
  children: ReactNode;
  title: string;
  about: ReactNode;
  /** The label of the note's field, with an example. */
  label: string;
  placeholder: string;
  /** The button that records it. */
  verb: string;
  isPending: boolean;
  error: unknown;
  /** The dialog closes when this resolves. */
  onNote: (note: string) => Promise<unknown>;
};

export function NoteButton(props: NoteButtonProps) {
  const { children, title, about, label, placeholder, verb, isPending, error, onNote } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [note, setNote] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void onNote(note.trim()).then(close, () => undefined);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={props['aria-label']} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <form onSubmit={submit}>
          <Stack>
            <Text size="sm">{about}</Text>
            <TextInput
              label={label}
              placeholder={placeholder}
              required
              withAsterisk={false}
              maxLength={200}
              data-autofocus
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Problem error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={isPending} disabled={note.trim() === ''}>
                {verb}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
