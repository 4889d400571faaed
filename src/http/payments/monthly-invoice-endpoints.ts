// /credit/monthly-invoices…: a member's own. /operator/monthly-invoices…: previewing, issuing and sending those of all
// members.
// Tests: contract/monthly-invoices.
import { Type } from 'typebox';
import {
  issueMonthlyInvoice,
  listMonthlyInvoices,
  mailMonthlyInvoice,
  monthlyInvoicesPerPage,
  previewMonth,
  readMonth,
  readMonthlyInvoice,
} from '../../application/payments/monthly-invoices.ts';
import { printMonthlyInvoice } from '../../application/payments/print-monthly-invoice.ts';
import { monthlyInvoiceName } from '../../domain/payments/monthly-invoice.ts';
import { mediaTypes, sendDocument } from '../documents/document.ts';
import { FileReply } from '../documents/endpoints.ts';
import { csvShapes, sendCsv } from '../server/csv-download.ts';
import { endpoint, noBody, ownerOf, signedIn } from '../server/endpoint.ts';
import { PageParam } from '../server/list-query.ts';
import {
  IssueBody,
  IssuedReply,
  MembersMonthlyInvoice,
  MonthlyInvoiceReply,
  MonthPreviewReply,
  monthlyInvoiceCsv,
  presentMembersMonthlyInvoice,
  presentMonthlyInvoice,
  presentPreview,
  readInvoiceName,
} from './monthly-invoice.ts';

const description = `Newest first, ${monthlyInvoicesPerPage} a page.`;
const params = Type.Object({ number: Type.String() });
const pageQuery = Type.Object({ page: Type.Optional(PageParam.blankOrSchema) });

export const listOwn = endpoint(
  {
    summary: 'Your monthly invoices',
    description,
    query: pageQuery,
    reply: Type.Array(MonthlyInvoiceReply),
  },
  async (app, { caller, query: { page } }) => {
    const memberId = signedIn(caller).member.id;
    const wanted = { memberId, page: PageParam.read(page || '1') };
    return (await listMonthlyInvoices(app, wanted)).map(presentMonthlyInvoice);
  },
);

export const print = endpoint(
  {
    summary: 'A monthly invoice as PDF',
    params,
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, call) => {
    const number = readInvoiceName(call.params.number);
    return sendDocument(call.reply, await printMonthlyInvoice(app, ownerOf(call), number));
  },
);

export const lines = endpoint(
  {
    summary: 'The lines of a monthly invoice as CSV',
    params,
    ...csvShapes,
  },
  async (app, call) => {
    const number = readInvoiceName(call.params.number);
    const { facts } = await readMonthlyInvoice(app, ownerOf(call), number);
    const name = `monthly-invoice-${monthlyInvoiceName(number)}`;
    return sendCsv(call.reply, name, monthlyInvoiceCsv(facts));
  },
);

export const listAll = endpoint(
  {
    summary: 'Monthly invoices of all members',
    description,
    query: Type.Object({ ...pageQuery.properties, month: Type.Optional(Type.String()) }),
    reply: Type.Array(MembersMonthlyInvoice),
  },
  async (app, { query: { page, month } }) => {
    const wanted = { month: month || undefined, page: PageParam.read(page || '1') };
    return (await listMonthlyInvoices(app, wanted)).map(presentMembersMonthlyInvoice);
  },
);

export const preview = endpoint(
  {
    summary: 'The invoices of a month, issued or to be issued',
    description: 'The last month if none is named. Nothing is issued.',
    query: Type.Object({ month: Type.Optional(Type.String({ description: 'YYYY-MM' })) }),
    reply: MonthPreviewReply,
  },
  async (app, { query }) => {
    const month = readMonth(app, query.month);
    return {
      month: month.month,
      can_email: app.mailing !== undefined,
      members: presentPreview(await previewMonth(app, month)),
    };
  },
);

export const issue = endpoint(
  {
    summary: 'Issue a member’s invoice of a month',
    description: 'Repeating it issues and sends nothing twice.',
    body: IssueBody,
    reply: IssuedReply,
  },
  async (app, { body: { month, member, email } }) => {
    const issued = await issueMonthlyInvoice(app, String(member), readMonth(app, month), {
      isMailed: email,
    });
    return {
      number: issued === undefined ? null : monthlyInvoiceName(issued.number),
      is_new: issued?.isNew === true,
    };
  },
);

export const email = endpoint(
  {
    summary: 'Send a monthly invoice to its member by e-mail, again if it was sent before',
    params: Type.Object({ reference: Type.String({ description: 'MI-000123' }) }),
    reply: noBody,
  },
  (app, { params: { reference } }) => mailMonthlyInvoice(app, readInvoiceName(reference)),
);
