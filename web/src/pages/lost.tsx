// Pages for an unknown address and for a page that crashed.
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Unreachable } from '../api/client.ts';
import { sessionQuery } from '../api/session.ts';
import { Mark } from '../parts/brand.tsx';
import { usePageTitle } from '../parts/page.tsx';
import { Shell } from '../shell.tsx';

/** Signed-in members keep the navigation. */
export function NotFoundPage() {
  const { data: session, isPending } = useQuery(sessionQuery);
  usePageTitle('Not found');
  if (isPending) return null;
  const isMember = session !== undefined && session.member !== null;
  const nothing = (
    <Lost title="There is nothing here">
      <Text c="dimmed" ta="center">
        The address may be mistyped, or the page was removed.
      </Text>
      <Button component="a" href="/">
        To the start
      </Button>
    </Lost>
  );
  return isMember ? <Shell>{nothing}</Shell> : <main>{nothing}</main>;
}

/** Without the frame of the members area. */
export function CrashPage(props: ErrorComponentProps) {
  return (
    <main>
      <BrokenPage {...props} />
    </main>
  );
}

export function BrokenPage({ error, reset }: ErrorComponentProps) {
  usePageTitle('Something went wrong');
  const router = useRouter();
  const isAway = error instanceof Unreachable;
  const tryAgain = (): void => {
    if (isAway) {
      reset();
      void router.invalidate();
    } else window.location.reload();
  };
  return (
    <Lost title={isAway ? 'Linehaul cannot be reached' : 'This page broke'}>
      <Text c="dimmed" ta="center" maw={420}>
        {isAway
          ? 'Check your connection. Your input is kept.'
          : 'This is our mistake. Reload the page. If it happens again, tell us what you did.'}
      </Text>
      <Button onClick={tryAgain}>Try again</Button>
    </Lost>
  );
}

function Lost({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Center mih="70vh">
      <Stack align="center" gap="sm" p="md">
        <Mark size={44} />
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </Center>
  );
}
