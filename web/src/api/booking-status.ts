// The colour of each booking status, and what the domain says about it. Answers have statuses as titles.
import { type BookingStatus, bookingStatuses } from '../../../src/domain/bookings/booking.ts';
import * as domain from '../../../src/domain/bookings/booking-status.ts';
import type { Booking } from './wire.ts';

type Colour = 'gray' | 'eucalypt' | 'blue' | 'ochre' | 'red';

const colours: Readonly<Record<BookingStatus, Colour>> = {
  new: 'gray',
  pending_payment: 'ochre',
  paid: 'eucalypt',
  pending_review: 'ochre',
  request_sent: 'blue',
  request_failed: 'red',
  reviewed: 'eucalypt',
  confirmed: 'eucalypt',
  cancelled: 'gray',
  booked_manually: 'eucalypt',
};

/** The filters of the list of bookings: every status but that of a quote. */
export const statusChoices = bookingStatuses
  .filter(domain.isPaid)
  .map((value) => ({ value, title: domain.statusTitle(value) }));

const byTitle = new Map(bookingStatuses.map((status) => [domain.statusTitle(status), status]));

type Stated = Pick<Booking, 'status'>;

const whether =
  (is: (status: BookingStatus) => boolean) =>
  ({ status: title }: Stated): boolean => {
    const status = byTitle.get(title);
    return status !== undefined && is(status);
  };

export const colourOf = ({ status }: Stated): Colour => colours[byTitle.get(status) ?? 'new'];

/** The gateway or the carrier has not answered yet, and recovery keeps asking. */
export const isUnsettled = whether(domain.isUnsettled);

/** It may be charged or with the carrier, so booking it again could send it twice. */
export const isUnderWay = whether(domain.isUnderWay);

export const isCancelled = whether((status) => status === 'cancelled');

/** Booked with a carrier. */
export const isSettled = whether(domain.isSettled);

/** The result is unknown or needs review: a person may have to finish it. */
export const isInTrouble = whether((status) => domain.troubledStatuses.includes(status));

/** The operator must review it. */
export const awaitsPerson = (booking: Stated): boolean =>
  isInTrouble(booking) && !isUnsettled(booking);
