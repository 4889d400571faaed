// A button that records what the operator has done elsewhere. The dialog says what will be recorded and requires a
// note.
import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Form } from '../../parts/form.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Problem } from '../../parts/states.tsx';

type NoteButtonProps = {
  'aria-label': string;
  children: ReactNode;
  title: string;
  about: ReactNode;
  /** The label of the note's field, with an example. */
  label: string;
  placeholder: string;
  isPending: boolean;
  error: unknown;
  /** The dialog closes when this resolves. */
  onNote: (note: string) => Promise<unknown>;
};

export function NoteButton(props: NoteButtonProps) {
  const { children, title, about, label, placeholder, isPending, error, onNote } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  const [note, setNote] = useState('');
  const submit = (): void => void onNote(note.trim()).then(close, () => undefined);
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={props['aria-label']} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <Form onSubmit={submit}>
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
          <FormFoot onLeave={close} verb="Record" isPending={isPending} />
        </Form>
      </Modal>
    </>
  );
}
