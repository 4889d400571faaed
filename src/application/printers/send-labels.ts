// Sends waiting labels to printers on the network. A job is taken, sent and marked, and each step is on disk before the
// next. If a process dies between sending and marking, another sends the label again a minute later: a label printed
// twice is harmless, a lost one is not.
import type { MemberId } from '../../domain/members/member.ts';
import type { PrinterId, PrintReason, PrintTrouble } from '../../domain/printers/label-printer.ts';
import {
  type PrintJob,
  pauseAfterMs,
  printerHeldMs,
  printPatienceMs,
} from '../../domain/printers/print-job.ts';
import { Refusal, type UnreadyReason } from '../../domain/refusal.ts';
import { minuteMs, secondMs } from '../../domain/time/durations.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { printDocument } from '../documents/print-document.ts';
import { labelOf } from '../documents/print-label.ts';
import type { App, JobTaken, TakenJob } from '../ports.ts';

/** Printers that one process sends to at the same time. */
const mostAtOnce = 20;
/** So that the stalled printers of one member hold up no other member. */
const mostAtOnceOfMember = 5;
const renewEveryMs = printerHeldMs / 3;
/** After so many broken attempts in a row, a person should look at the printer. */
const mostBroken = 5;
const drawAgainMs = 5 * secondMs;
const askCarrierAgainMs = 5 * minuteMs;
const mostDrawn = 5;

export class LabelSending {
  readonly #busy = new Map<PrinterId, { memberId: MemberId; sending: Promise<void> }>();

  /** Begins to send to every printer with due labels, and returns without waiting for them. */
  async begin(app: App, stop?: AbortSignal): Promise<void> {
    const most = { printers: mostAtOnce, ofMember: mostAtOnceOfMember };
    for (const { id, memberId } of await app.store.printJobs.listDue(app.clock.nowMs(), most)) {
      const ofMember = [...this.#busy.values()].filter((other) => other.memberId === memberId);
      const isFull = this.#busy.size >= mostAtOnce || ofMember.length >= mostAtOnceOfMember;
      if (isFull || this.#busy.has(id)) continue;
      const sending = sendWaiting(app, id, stop)
        .catch((error: unknown) => app.log.error({ err: error, printer: id }, 'printing failed'))
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, { memberId, sending });
    }
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ sending }) => sending));
  }
}

/** Until none is due, or the printer cannot be reached. */
async function sendWaiting(app: App, id: PrinterId, stop?: AbortSignal): Promise<void> {
  const isStopped = (): boolean => stop?.aborted === true;
  while (!isStopped()) {
    const job = await takeLabel(app, id);
    if (job === undefined || job.reach.kind !== 'tcp') return;
    const lost = new AbortController();
    const renewal = setInterval(() => {
      renewJob(app, job).then(
        (isOurs) => isOurs || lost.abort(),
        (error: unknown) => app.log.warn({ err: error, job: job.id }, 'a label was not renewed'),
      );
    }, renewEveryMs).unref();
    const trouble = await app.labelSender
      .send(job.reach, job.bytes, AbortSignal.any([lost.signal, ...(stop ? [stop] : [])]))
      .finally(() => clearInterval(renewal));
    // Another process sends it again.
    if (isStopped() && trouble !== undefined) return;
    await endAttempt(app, job, trouble);
  }
}

export async function renewJob(app: App, job: JobTaken): Promise<boolean> {
  return await app.store.printJobs.renew(job, app.clock.nowMs() + printerHeldMs);
}

export type TakenLabel = TakenJob & { bytes: Uint8Array };

/** The printer's next label. Jobs whose label cannot be printed end on the way, with the reason. */
export async function takeLabel(app: App, id: PrinterId): Promise<TakenLabel | undefined> {
  for (;;) {
    const nowMs = app.clock.nowMs();
    const job = await app.store.printJobs.take(id, { nowMs, untilMs: nowMs + printerHeldMs });
    if (job === undefined) return undefined;
    const drawn = await drawLabel(app, job);
    if ('bytes' in drawn) return { ...job, bytes: drawn.bytes };
    const { trouble, againMs } = drawn;
    const isOver = againMs === undefined || nowMs - job.queuedAtMs > printPatienceMs;
    const endedAtMs = app.clock.nowMs();
    await app.store.printJobs.endAttempt(job, {
      trouble,
      nowMs: endedAtMs,
      dueAtMs: isOver ? undefined : endedAtMs + againMs,
      pauseAfterMs: undefined,
    });
  }
}

export async function endAttempt(
  app: App,
  job: JobTaken & Pick<PrintJob, 'queuedAtMs' | 'trouble'>,
  trouble: PrintTrouble | undefined,
): Promise<void> {
  const nowMs = app.clock.nowMs();
  if (trouble === undefined) {
    await app.store.printJobs.markSent(job, nowMs);
    return;
  }
  const isBroken = trouble.reason === 'cut_off' && job.trouble?.reason === 'cut_off';
  const isOver =
    trouble.reason === 'not_allowed' ||
    nowMs - job.queuedAtMs > printPatienceMs ||
    (isBroken && job.attempts >= mostBroken);
  const dueAtMs = isOver ? undefined : nowMs;
  await app.store.printJobs.endAttempt(job, { trouble, nowMs, dueAtMs, pauseAfterMs });
}

/** `againMs`: when it may work, if ever. */
type Drawn = { bytes: Uint8Array } | { trouble: PrintTrouble; againMs: number | undefined };

async function drawLabel(app: App, job: TakenJob): Promise<Drawn> {
  try {
    return { bytes: await zplOf(app, job) };
  } catch (error) {
    if (error instanceof Refusal) return notPrintable(error);
    app.log.error({ err: error, job: job.id }, 'a label could not be drawn for a printer');
    const againMs = job.attempts < mostDrawn ? drawAgainMs : undefined;
    return { trouble: { reason: 'drawing', detail: '' }, againMs };
  }
}

async function zplOf(
  app: App,
  { bookingId, memberId, printerName }: TakenJob,
): Promise<Uint8Array> {
  if (bookingId === undefined) {
    const printedAt = timestamp(app.clock.nowMs(), homeZone);
    const issuer = app.operator.seller.name;
    const label = { printer: printerName, printedAt };
    const job = { kind: 'test', title: 'Test label', issuer, format: 'zpl', label } as const;
    return (await printDocument(app, job, { memberId, name: 'test', kept: undefined })).bytes;
  }
  const [booking] = await app.store.bookings.listPlain(memberId, [bookingId]);
  if (booking === undefined)
    throw new Refusal({
      code: 'document_not_ready',
      id: bookingId,
      document: 'label',
      why: 'cancelled',
    });
  const options = { size: 'a6', format: 'zpl', piece: undefined } as const;
  return (await labelOf(app, booking, options)).bytes;
}

const unready: Readonly<Record<UnreadyReason, { reason: PrintReason; againMs?: number }>> = {
  cancelled: { reason: 'cancelled' },
  unconfirmed: { reason: 'unconfirmed' },
  carrier_pages: { reason: 'no_zpl' },
  carrier: { reason: 'no_label', againMs: askCarrierAgainMs },
};

/** The label's refusal as the reason of a job. */
function notPrintable(refusal: Refusal): { trouble: PrintTrouble; againMs: number | undefined } {
  const { data } = refusal;
  const because = (reason: PrintReason, detail = '', againMs?: number) => ({
    trouble: { reason, detail },
    againMs,
  });
  if (data.code === 'printer_busy') return because('drawing', '', drawAgainMs);
  if (data.code === 'document_not_ready') {
    const { reason, againMs } = unready[data.why];
    return because(reason, '', againMs);
  }
  const [issue] = 'issues' in data ? data.issues : [];
  if (issue !== undefined && 'problem' in issue && issue.problem === 'format_not_printed')
    return because('no_zpl', issue.formats.join(', ').toUpperCase());
  throw refusal;
}
