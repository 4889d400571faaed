// The bookings that a person has selected, on any page of any view of the list.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingsQuery, type ListedBooking, type Reader } from '../../api/bookings.ts';
import { perPage } from '../../parts/pager.tsx';
import type { BookingsSearch } from '../../search.ts';

/** The page keeps every selected booking for its totals. */
const mostPages = 20;

export function useChosenBookings(
  shown: readonly ListedBooking[],
  isOffered: (booking: ListedBooking) => boolean,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ListedBooking>>(new Map());
  const queries = useQueryClient();
  const add = (before: ReadonlyMap<number, ListedBooking>, more: readonly ListedBooking[]) =>
    new Map([...before, ...more.map((booking) => [booking.id, booking] as const)]);
  return {
    bookings: [...chosen.values()],
    chosen: new Set(chosen.keys()),
    onChoose: (ids: ReadonlySet<number>): void =>
      setChosen((before) => {
        const all = add(
          before,
          shown.filter(({ id }) => !before.has(id)),
        );
        return new Map([...all].filter(([id]) => ids.has(id)));
      }),
    clear: (): void => setChosen(new Map()),
    /** Adds every booking that matches and can be chosen, up to a thousand. */
    chooseMatching: async (reader: Reader, search: BookingsSearch): Promise<void> => {
      for (let page = 1; page <= mostPages; page += 1) {
        const found = await queries.fetchQuery(bookingsQuery(reader, { ...search, page }));
        setChosen((before) => add(before, found.filter(isOffered)));
        if (found.length < perPage) return;
      }
    },
  };
}
