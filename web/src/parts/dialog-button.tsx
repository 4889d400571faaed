// A button that opens a dialog. The dialog's content begins afresh each time, so that nothing typed stays in the page.
import { Button, type ButtonProps, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

type DialogButtonProps = ButtonProps & {
  'aria-label'?: string;
  children: ReactNode;
  title: string;
  dialog: (close: () => void) => ReactNode;
};

export function DialogButton({ children, title, dialog, ...button }: DialogButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {dialog(close)}
      </Modal>
    </>
  );
}
