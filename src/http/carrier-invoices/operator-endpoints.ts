// /operator/carrier-invoices…: carriers' bills, compared with what the carriers quoted.
// Tests: contract/operator-carrier-invoices.
import { type Static, Type } from 'typebox';
import { importCarrierInvoice } from '../../application/carrier-invoices/import-carrier-invoice.ts';
import {
  decideLines,
  deleteCarrierInvoice,
  listCarrierInvoices,
  mostInvoicesListed,
  readCarrierInvoice,
} from '../../application/carrier-invoices/settle-carrier-invoice.ts';
import type { App } from '../../application/ports.ts';
import {
  type CarrierInvoiceId,
  carrierInvoiceId,
} from '../../domain/carrier-invoices/carrier-invoice.ts';
import {
  invoiceColumns,
  mostInvoiceLines,
} from '../../domain/carrier-invoices/read-carrier-invoice.ts';
import { longestText } from '../../domain/document-reader.ts';
import { csvShapes, sendCsv } from '../server/csv-download.ts';
import { endpoint } from '../server/endpoint.ts';
import { bodyLimitBytes } from '../server/error-answers.ts';
import { recordNumber } from '../server/values.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import {
  CarrierInvoiceReply,
  CarrierInvoicesReply,
  disputesCsv,
  presentInvoice,
  presentInvoices,
} from './carrier-invoice.ts';

const params = Type.Object({ id: Type.String() });

export const list = endpoint(
  {
    summary: 'Carriers’ invoices',
    description: `The newest first; at most ${mostInvoicesListed}.`,
    reply: CarrierInvoicesReply,
  },
  (app) => all(app),
);

export const add = endpoint(
  {
    summary: 'Import a carrier’s invoice',
    description: `Compares each consignment with its booking and charges nothing. Several lines of one consignment are added up. At most ${mostInvoiceLines} lines.`,
    body: Type.Object({
      carrier: Type.String({ description: 'The carrier’s folder' }),
      number: Type.String({ maxLength: longestText }),
      csv: Type.String({
        maxLength: bodyLimitBytes,
        description: `Columns: ${invoiceColumns.join(', ')}; other columns are ignored`,
      }),
    }),
    stores: true,
    reply: CarrierInvoiceReply,
  },
  async (app, { body }) => {
    const { carrier, number, csv } = body;
    const id = await importCarrierInvoice(app, { carrier, number: number.trim(), csv });
    return presentInvoice(await readCarrierInvoice(app, id));
  },
);

export const read = endpoint(
  { summary: 'A carrier’s invoice with its lines', params, reply: CarrierInvoiceReply },
  async (app, { params: { id } }) => presentInvoice(await readCarrierInvoice(app, theInvoice(id))),
);

export const decide = endpoint(
  {
    summary: 'Dispute, accept or reopen lines of a carrier’s invoice',
    description:
      'With `charge`, accepted differences are charged to the members as later charges of their bookings; later charges that are higher already stay. Lines without a quote to compare stay as they are, and `refused` lists them. Repeating it changes nothing.',
    params,
    body: Type.Object({
      lines: Type.Array(recordNumber(), {
        minItems: 1,
        maxItems: mostInvoiceLines,
        uniqueItems: true,
      }),
      state: Type.Enum(['open', 'disputed', 'accepted']),
      charge: Type.Optional(Type.Boolean()),
    }),
    reply: CarrierInvoiceReply,
  },
  async (app, { params: { id }, body: { lines, state, charge = false } }) => {
    const invoice = theInvoice(id);
    const decision = charge && state === 'accepted' ? 'charged' : state;
    const refused = await decideLines(app, invoice, lines, decision);
    return presentInvoice(await readCarrierInvoice(app, invoice), refused);
  },
);

export const disputes = endpoint(
  {
    summary: 'The disputed lines of a carrier’s invoice as CSV',
    params,
    ...csvShapes,
  },
  async (app, { params: { id }, reply }) => {
    const whole = await readCarrierInvoice(app, theInvoice(id));
    return sendCsv(reply, `disputes-${whole.invoice.id}`, disputesCsv(whole));
  },
);

export const remove = endpoint(
  {
    summary: 'Delete a carrier’s invoice',
    description: 'Later charges of bookings stay.',
    params,
    reply: CarrierInvoicesReply,
  },
  async (app, { params: { id } }) => {
    await deleteCarrierInvoice(app, theInvoice(id));
    return await all(app);
  },
);

async function all(app: App): Promise<Static<typeof CarrierInvoicesReply>> {
  return presentInvoices(await listCarrierInvoices(app));
}

function theInvoice(id: string): CarrierInvoiceId {
  return carrierInvoiceId(getRecordNumber(id, { code: 'carrier_invoice_not_found', id: 0 }));
}
