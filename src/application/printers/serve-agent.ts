// The print agent beside a printer: it asks for the printer's next label, and reports what became of it. Its token
// belongs to one printer.
import { setTimeout as pause } from 'node:timers/promises';
import type { PrintTrouble } from '../../domain/printers/label-printer.ts';
import type { PrintJobId } from '../../domain/printers/print-job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { secondMs } from '../../domain/time/durations.ts';
import type { AgentsPrinter, App } from '../ports.ts';
import { endAttempt, renewJob, type TakenLabel, takeLabel } from './send-labels.ts';

const lookAgainMs = secondMs;

/** Waits for a label for so long, or until `isOver`. */
export async function nextLabel(
  app: App,
  token: string,
  { waitMs, isOver }: { waitMs: number; isOver(): boolean },
): Promise<TakenLabel | undefined> {
  for (let waitedMs = 0; !isOver(); waitedMs += lookAgainMs) {
    // On each turn, because the token may be replaced while its agent waits.
    const { id } = await getAgentsPrinter(app, token);
    await app.store.labelPrinters.noteSeen(id, app.clock.nowMs());
    const label = await takeLabel(app, id);
    if (label !== undefined || waitedMs >= waitMs) return label;
    await pause(lookAgainMs, undefined, { ref: false });
  }
  return undefined;
}

/** `printing` keeps the label for this agent for another minute. */
export type AgentReport =
  | { state: 'printing' }
  | { state: 'sent' }
  | { state: 'failed'; trouble: PrintTrouble };

/** Reports may be repeated: the first one counts. */
export async function reportLabel(
  app: App,
  token: string,
  { id, attempt }: { id: PrintJobId; attempt: number },
  report: AgentReport,
): Promise<void> {
  const printer = await getAgentsPrinter(app, token);
  const job = await app.store.printJobs.find(id, printer.memberId);
  if (job === undefined || job.printerId !== printer.id)
    throw new Refusal({ code: 'print_job_not_found', id });
  const taken = { ...job, attempts: attempt };
  if (report.state === 'printing') await renewJob(app, taken);
  else await endAttempt(app, taken, report.state === 'sent' ? undefined : report.trouble);
}

export async function getAgentsPrinter(app: App, token: string): Promise<AgentsPrinter> {
  const printer = await app.store.labelPrinters.findByDigest(app.secrets.digest(token));
  if (printer === undefined) throw new Refusal({ code: 'print_token_rejected' });
  return printer;
}
