// What can be done with the selected rows of a list. It stays in view while a long list scrolls.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './selection-bar.module.css';

type SelectionBarProps = {
  /** The selection in words: "3 bookings chosen". */
  words: ReactNode;
  onClear: () => void;
  /** The label of the button that clears it. */
  clear?: string;
  /** Buttons. */
  children: ReactNode;
  /** Shown below the buttons: progress and problems. */
  below?: ReactNode;
};

export function SelectionBar({
  words,
  onClear,
  clear = 'Clear selection',
  children,
  below,
}: SelectionBarProps) {
  return (
    <Stack gap="xs" role="status" className={classes.bar} data-screen>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {words}
        </Text>
        {children}
        <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
          {clear}
        </Button>
      </Group>
      {below}
    </Stack>
  );
}
