// A button that opens a dialog. The dialog's content begins afresh each time.
import { Button, type ButtonProps, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

type DialogButtonProps = ButtonProps & {
  'aria-label'?: string;
  children: ReactNode;
  title: string;
  dialog: (close: () => void) => ReactNode;
  /** What was typed leaves the page at once, not when the dialog has faded. */
  isSecret?: boolean;
};

export function DialogButton(props: DialogButtonProps) {
  const { children, title, dialog, isSecret = false, ...button } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {isSecret && !isOpen ? null : dialog(close)}
      </Modal>
    </>
  );
}
