// The frame of a page: title, purpose, actions and panels. The title is also the window's, so that tabs, history and
// bookmarks differ.
import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, type Ref, useEffect } from 'react';
import classes from './page.module.css';

type PageProps = {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  /** Shown before the title: a link to the parent page. */
  above?: ReactNode;
  children: ReactNode;
};

export function Page({ title, about, actions, above, children }: PageProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg" className={classes.page}>
      <header>
        {above}
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={1}>{title}</Title>
            {about === undefined ? null : (
              <Text c="dimmed" mt={4} maw={640}>
                {about}
              </Text>
            )}
          </div>
          {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
        </Group>
      </header>
      {children}
    </Stack>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Linehaul`;
  }, [title]);
}

export type PanelProps = {
  title?: ReactNode;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
  /** Of no use on paper. */
  isScreenOnly?: boolean;
  /** Receives the focus when a focused element in the panel is removed. */
  ref?: Ref<HTMLElement>;
};

export function Panel(props: PanelProps) {
  const { title, about, actions, children, flush = false, isScreenOnly = false, ref } = props;
  return (
    <section
      ref={ref}
      tabIndex={ref === undefined ? undefined : -1}
      className={classes.panel}
      data-flush={flush || undefined}
      data-screen={isScreenOnly || undefined}
    >
      {title === undefined && actions === undefined ? null : (
        <Group justify="space-between" align="flex-start" gap="xs" className={classes.panelHead}>
          <div>
            {title === undefined ? null : <Title order={2}>{title}</Title>}
            {about === undefined ? null : (
              <Text c="dimmed" size="sm" mt={2}>
                {about}
              </Text>
            )}
          </div>
          {actions}
        </Group>
      )}
      {children}
    </section>
  );
}
