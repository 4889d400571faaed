// The frame of every members page: navigation, the command palette, and the signed-in member. On phones the navigation
// is behind a button. The first tab stop skips it.
import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { issuesQuery } from './api/operator.ts';
import { useSession, useSignOut } from './api/session.ts';
import { Palette } from './palette.tsx';
import { Brand } from './parts/brand.tsx';
import { Icon } from './parts/icon.tsx';
import { Keyboard, paletteKey } from './parts/keyboard.tsx';
import { LeaveQuestion } from './parts/leave-question.tsx';
import { MenuLink } from './parts/links.tsx';
import { showFailed } from './parts/notices.tsx';
import { Loading } from './parts/states.tsx';
import classes from './shell.module.css';
import { useWays, type Way } from './ways.ts';

/** The page itself refreshes more often. */
const countAgainMs = 5 * 60_000;

/** Frames the current page, or `children` instead. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { is_simulated: isSimulated } = useSession();
  const ways = useWays();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const openPalette = (): void => {
    close();
    palette.open();
  };
  const main = useFocusOnNewPage();
  return (
    <AppShell
      layout="alt"
      navbar={{ width: 244, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      header={{ height: { base: 56, md: 0 } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <AppShell.Header hiddenFrom="md" className={classes.top}>
        <Link to="/quote" className={classes.home} aria-label="Linehaul, to the start">
          <Brand size={26} />
        </Link>
        <Group gap="xs" wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Search or jump to"
            onClick={openPalette}
          >
            <Icon name="search" size={20} />
          </ActionIcon>
          <Burger
            opened={isOpen}
            onClick={toggle}
            size="sm"
            aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        className={classes.rail}
        aria-label="Main"
        data-is-long={ways.operator.length > 0 || undefined}
      >
        <Group justify="space-between" className={classes.railTop}>
          <Link to="/quote" className={classes.home} aria-label="Linehaul, to the start">
            <Brand />
          </Link>
          <Burger
            opened
            onClick={close}
            size="sm"
            hiddenFrom="md"
            color="var(--rail-ink)"
            aria-label="Close the menu"
          />
        </Group>
        <UnstyledButton className={classes.search} visibleFrom="md" onClick={openPalette}>
          <Icon name="search" size={16} />
          <span>
            Search<VisuallyHidden> or jump to</VisuallyHidden>
          </span>
          <Kbd size="xs" aria-hidden="true">
            {paletteKey}
          </Kbd>
        </UnstyledButton>
        <WaysList>
          <MembersWays ways={ways.own} onGo={close} />
          {ways.operator.length === 0 ? null : (
            <>
              <p className={classes.label}>Operator</p>
              <Ways ways={ways.operator} onGo={close} />
            </>
          )}
        </WaysList>
        <Person />
      </AppShell.Navbar>
      <LeaveQuestion />
      <Keyboard onPalette={openPalette} />
      <Palette ways={ways} isOpen={isPaletteOpen} onClose={palette.close} />
      <AppShell.Main className={classes.main} id="main" tabIndex={-1} ref={main}>
        {isSimulated ? (
          <p className={classes.simulated} role="note">
            Simulated carriers: nothing is really sent, and no money moves.
          </p>
        ) : null}
        <Suspense fallback={<Loading what="the page" />}>{children}</Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/**
 * Scrolls if it is taller than the screen: the current page stays visible, and a fading edge shows that there is
 * more.
 */
function WaysList({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const list = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ isAbove: false, isBelow: false });
  const look = useCallback(() => {
    if (list.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    const isAbove = scrollTop > 1;
    const isBelow = scrollTop + clientHeight < scrollHeight - 1;
    setMore((known) =>
      known.isAbove === isAbove && known.isBelow === isBelow ? known : { isAbove, isBelow },
    );
  }, []);
  useEffect(() => {
    if (list.current === null || pathname === '') return;
    const showCurrent = (): void => {
      list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
      look();
    };
    showCurrent();
    // Entries change their size when their font has loaded.
    const observer = new ResizeObserver(showCurrent);
    for (const part of [list.current, ...list.current.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [pathname, look]);
  return (
    <div
      className={classes.ways}
      ref={list}
      onScroll={look}
      data-more-above={more.isAbove || undefined}
      data-more-below={more.isBelow || undefined}
    >
      {children}
    </div>
  );
}

type WaysProps = { ways: readonly Way[]; onGo: () => void };

/** On operator pages these are one entry that opens, so that the navigation fits a laptop. */
function MembersWays(props: WaysProps) {
  const isFolded = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/operator'),
  });
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!isFolded) return <Ways {...props} />;
  return (
    <>
      <UnstyledButton className={classes.way} aria-expanded={isOpen} onClick={toggle}>
        <Icon name="down" />
        Your shipping
      </UnstyledButton>
      {isOpen ? <Ways {...props} /> : null}
    </>
  );
}

function Ways({ ways: listed, onGo }: WaysProps) {
  return listed.map(({ to, name, icon }) => (
    <Link
      key={to}
      to={to}
      className={classes.way}
      onClick={onGo}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={icon} />
      {name}
      {to === '/operator/attention' ? <IssueCount /> : null}
    </Link>
  ));
}

/** The number of open issues; hidden if it is zero or unknown. */
function IssueCount() {
  const { data } = useQuery({ ...issuesQuery, refetchInterval: countAgainMs });
  if (data === undefined) return null;
  const { to_tell, ...lists } = data;
  const count = Object.values(lists).reduce((sum, { length }) => sum + length, to_tell);
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count}
      <VisuallyHidden> open</VisuallyHidden>
    </span>
  );
}

function Person() {
  const { member, user } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  if (member === null || user === null) return null;
  const name = member.company_name || `${member.first_name} ${member.last_name}`.trim();
  return (
    <Menu position="top-start" width={212} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          className={classes.person}
          justify="flex-start"
          leftSection={<Icon name="account" />}
        >
          <span className={classes.personText}>
            <Text span size="sm" fw={600} truncate display="block">
              {name || user.email}
            </Text>
            {name === '' ? null : (
              <Text span size="xs" truncate display="block" className={classes.personMail}>
                {user.email}
              </Text>
            )}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink to="/account" leftSection={<Icon name="account" size={16} />}>
          Your account
        </MenuLink>
        <Menu.Label>Appearance</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            leftSection={<Icon name={schemeIcons[scheme]} size={16} />}
            rightSection={colorScheme === scheme ? <Icon name="check" size={16} /> : null}
          >
            {schemeNames[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<Icon name="signOut" size={16} />}
          onClick={() =>
            signOut.mutate('here', {
              onSuccess: () => void navigate({ to: '/sign-in' }),
              onError: showFailed,
            })
          }
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemeNames = { auto: 'As the system', light: 'Light', dark: 'Dark' };
const schemeIcons = { auto: 'clock', light: 'sun', dark: 'moon' } as const;

/**
 * After navigation the focused element may be gone: keyboards and screen readers continue at the new page, not at
 * the top of the navigation.
 */
function useFocusOnNewPage() {
  // After arrival: until then the old page is still shown.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname]);
  return main;
}
