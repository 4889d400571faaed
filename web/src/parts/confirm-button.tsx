// A button that explains its action and asks for confirmation. Destructive actions are red.
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Problem } from './states.tsx';

type ConfirmButtonProps = ButtonProps & {
  'aria-label'?: string;
  children: ReactNode;
  title: string;
  about: ReactNode;
  /** The label of the button that confirms. */
  verb: string;
  /** The label of the button that cancels. */
  wayOut?: string;
  /** The action can be undone. */
  isHarmless?: boolean;
  isPending: boolean;
  error: unknown;
  /** The dialog closes when this resolves. */
  onConfirm: () => Promise<unknown>;
};

export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    children,
    title,
    about,
    verb,
    wayOut = 'Keep it',
    isHarmless = false,
    isPending,
    error,
    onConfirm,
    ...button
  } = props;
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" {...button} onClick={open}>
        {children}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <Stack>
          <Text size="sm">{about}</Text>
          <Problem error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {wayOut}
            </Button>
            <Button
              {...(isHarmless ? {} : { color: 'red.9' })}
              loading={isPending}
              onClick={() => onConfirm().then(close, () => undefined)}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
