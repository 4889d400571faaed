// Loading, empty and failed states of a page. Each says what to do next.
import { Alert, Button, Center, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { Icon, type IconName } from './icon.tsx';
import { plainSentence } from './plain-words.ts';
import classes from './states.module.css';

export function Loading({ what }: { what: string }) {
  return (
    <Center py={64} role="status">
      <Loader size="sm" type="dots" />
      <span className="visually-hidden">Loading {what}…</span>
    </Center>
  );
}

type EmptyProps = { icon: IconName; title: string; children: ReactNode; action?: ReactNode };

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap={6} className={classes.empty}>
      <span className={classes.emptyIcon}>
        <Icon name={icon} size={26} />
      </span>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" ta="center" maw={420}>
        {children}
      </Text>
      {action === undefined ? null : <div className={classes.emptyAction}>{action}</div>}
    </Stack>
  );
}

type Needed = { error: unknown; refetch: () => unknown };

/** Shows that data is loading, or why it failed. When a reload fails, shows that beside the earlier data. */
export function Awaiting({ of, what }: { of: Needed & { data: unknown }; what: string }) {
  const { data, error, refetch } = of;
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading what={what} /> : null;
}

/** For a page that needs several queries: shows the first that failed, and retries every failed one. */
export function ProblemOfAny({ of }: { of: readonly Needed[] }) {
  const failed = of.filter(({ error }) => error !== null);
  return (
    <Problem
      error={failed[0]?.error}
      onRetry={() => {
        for (const { refetch } of failed) refetch();
      }}
    />
  );
}

/** A retry does not help if the record does not exist. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

type ProblemProps = {
  error: unknown;
  onRetry?: (() => void) | undefined;
  title?: string | undefined;
};

export function Problem({ error, onRetry, title }: ProblemProps) {
  if (error === null || error === undefined) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert" />}
      title={title ?? (isGone(error) ? 'There is nothing here' : 'That did not work')}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {plainSentence(error instanceof Error ? error.message : String(error))}
        </Text>
        {onRetry === undefined || isGone(error) ? null : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
