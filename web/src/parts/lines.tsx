// Lines that a person adds and takes away again: goods, rules, conditions. The button that takes one away is gone with it;
// the keyboard goes on at the button that adds another.
import { ActionIcon, type ActionIconProps, Button } from '@mantine/core';
import type { MouseEvent, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

type AddLineProps = { onAdd: () => void; isFull?: boolean; children: ReactNode };

export function AddLine({ onAdd, isFull = false, children }: AddLineProps) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={14} />}
      disabled={isFull}
      onClick={onAdd}
      data-adds-line
    >
      {children}
    </Button>
  );
}

type RemoveLineProps = ActionIconProps & {
  /** Which line, for those who hear it. */
  label: string;
  onRemove: () => void;
  ref?: Ref<HTMLButtonElement>;
};

export function RemoveLine({ label, onRemove, ...button }: RemoveLineProps) {
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const add = adderOf(currentTarget);
    onRemove();
    // One that was full can be added to only once a line is gone.
    requestAnimationFrame(() => add?.focus({ preventScroll: true }));
  };
  return (
    <ActionIcon variant="subtle" color="gray" {...button} aria-label={label} onClick={remove}>
      <Icon name="trash" size={16} />
    </ActionIcon>
  );
}

/** The button that adds to the list which a line is in: the one nearest to it. */
function adderOf(line: HTMLElement): HTMLElement | null {
  for (let around = line.parentElement; around !== null; around = around.parentElement) {
    const add = around.querySelector<HTMLElement>('[data-adds-line]');
    if (add !== null) return add;
  }
  return null;
}

/** As tall as the field that it stands beside. */
export const besideField = 36;
