// A member's invoices of a period in one file, the oldest first, for bookkeeping at the end of a month. Their number is
// limited, because each may have to be issued and drawn while the member waits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Problem } from '../../domain/problem.ts';
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
  if (invoiced.length > mostInvoices) refuse({ problem: 'too_many_invoices', most: mostInvoices });
  if (isCut) refuse({ problem: 'too_many_to_search', most: mostLookedAt });
  if (invoiced.length === 0) refuse({ problem: 'no_invoices' });
  const files: Uint8Array[] = [];
  for (const { id } of invoiced.toReversed()) {
    // Quotes get a turn between two invoices.
    await nextTurn();
    files.push((await printInvoice(app, caller, id)).bytes);
  }
  const bytes = await app.printer.join(files, memberId, clientGone());
  return { bytes, digest: digestOfBytes(app, bytes), format: 'pdf', name: 'invoices' };
}

function refuse(problem: Problem): never {
  const issues = [{ path: ['since'], ...problem }];
  throw new Refusal({ code: 'values_out_of_range', issues });
}
