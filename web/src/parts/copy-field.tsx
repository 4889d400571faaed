// A text to be copied: whole, selectable, with a button that says when it has done so.
import { Button, CopyButton, Group } from '@mantine/core';
import classes from './copy-field.module.css';
import { Icon } from './icon.tsx';

export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" className={classes.field}>
      <code className={classes.value}>{value}</code>
      <CopyButton value={value} timeout={2500}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant={copied ? 'light' : 'filled'}
            onClick={copy}
            leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
            aria-label={copied ? `${label} copied` : `Copy ${label}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
