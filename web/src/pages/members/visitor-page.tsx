// The frame of pages for visitors who are not signed in: a description of Linehaul beside a short form.
import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../../parts/brand.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { usePageTitle } from '../../parts/page.tsx';
import classes from './visitor-page.module.css';

const promises: readonly { icon: IconName; text: string }[] = [
  { icon: 'quote', text: 'Every carrier’s price at once, to the cent' },
  { icon: 'document', text: 'Booked, labelled and tracked in one place' },
  { icon: 'keys', text: 'API keys for your shop, with rules of your own' },
];

type VisitorPageProps = { title: string; about?: ReactNode; children: ReactNode };

export function VisitorPage({ title, about, children }: VisitorPageProps) {
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <aside className={classes.side} aria-label="About Linehaul">
        <Brand size={34} />
        <div className={classes.pitch}>
          <p className={classes.claim}>
            Freight across Australia, priced by every carrier at once.
          </p>
          <ul className={classes.promises}>
            {promises.map(({ icon, text }) => (
              <li key={text}>
                <Icon name={icon} size={20} />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <div className={classes.road} aria-hidden="true" />
      </aside>
      <main className={classes.main}>
        <Stack gap="lg" className={classes.form}>
          <div className={classes.small}>
            <Brand size={28} />
          </div>
          <div>
            <Title order={1}>{title}</Title>
            {about === undefined ? null : (
              <Text c="dimmed" mt={6}>
                {about}
              </Text>
            )}
          </div>
          {children}
        </Stack>
        <Text size="sm" c="dimmed" className={classes.foot}>
          Waiting for a parcel? <Anchor href="/track">Track it</Anchor>
          <br />
          Integrating a shop? <Anchor href="/docs">API reference</Anchor>
        </Text>
      </main>
    </div>
  );
}
