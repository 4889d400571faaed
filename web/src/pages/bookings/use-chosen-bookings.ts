// The bookings that a person has selected, on any page of any view of the list.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BookingSearch, bookingsQuery, hasLabels } from '../../api/bookings.ts';
import type { Booking } from '../../api/wire.ts';
import { perPage } from '../../parts/pager.tsx';

/** The page keeps every selected booking for its totals. */
const mostPages = 20;

export function useChosenBookings(shown: readonly Booking[]) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Booking>>(new Map());
  const queries = useQueryClient();
  const add = (before: ReadonlyMap<number, Booking>, more: readonly Booking[]) =>
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
    /** Adds every printable booking that matches, up to a thousand. */
    chooseMatching: async (search: Omit<BookingSearch, 'page'>): Promise<void> => {
      for (let page = 1; page <= mostPages; page += 1) {
        const found = await queries.fetchQuery(bookingsQuery({ ...search, page }));
        setChosen((before) => add(before, found.filter(hasLabels)));
        if (found.length < perPage) return;
      }
    },
  };
}
