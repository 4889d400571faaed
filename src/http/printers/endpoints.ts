// /printers…, /print-jobs…: a member's label printers and the labels that wait for them.
// Tests: contract/printers.
import { type Static, Type } from 'typebox';
import { mostBatchBookings } from '../../application/documents/print-batch.ts';
import {
  addPrinter,
  changePrinter,
  listPrinters,
  removePrinter,
  replaceToken,
} from '../../application/printers/manage-printers.ts';
import {
  cancelJob,
  listJobs,
  queueLabels,
  queueTestLabel,
  reprint as reprintJob,
} from '../../application/printers/queue-labels.ts';
import { type PrinterId, printerId } from '../../domain/printers/label-printer.ts';
import { type PrintJobId, printJobId, printStatuses } from '../../domain/printers/print-job.ts';
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { PageParam } from '../server/list-query.ts';
import { recordNumber } from '../server/values.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  ChangedPrinterReply,
  PrinterBody,
  PrintersReply,
  PrintJobReply,
  parsePrinter,
  presentChange,
  presentJob,
  presentPrinter,
} from './printer.ts';

const params = Type.Object({ id: IdParam.schema });
const printerOf = ({ id }: { id: string }): PrinterId => printerId(IdParam.read(id));
const jobOf = ({ id }: { id: string }): PrintJobId => printJobId(IdParam.read(id));

export const list = endpoint(
  { summary: 'Your label printers', reply: PrintersReply },
  async (app, { caller }) => {
    const { printers, ports } = await listPrinters(app, signedIn(caller).member.id);
    const nowMs = app.clock.nowMs();
    return {
      printers: printers.map((printer) => presentPrinter(printer, nowMs)),
      network_ports: [...ports],
    };
  },
);

export const add = endpoint(
  { summary: 'Add a label printer', body: PrinterBody, stores: true, reply: ChangedPrinterReply },
  async (app, { caller, body }) => {
    const added = await addPrinter(app, signedIn(caller).member.id, parsePrinter(body));
    return presentChange(added, app.clock.nowMs());
  },
);

export const change = endpoint(
  { summary: 'Change a label printer', params, body: PrinterBody, reply: ChangedPrinterReply },
  async (app, { caller, params: path, body }) => {
    const { id } = signedIn(caller).member;
    const changed = await changePrinter(app, id, printerOf(path), parsePrinter(body));
    return presentChange(changed, app.clock.nowMs());
  },
);

export const remove = endpoint(
  { summary: 'Delete a label printer with its jobs', params, reply: noBody },
  (app, { caller, params: path }) =>
    removePrinter(app, signedIn(caller).member.id, printerOf(path)),
);

export const token = endpoint(
  {
    summary: 'Replace the token of a print agent',
    description: 'The old one stops working at once.',
    params,
    reply: ChangedPrinterReply,
  },
  async (app, { caller, params: path }) =>
    presentChange(
      await replaceToken(app, signedIn(caller).member.id, printerOf(path)),
      app.clock.nowMs(),
    ),
);

export const test = endpoint(
  { summary: 'Print a test label', params, stores: true, reply: PrintJobReply },
  async (app, { caller, params: path }) => {
    const job = await queueTestLabel(app, signedIn(caller), printerOf(path));
    return presentJob(job);
  },
);

export const print = endpoint(
  {
    summary: 'Print the labels of bookings',
    description: 'All or nothing, in the order of booking_ids.',
    params,
    body: Type.Object({
      booking_ids: Type.Array(recordNumber(), {
        minItems: 1,
        maxItems: mostBatchBookings,
      }),
    }),
    stores: true,
    reply: Type.Array(PrintJobReply),
  },
  async (app, { caller, params: path, body }) => {
    const jobs = await queueLabels(app, signedIn(caller), printerOf(path), body.booking_ids);
    return jobs.map(presentJob);
  },
);

export const jobs = endpoint(
  {
    summary: 'Your print jobs',
    description: 'Newest first, 50 a page, for 30 days.',
    query: Type.Object({
      status: Type.Optional(Type.Enum([...printStatuses, ''])),
      page: Type.Optional(PageParam.blankOrSchema),
    }),
    reply: Type.Array(PrintJobReply),
  },
  async (app, { caller, query }) => {
    const status = query.status || undefined;
    const page = PageParam.read(query.page || '1');
    const found = await listJobs(app, signedIn(caller), { status, page });
    return found.map((job): Static<typeof PrintJobReply> => presentJob(job));
  },
);

export const reprint = endpoint(
  { summary: 'Print a label again', params, stores: true, reply: PrintJobReply },
  async (app, { caller, params: path }) => {
    const job = await reprintJob(app, signedIn(caller), jobOf(path));
    return presentJob(job);
  },
);

export const cancel = endpoint(
  { summary: 'Cancel a label that waits', params, reply: PrintJobReply },
  async (app, { caller, params: path }) =>
    presentJob(await cancelJob(app, signedIn(caller), jobOf(path))),
);
