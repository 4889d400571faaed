// A member's invoices of a period in one file, the oldest first, for bookkeeping at the end of a month. Their number is
// limited, because each may have to be issued and drawn while the member waits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { clientGone } from '../request-scope.ts';
import { digestOfBytes, type PrintedDocument } from './print-document.ts';
import { printInvoice } from './print-invoice.ts';

export const mostInvoices = 100;
/** Includes bookings that the carrier invoices itself. */
const mostLookedAt = 10_000;

/** By confirmation time; `untilMs` is excluded. */
export type InvoicesWanted = { sinceMs: number; untilMs: number | undefined };

export async function printInvoices(
  app: App,
  caller: SignedInCaller,
  { sinceMs, untilMs }: InvoicesWanted,
): Promise<PrintedDocument> {
  const memberId = caller.member.id;
  const { found: invoiced, isCut } = await app.store.bookings.listSold({
    memberId,
    sinceMs,
    untilMs,
    among: mostLookedAt,
    limit: mostInvoices + 1,
  });
  if (invoiced.length > mostInvoices)
    refuse(
      `There are more than ${mostInvoices} invoices in this time, which is more than fits in a file. Choose a shorter time.`,
    );
  if (isCut)
    refuse(
      `There are more than ${mostLookedAt} bookings in this time, which is more than are looked through for invoices. Choose a shorter time.`,
    );
  if (invoiced.length === 0) refuse('There is no invoice in this time. Choose a longer one.');
  const files: Uint8Array[] = [];
  for (const { id } of invoiced.toReversed()) {
    // Quotes get a turn between two invoices.
    await nextTurn();
    files.push((await printInvoice(app, caller, id)).bytes);
  }
  const bytes = await app.printer.join(files, memberId, clientGone());
  return { bytes, digest: digestOfBytes(app, bytes), format: 'pdf', name: 'invoices' };
}

function refuse(sentence: string): never {
  throw new Refusal({ code: 'values_out_of_range', issues: [{ path: ['since'], sentence }] });
}
