// A button that explains its action and asks for confirmation. Destructive actions are red.
import { Stack, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { DialogButton } from './dialog-button.tsx';
import { FormFoot } from './form-foot.tsx';
import { Problem } from './states.tsx';

type ConfirmButtonProps = Omit<ComponentProps<typeof DialogButton>, 'dialog'> & {
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
  return (
    <DialogButton
      {...button}
      title={title}
      dialog={(close) => (
        <Stack>
          <Text size="sm">{about}</Text>
          <Problem error={error} />
          <FormFoot
            onLeave={close}
            wayOut={wayOut}
            verb={verb}
            isPending={isPending}
            isDestructive={!isHarmless}
            onDo={() => void onConfirm().then(close, () => undefined)}
          />
        </Stack>
      )}
    >
      {children}
    </DialogButton>
  );
}
