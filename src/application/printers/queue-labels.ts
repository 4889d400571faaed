// Members queue labels for their printers: of bookings, test labels and reprints. Bookings are queued all or none.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { PrinterId } from '../../domain/printers/label-printer.ts';
import type { PrintJob, PrintJobId, PrintStatus } from '../../domain/printers/print-job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import type { SignedInCaller } from '../caller.ts';
import { readyBookings } from '../documents/print-batch.ts';
import type { App } from '../ports.ts';
import { getPrinter } from './manage-printers.ts';

type Owner = Pick<SignedInCaller, 'member'>;

/** A few rolls of labels. Those that print after booking are always queued: each of their bookings was paid for. */
const mostWaiting = 1_000;
const jobsPerPage = 50;
const keptMs = 30 * dayMs;
const purgeBatch = 500;

export async function queueLabels(
  app: App,
  caller: Owner,
  id: PrinterId,
  bookingIds: readonly number[],
): Promise<PrintJob[]> {
  await getPrinter(app, caller.member.id, id);
  const bookings = await readyBookings(app, caller, bookingIds, 'label');
  return await queue(
    app,
    caller,
    id,
    bookings.map((booking) => booking.id),
  );
}

export async function queueTestLabel(app: App, caller: Owner, id: PrinterId): Promise<PrintJob> {
  return only(await queue(app, caller, id, [undefined]));
}

/** A new job for the same label, to the same printer. */
export async function reprint(app: App, caller: Owner, id: PrintJobId): Promise<PrintJob> {
  const { printerId, bookingId } = await getJob(app, caller, id);
  return only(await queue(app, caller, printerId, [bookingId]));
}

export async function cancelJob(app: App, caller: Owner, id: PrintJobId): Promise<PrintJob> {
  await getJob(app, caller, id);
  if (!(await app.store.printJobs.cancel(id, caller.member.id, app.clock.nowMs())))
    throw new Refusal({ code: 'print_job_ended', id });
  return await getJob(app, caller, id);
}

export async function listJobs(
  app: App,
  { member }: Owner,
  { status, page }: { status: PrintStatus | undefined; page: number },
): Promise<PrintJob[]> {
  const limit = jobsPerPage;
  const skip = (page - 1) * limit;
  return await app.store.printJobs.list({ memberId: member.id, status, limit, skip });
}

/** Deletes one batch of old jobs; true if there may be more. */
export async function purgeJobs({ store, clock }: App): Promise<boolean> {
  return await store.printJobs.purge(clock.nowMs() - keptMs, purgeBatch);
}

async function queue(
  app: App,
  { member }: Owner,
  id: PrinterId,
  bookingIds: readonly (BookingId | undefined)[],
): Promise<PrintJob[]> {
  const ids = await app.store.transaction(async (store) => {
    // Locks the member, so that simultaneous requests cannot pass the limit together.
    await store.members.lock(member.id);
    const { name: printer, waiting } = await getPrinter({ store }, member.id, id);
    if (waiting + bookingIds.length > mostWaiting)
      throw new Refusal({ code: 'print_queue_full', printer, most: mostWaiting });
    return await store.printJobs.add({
      printerId: id,
      memberId: member.id,
      bookingIds,
      nowMs: app.clock.nowMs(),
    });
  });
  if (ids.length < bookingIds.length) throw new Refusal({ code: 'printer_not_found', id });
  return await Promise.all(ids.map((job) => getJob(app, { member }, job)));
}

async function getJob(app: App, { member }: Owner, id: PrintJobId): Promise<PrintJob> {
  const job = await app.store.printJobs.find(id, member.id);
  if (job === undefined) throw new Refusal({ code: 'print_job_not_found', id });
  return job;
}

function only([job]: readonly PrintJob[]): PrintJob {
  if (job === undefined) throw new Error('a label was not queued');
  return job;
}
