// A member's label printers and print jobs on the wire. Only the answer that makes an agent's token contains it.
import { type Static, Type } from 'typebox';
import type { ChangedPrinter } from '../../application/printers/manage-printers.ts';
import { keyId } from '../../domain/keys/api-key.ts';
import {
  isAgentConnected,
  type LabelPrinter,
  type PrinterDetails,
  type PrintTrouble,
  usualPort,
} from '../../domain/printers/label-printer.ts';
import { type PrintJob, printStatuses } from '../../domain/printers/print-job.ts';
import { printTroubleSentence } from '../../wording/printers.ts';
import { orNull, recordNumber, wordOf } from '../server/values.ts';

const reaches = ['tcp', 'agent'] as const;
const automatics = ['never', 'every', 'keys'] as const;
const mostKeys = 100;

const shared = {
  name: Type.String(),
  reach: wordOf(reaches, {
    description: 'tcp: the server connects to it; agent: linehaul print-agent beside it',
  }),
  automatic: wordOf(automatics, {
    description: 'Print after booking: never, every live booking, or those of key_ids',
  }),
};

export const PrinterBody = Type.Object({
  ...shared,
  host: Type.Optional(Type.String()),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  key_ids: Type.Optional(Type.Array(recordNumber(), { maxItems: mostKeys })),
});

export const PrinterReply = Type.Object(
  {
    id: Type.Integer(),
    ...shared,
    host: orNull(Type.String()),
    port: orNull(Type.Integer()),
    key_ids: Type.Array(Type.Integer()),
    waiting: Type.Integer({ description: 'Labels that are not printed yet' }),
    problem: orNull(Type.String({ description: 'Why the last label could not be sent' })),
    agent_seen: orNull(Type.String()),
    agent_connected: orNull(Type.Boolean({ description: 'null: the server connects to it' })),
  },
  { $id: 'LabelPrinter' },
);

export const PrintersReply = Type.Object(
  {
    printers: Type.Array(PrinterReply),
    network_ports: Type.Array(Type.Integer(), {
      description: 'Ports that the server connects to; empty if it connects to no printers',
    }),
  },
  { $id: 'LabelPrinters' },
);

export const ChangedPrinterReply = Type.Object(
  { ...PrinterReply.properties, token: orNull(Type.String({ description: 'Shown this once.' })) },
  { $id: 'ChangedLabelPrinter' },
);

export const PrintJobReply = Type.Object(
  {
    id: Type.Integer(),
    printer_id: Type.Integer(),
    booking_id: orNull(Type.Integer({ description: 'null: a test label' })),
    status: wordOf(printStatuses),
    problem: orNull(Type.String()),
    attempts: Type.Integer(),
    queued: Type.String(),
    ended: orNull(Type.String()),
  },
  { $id: 'PrintJob' },
);

const instantText = (ms: number): string => new Date(ms).toISOString();
const problemOf = (trouble: PrintTrouble | undefined): string | null =>
  trouble === undefined ? null : printTroubleSentence(trouble);

export function parsePrinter(body: Static<typeof PrinterBody>): PrinterDetails {
  const { name, reach, automatic, host = '', port = usualPort, key_ids = [] } = body;
  return {
    name: name.trim(),
    reach: reach === 'tcp' ? { kind: reach, host: host.trim(), port } : { kind: reach },
    automatic:
      automatic === 'keys'
        ? { kind: automatic, keyIds: [...new Set(key_ids)].map(keyId) }
        : { kind: automatic },
  };
}

export function presentPrinter(printer: LabelPrinter, nowMs: number): Static<typeof PrinterReply> {
  const { reach, automatic } = printer;
  return {
    id: printer.id,
    name: printer.name,
    reach: reach.kind,
    host: reach.kind === 'tcp' ? reach.host : null,
    port: reach.kind === 'tcp' ? reach.port : null,
    automatic: automatic.kind,
    key_ids: automatic.kind === 'keys' ? [...automatic.keyIds] : [],
    waiting: printer.waiting,
    problem: problemOf(printer.trouble),
    agent_seen: printer.seenAtMs === undefined ? null : instantText(printer.seenAtMs),
    agent_connected: reach.kind === 'tcp' ? null : isAgentConnected(printer, nowMs),
  };
}

export function presentChange(
  { printer, token }: ChangedPrinter,
  nowMs: number,
): Static<typeof ChangedPrinterReply> {
  return { ...presentPrinter(printer, nowMs), token: token ?? null };
}

export function presentJob(job: PrintJob): Static<typeof PrintJobReply> {
  return {
    id: job.id,
    printer_id: job.printerId,
    booking_id: job.bookingId ?? null,
    status: job.status,
    problem: problemOf(job.trouble),
    attempts: job.attempts,
    queued: instantText(job.queuedAtMs),
    ended: job.endedAtMs === undefined ? null : instantText(job.endedAtMs),
  };
}
