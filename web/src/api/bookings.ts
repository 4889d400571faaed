// A member's bookings, as the pages ask for them.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { Booking } from './wire.ts';

const findBooking = (id: number, signal?: AbortSignal) =>
  ask<Booking>('GET', `/bookings/v4/${id}`, { signal });

export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', id],
    queryFn: ({ signal }) => findBooking(id, signal),
  });
}

export type BookingSearch = {
  q?: string | undefined;
  page?: number | undefined;
  show: string;
};

export function bookingsQuery({ q = '', page = 1, show }: BookingSearch) {
  return queryOptions({
    queryKey: ['bookings', 'list', show, q, page],
    queryFn: ({ signal }) =>
      ask<Booking[]>('GET', `/bookings/v4?show=${show}&page=${page}&q=${encodeURIComponent(q)}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** After any change of a booking every list and page of bookings, and the money behind them, is asked for again. */
function useBookingChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        ['bookings', 'money'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
}

/** Of a booking, and of what is declared to customs. */
export const longestDescription = 255;

/** As much of a text as a description holds. */
export function asDescription(text: string): string {
  if (text.length <= longestDescription) return text;
  // Not half of a character that is written as two.
  const beginning = text.slice(0, longestDescription - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${beginning.trimEnd()}…`;
}

export type AddressChange = Partial<
  Pick<Booking['sender'], 'name' | 'company_name' | 'email' | 'phone' | 'address'>
>;

export type BookingChange = {
  sender?: AddressChange;
  receiver?: AddressChange;
  description?: string;
  pickup_instructions?: string;
  special_instructions?: string;
  notifications?: { email: boolean; sms: boolean };
};

export type Confirm = {
  courier?: string;
  pickup_date?: string;
  tier?: number;
  /** Nothing where the carrier bills the member itself. */
  payment_method?: string;
};

export const changeBooking = (id: number, body: BookingChange) =>
  ask<Booking>('PUT', `/bookings/v4/${id}`, { body });

export const confirmBooking = (id: number, body: Confirm) =>
  ask<Booking>('POST', `/bookings/v4/${id}/confirm`, { body });

/** `onMade` is told before anything on the screen changes: the page with the form is gone with the quotes. */
export const useBook = (
  id: number,
  book: () => Promise<Booking>,
  onMade: (booking: Booking) => Promise<void>,
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: book,
    onSuccess: async (booking) => {
      // While it is new its prices stay those that were chosen from.
      if (booking.status === 'new') return;
      await onMade(booking);
      queries.setQueryData(bookingQuery(id).queryKey, booking);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['bookings', 'list'] }),
        queries.invalidateQueries({ queryKey: ['money'] }),
        // An order is booked with its booking.
        queries.invalidateQueries({ queryKey: ['orders'] }),
      ]),
  });
};

export const useDeleteBooking = (id: number) =>
  useBookingChange(() => ask('DELETE', `/bookings/v4/${id}`));

/** Nobody is to carry these, or nobody knows yet. */
const withoutLabels = ['new', 'Pending Payment', 'Request Sent', 'Request Failed', 'Cancelled'];

/** It has a number and somebody is to carry it, so that labels and manifests can be printed. */
export function hasLabels({ status, connote }: Pick<Booking, 'status' | 'connote'>): boolean {
  return connote !== null && !withoutLabels.includes(status);
}

/** Nobody knows what became of it, or somebody has to look at it: a person may have to finish it. */
export function isInTrouble({ status }: Pick<Booking, 'status'>): boolean {
  return ['Pending Payment', 'Request Sent', 'Request Failed', 'Pending Review'].includes(status);
}

/** Not yet certain: the gateway or the carrier has not told. */
export function isUnsettled({ status }: Booking): boolean {
  return status === 'Pending Payment' || status === 'Request Sent';
}
