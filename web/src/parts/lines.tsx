// Lines that a person adds and removes: items, rules, conditions. After a removal the focus moves to the button that
// adds a line.
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
  /** Names the line for screen readers. */
  label: string;
  onRemove: () => void;
  ref?: Ref<HTMLButtonElement>;
};

export function RemoveLine({ label, onRemove, ...button }: RemoveLineProps) {
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const add = adderOf(currentTarget);
    onRemove();
    // After a removal, a full list has room again.
    requestAnimationFrame(() => add?.focus({ preventScroll: true }));
  };
  return (
    <ActionIcon variant="subtle" color="gray" {...button} aria-label={label} onClick={remove}>
      <Icon name="trash" size={16} />
    </ActionIcon>
  );
}

/** The nearest button that adds a line. */
function adderOf(line: HTMLElement): HTMLElement | null {
  for (let around = line.parentElement; around !== null; around = around.parentElement) {
    const add = around.querySelector<HTMLElement>('[data-adds-line]');
    if (add !== null) return add;
  }
  return null;
}

/** As tall as the field beside it. */
export const besideField = 36;
