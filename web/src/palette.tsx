// The command palette: one field from which a person opens a page, starts an action, or finds a booking, an order or,
// as the operator, a member or a carrier. It remembers nothing. Pages and actions match at once; the rest is searched
// for shortly after the last key, by the same requests as the lists.
import { Box, Group, Loader, Modal, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { bookingsQuery, type ListedBooking } from './api/bookings.ts';
import { isNamed, membersQuery, servicesQuery } from './api/operator.ts';
import { ordersQuery } from './api/orders.ts';
import { useSession } from './api/session.ts';
import type { ListedMember, Order, Service } from './api/wire.ts';
import classes from './palette.module.css';
import { plural } from './parts/figures.tsx';
import { Icon, type IconName } from './parts/icon.tsx';
import { placeLine } from './parts/place-line.ts';
import { searchPauseMs } from './parts/search-field.tsx';
import { sentenceCase } from './parts/status-badge.tsx';
import type { Way, Ways } from './ways.ts';

type PaletteProps = { ways: Ways; isOpen: boolean; onClose: () => void };

export function Palette({ ways, isOpen, onClose }: PaletteProps) {
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Search or jump to"
      size="lg"
      yOffset="10dvh"
      centered={false}
      fullScreen={isPhone ?? false}
    >
      <Search ways={ways} onClose={onClose} />
    </Modal>
  );
}

type Entry = { name: string; detail?: string; icon: IconName; open: () => unknown };
type EntryGroup = { title: string; entries: readonly Entry[] };

function Search({ ways, onClose }: Omit<PaletteProps, 'isOpen'>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answers arrived: open the first. */
  const [isAwaited, setIsAwaited] = useState(false);
  const typed = text.trim();
  const [paused] = useDebouncedValue(typed, searchPauseMs);
  const wanted = isAwaited ? typed : paused;
  const known = useKnown(ways, typed);
  const { groups: found, isBehind, error } = useFound(wanted);
  const isSearching = isSearchable(typed) && (isBehind || wanted !== typed);
  const groups = [...known, ...(isSearchable(typed) ? found : [])].filter(
    ({ entries }) => entries.length > 0,
  );
  const entries = groups.flatMap((group) => group.entries);
  const countKnown = known.reduce((sum, group) => sum + group.entries.length, 0);
  const open = (entry: Entry): void => {
    onClose();
    void entry.open();
  };
  const enter = (): void => {
    const entry = entries[active];
    // Entries of an earlier text are shown until the answer arrives, but Enter does not open them.
    if (isSearching && active >= countKnown) setIsAwaited(true);
    else if (entry !== undefined) open(entry);
  };
  const openFirst = useEffectEvent(() => {
    setIsAwaited(false);
    const [first] = entries;
    if (first !== undefined) open(first);
  });
  const isReady = isAwaited && !isSearching;
  useEffect(() => {
    if (isReady) openFirst();
  }, [isReady]);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const move = (step: number): void => {
    if (entries.length > 0) setActive((active + step + entries.length) % entries.length);
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label="Search or jump to"
        aria-autocomplete="list"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries[active] === undefined ? undefined : `${id}-${active}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        placeholder="Page, action, booking, connote, reference, order…"
        leftSection={isSearching ? <Loader size={16} /> : <Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setIsAwaited(false);
        }}
        onKeyDown={(event) => {
          const { key } = event;
          if (key === 'ArrowDown') move(1);
          else if (key === 'ArrowUp') move(-1);
          else if (key === 'Enter' && !event.nativeEvent.isComposing) enter();
          else return;
          event.preventDefault();
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        className={classes.results}
      >
        {groups.map(({ title, entries: ofGroup }, at) => {
          const before = groups.slice(0, at).reduce((sum, one) => sum + one.entries.length, 0);
          const isOld = isSearching && before >= countKnown;
          return (
            <Box key={title} role="group" aria-label={title} data-old={isOld || undefined}>
              <Text size="xs" fw={600} c="dimmed" className={classes.title} aria-hidden="true">
                {title}
              </Text>
              {ofGroup.map((entry, atInGroup) => {
                const n = before + atInGroup;
                return (
                  <Box
                    key={n}
                    id={`${id}-${n}`}
                    data-at={n}
                    role="option"
                    aria-selected={n === active}
                    className={classes.entry}
                    onMouseMove={() => setActive(n)}
                    // The field keeps the focus.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => open(entry)}
                  >
                    <Icon name={entry.icon} size={16} />
                    <Text span size="sm" fw={500} className={classes.name}>
                      {entry.name}
                    </Text>
                    {entry.detail === undefined ? null : (
                      <Text span size="xs" c="dimmed" truncate className={classes.detail}>
                        {entry.detail}
                      </Text>
                    )}
                  </Box>
                );
              })}
            </Box>
          );
        })}
      </div>
      {error !== null && isSearchable(typed) ? (
        <Text size="sm" c="var(--mantine-color-error)" className={classes.note} role="alert">
          {error.message}
        </Text>
      ) : entries.length === 0 && !isSearching ? (
        <Text size="sm" c="dimmed" className={classes.note}>
          Nothing found. Search for a page, the whole number of a booking, a connote or an order, or
          the first letters of a name or reference.
        </Text>
      ) : null}
      <Group gap="md" className={classes.help} visibleFrom="xs" aria-hidden="true">
        <span>↑ ↓ to choose</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </Group>
      <VisuallyHidden role="status">
        {isSearching ? 'Searching' : plural(entries.length, 'result')}
      </VisuallyHidden>
    </>
  );
}

/** No list takes more. */
const longestSearch = 200;

/** A single letter begins too many names. */
const isSearchable = (text: string): boolean => text.length > 1 || /^\d$/.test(text);

/** Actions and pages whose name has words that begin with those typed; without text, all of them. */
function useKnown(ways: Ways, text: string): EntryGroup[] {
  const navigate = useNavigate();
  const words = text.toLowerCase().split(/\s+/);
  const isMeant = ({ name }: Way): boolean => {
    const own = name.toLowerCase().split(' ');
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  const entryOf = ({ to, name, icon, isAdding }: Way): Entry => ({
    name,
    icon,
    open: () => navigate({ to, state: { isAdding } }),
  });
  const entriesOf = (all: readonly Way[]) => all.filter(isMeant).map(entryOf);
  return [
    { title: 'Actions', entries: entriesOf(ways.actions) },
    { title: 'Pages', entries: entriesOf([...ways.own, ways.account]) },
    { title: 'Operator pages', entries: entriesOf(ways.operator) },
  ];
}

/** Entries of one kind; the whole list is one step further. */
const mostOfKind = 5;

type Found = { groups: EntryGroup[]; isBehind: boolean; error: Error | null };

function useFound(text: string): Found {
  const navigate = useNavigate();
  const { is_operator, needs_two_factor } = useSession();
  const isOperator = is_operator && !needs_two_factor;
  const enabled = isSearchable(text);
  const once = { enabled, refetchInterval: false, placeholderData: keepPreviousData } as const;
  const bookingsAnswer = {
    ...bookingsQuery(isOperator ? 'operator' : 'member', { q: text }),
    ...once,
  };
  const ordersAnswer = { ...ordersQuery({ q: text }), ...once };
  const membersAnswer = { ...membersQuery({ q: text }), ...once, enabled: enabled && isOperator };
  const servicesAnswer = {
    ...servicesQuery,
    enabled: enabled && isOperator,
    refetchInterval: false,
  } as const;
  const answers = useQueries({
    queries: [bookingsAnswer, ordersAnswer, membersAnswer, servicesAnswer],
  });
  const [bookings, orders, members, services] = answers;
  const isBehind = answers.some(
    ({ isEnabled, isFetching, isPlaceholderData, data }) =>
      isEnabled && (isPlaceholderData || (isFetching && data === undefined)),
  );
  const groups = [
    shortened('Bookings', bookings.data, {
      entryOf: (booking) => ({
        name: `Booking ${booking.id}`,
        detail: bookingWords(booking),
        icon: 'bookings',
        open: () =>
          navigate({
            to: isOperator ? '/operator/bookings/$id' : '/bookings/$id',
            params: { id: String(booking.id) },
          }),
      }),
      openAll: () =>
        navigate({ to: isOperator ? '/operator/bookings' : '/bookings', search: { q: text } }),
    }),
    shortened('Orders', orders.data, {
      entryOf: (order) => ({
        name: `Order ${order.order_id}`,
        detail: orderWords(order),
        icon: 'orders',
        open: () => navigate({ to: '/orders/$id', params: { id: String(order.id) } }),
      }),
      openAll: () => navigate({ to: '/orders', search: { q: text } }),
    }),
    shortened('Members', members.data, {
      entryOf: (member) => ({
        name: member.company_name || member.email,
        detail: memberWords(member),
        icon: 'account',
        open: () => navigate({ to: '/operator/members/$id', params: { id: String(member.id) } }),
      }),
      openAll: () => navigate({ to: '/operator/members', search: { q: text } }),
    }),
    shortened('Carriers', carriersNamed(services.data ?? [], text), {
      entryOf: ({ carrier }) => ({
        name: carrier,
        icon: 'truck',
        open: () => navigate({ to: '/operator/carriers', search: { q: carrier } }),
      }),
      openAll: () => navigate({ to: '/operator/carriers', search: { q: text } }),
    }),
  ];
  return { groups, isBehind, error: answers.find(({ error }) => error !== null)?.error ?? null };
}

type Shown<Row> = { entryOf: (row: Row) => Entry; openAll: () => unknown };

function shortened<Row>(
  title: string,
  rows: readonly Row[] = [],
  { entryOf, openAll }: Shown<Row>,
): EntryGroup {
  const entries = rows.slice(0, mostOfKind).map(entryOf);
  const all: Entry = {
    name: `All ${title.toLowerCase()} that match`,
    icon: 'right',
    open: openAll,
  };
  return { title, entries: rows.length > mostOfKind ? [...entries, all] : entries };
}

function bookingWords(booking: ListedBooking): string {
  const { connote, customer_reference, receiver, status } = booking;
  return joined([
    status === 'new' ? 'Quoted' : sentenceCase(status),
    connote,
    customer_reference,
    receiver.name || receiver.company_name,
    placeLine(receiver),
  ]);
}

const orderWords = ({ delivery, buyer_name, receiver }: Order): string =>
  joined([delivery.name || buyer_name, placeLine(receiver)]);

const memberWords = ({ id, email, company_name }: ListedMember): string =>
  joined([`Member ${id}`, company_name === '' ? '' : email]);

const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part).join(' · ');

/** One service of each carrier. */
function carriersNamed(services: readonly Service[], text: string): Service[] {
  const named = services.filter((service) => isNamed(service, text));
  return [...new Map(named.map((service) => [service.carrier, service])).values()];
}
