// A text to copy: whole, selectable, with a button that reports success or failure.
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './copy-field.module.css';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

/** How long the button shows the result. */
const saidForMs = 2_500;
const words = { idle: 'Copy', copied: 'Copied', refused: 'Select it and copy' };

function useCopy(value: string) {
  const [state, setState] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), saidForMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => setState((await copyText(value)) ? 'copied' : 'refused');
  return { state, isCopied: state === 'copied', copy: () => void copy() };
}

export function CopyField({ value, label }: { value: string; label: string }) {
  const { state, isCopied, copy } = useCopy(value);
  return (
    <Group gap="xs" wrap="nowrap" className={classes.field}>
      <code className={classes.value}>{value}</code>
      <Button
        size="xs"
        variant={isCopied ? 'light' : 'filled'}
        onClick={copy}
        leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
        aria-label={isCopied ? `${label} copied` : `Copy ${label}`}
      >
        {words[state]}
      </Button>
    </Group>
  );
}

/** A short text with a small copy button after it. */
export function CopyText({ value, label }: { value: string; label: string }) {
  const { state, isCopied, copy } = useCopy(value);
  return (
    <Group gap={4} wrap="nowrap">
      <span className="mono">{value}</span>
      <Tooltip label={words[state]} {...(state === 'idle' ? {} : { opened: true })}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={copy}
          aria-label={isCopied ? `${label} copied` : `Copy ${label}`}
        >
          <Icon name={isCopied ? 'check' : 'copy'} size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
