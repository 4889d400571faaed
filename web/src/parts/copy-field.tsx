// A text to be copied: whole, selectable, with a button that says when it has done so, and when it could not.
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './copy-field.module.css';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** How long the button says so. */
const saidForMs = 2_500;
const words = { idle: 'Copy', copied: 'Copied', refused: 'Select it and copy' };

export function CopyField({ value, label }: { value: string; label: string }) {
  const [state, setState] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), saidForMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => setState((await copyText(value)) ? 'copied' : 'refused');
  const isCopied = state === 'copied';
  return (
    <Group gap="xs" wrap="nowrap" className={classes.field}>
      <code className={classes.value}>{value}</code>
      <Button
        size="xs"
        variant={isCopied ? 'light' : 'filled'}
        onClick={() => void copy()}
        leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
        aria-label={isCopied ? `${label} copied` : `Copy ${label}`}
      >
        {words[state]}
      </Button>
    </Group>
  );
}
