// The bookings selected on all pages of the list: their totals, and what can be done with all of them: a member prints
// their documents in files, and the operator marks their carriers as notified.
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedBooking, Reader } from '../../api/bookings.ts';
import { type Batch, mostBatchBookings, printBatch } from '../../api/documents.ts';
import { type NotifiedPickup, notifiedPickup, useMarkNotified } from '../../api/operator.ts';
import { kilograms, money, piecesOf, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PrintOn } from '../../parts/print-on.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { Problem } from '../../parts/states.tsx';

type ChosenBookingsProps = {
  reader: Reader;
  bookings: readonly ListedBooking[];
  /** Chooses the bookings of every page; undefined if all are chosen or there is one page. */
  onChooseAll: (() => Promise<void>) | undefined;
  onClear: () => void;
};

/** The selection stays, because people print labels and manifests of the same bookings. */
export function ChosenBookings({ reader, bookings, onChooseAll, onClear }: ChosenBookingsProps) {
  const files = filesOf(bookings.map(({ id }) => id));
  const [printed, setPrinted] = useState(0);
  const print = useMutation({
    mutationFn: async ({ batch, from }: { batch: Batch; from: number }) => {
      for (const [at, ids] of files.entries()) {
        setPrinted(Math.max(at, from));
        if (at >= from) await printBatch(batch, ids, { at, of: files.length });
      }
    },
  });
  const chooseAll = useMutation({ mutationFn: async () => await onChooseAll?.() });
  if (bookings.length === 0) return null;
  const isSplit = files.length > 1;
  return (
    <SelectionBar
      words={`${plural(bookings.length, 'booking')} chosen`}
      onClear={() => {
        print.reset();
        onClear();
      }}
      below={
        <>
          <Group gap="xs" mih={26}>
            <Text size="sm">{totalsOf(bookings)}</Text>
            {onChooseAll === undefined ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                loading={chooseAll.isPending}
                onClick={() => chooseAll.mutate()}
              >
                Choose all that match
              </Button>
            )}
          </Group>
          {print.isPending ? (
            <Stack gap={4}>
              <Text size="sm">
                {isSplit
                  ? `Creating file ${printed + 1} of ${files.length}, ${mostBatchBookings} bookings each.`
                  : `Creating one file for ${plural(bookings.length, 'booking')}.`}{' '}
                A large file takes a moment.
              </Text>
              <Loader size="sm" type="bars" role="progressbar" aria-label="Creating the file" />
            </Stack>
          ) : null}
          <Problem error={chooseAll.error} />
          <Problem
            error={print.error}
            title={
              printed === 0 ? 'Nothing was printed' : `Printed ${printed} of ${files.length} files`
            }
            onRetry={
              print.variables === undefined
                ? undefined
                : () => print.variables && print.mutate({ ...print.variables, from: printed })
            }
          />
        </>
      }
    >
      {reader === 'operator' ? (
        <NotifyCarriers bookings={bookings} />
      ) : (
        <>
          {batches.map(({ batch, name }) => (
            <Button
              key={batch}
              size="xs"
              variant="default"
              disabled={print.isPending}
              loading={print.isPending && print.variables.batch === batch}
              leftSection={<Icon name="document" size={14} />}
              onClick={() => print.mutate({ batch, from: 0 })}
            >
              {name}
            </Button>
          ))}
          <PrintOn ids={bookings.map(({ id }) => id)} size="xs" />
        </>
      )}
    </SelectionBar>
  );
}

function NotifyCarriers({ bookings }: { bookings: readonly ListedBooking[] }) {
  const mark = useMarkNotified();
  const [marked, setMarked] = useState<readonly NotifiedPickup[]>([]);
  const due = bookings
    .filter(({ id, is_to_tell }) => is_to_tell && marked.every((other) => other.id !== id))
    .map(notifiedPickup);
  const put = (pickups: readonly NotifiedPickup[], isNotified: boolean): void =>
    mark.mutate({ pickups, isNotified }, { onSuccess: () => setMarked(isNotified ? pickups : []) });
  return (
    <>
      <Button
        size="xs"
        disabled={due.length === 0}
        loading={mark.isPending}
        onClick={() => put(due, true)}
      >
        Mark {plural(due.length, 'carrier')} as notified
      </Button>
      {marked.length === 0 ? null : (
        <Button size="xs" variant="default" onClick={() => put(marked, false)}>
          Undo
        </Button>
      )}
      <Problem error={mark.error} title="No carrier was marked" />
    </>
  );
}

/** The service prints a limited number of bookings into one file. */
function filesOf(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / mostBatchBookings) }, (_, at) =>
    ids.slice(at * mostBatchBookings, (at + 1) * mostBatchBookings),
  );
}

function totalsOf(bookings: readonly ListedBooking[]): string {
  const sum = (of: (booking: ListedBooking) => number): number =>
    bookings.reduce((total, booking) => total + of(booking), 0);
  // To the cent, because sums of dollars are not exact.
  const cents = sum(({ cost }) => Math.round((cost ?? 0) * 100));
  return [
    plural(
      sum(({ items }) => piecesOf(items)),
      'piece',
    ),
    kilograms(sum(({ charged_weight }) => charged_weight)),
    money(cents / 100),
  ].join(', ');
}

const batches: readonly { batch: Batch; name: string }[] = [
  { batch: 'labels', name: 'Labels, A4' },
  { batch: 'a6labels', name: 'Labels, A6' },
  { batch: 'zpl', name: 'Labels, ZPL' },
  { batch: 'manifests', name: 'Manifests' },
];
