// One label on its way to a label printer. A job is marked as sent after the printer has received the label: if the
// process dies in between, the label is printed twice, which is harmless. A lost label is not, so a job never ends
// without being sent, failing with a reason, or being cancelled by a person.
import type { BookingId } from '../bookings/booking.ts';
import type { MemberId } from '../members/member.ts';
import { dayMs, minuteMs, secondMs } from '../time/durations.ts';
import type { PrinterId, PrintTrouble } from './label-printer.ts';

export type PrintJobId = number & { readonly brand: 'PrintJobId' };

export const printJobId = (id: number): PrintJobId => id as PrintJobId;

export const printStatuses = ['waiting', 'sent', 'failed', 'cancelled'] as const;
export type PrintStatus = (typeof printStatuses)[number];

export type PrintJob = {
  id: PrintJobId;
  printerId: PrinterId;
  memberId: MemberId;
  /** Undefined for a test label. */
  bookingId: BookingId | undefined;
  status: PrintStatus;
  attempts: number;
  queuedAtMs: number;
  endedAtMs: number | undefined;
  /** Why the last attempt failed. */
  trouble: PrintTrouble | undefined;
};

/** A printer that is switched off overnight prints in the morning; a longer outage needs a person. */
export const printPatienceMs = dayMs;
const shortestPauseMs = 2 * secondMs;
const longestPauseMs = minuteMs;

/** The pause after this many failures in a row. */
export function pauseAfterMs(failures: number): number {
  return Math.min(longestPauseMs, shortestPauseMs * 2 ** Math.min(failures - 1, 10));
}

/** A process has a printer to itself for this long, and renews it while it sends. */
export const printerHeldMs = minuteMs;
