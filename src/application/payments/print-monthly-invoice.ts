// A monthly invoice as PDF, drawn from what it was issued with.
import { monthlyInvoiceName } from '../../domain/payments/monthly-invoice.ts';
import { type PrintedDocument, printDocument } from '../documents/print-document.ts';
import type { App, Owner } from '../ports.ts';
import { readMonthlyInvoice } from './monthly-invoices.ts';

export async function printMonthlyInvoice(
  app: App,
  reader: Owner,
  number: number,
): Promise<PrintedDocument> {
  const { memberId, facts } = await readMonthlyInvoice(app, reader, number);
  const name = monthlyInvoiceName(number);
  const job = {
    kind: 'monthly_invoice' as const,
    format: 'pdf' as const,
    title: name,
    issuer: facts.seller.name,
    facts,
  };
  return await printDocument(app, job, {
    memberId,
    name: `monthly-invoice-${name}`,
    kept: undefined,
  });
}
