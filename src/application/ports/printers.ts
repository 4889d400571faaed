// Members' label printers, and the labels that wait for them.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { KeyId } from '../../domain/keys/api-key.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type {
  LabelPrinter,
  PrinterDetails,
  PrinterId,
  PrintTrouble,
  Reach,
} from '../../domain/printers/label-printer.ts';
import type { PrintJob, PrintJobId, PrintStatus } from '../../domain/printers/print-job.ts';

export type AgentsPrinter = Pick<LabelPrinter, 'id' | 'memberId'>;

export type LabelPrinters = {
  /** `digest` is that of the agent's token. */
  add(
    printer: PrinterDetails & { memberId: MemberId; digest: string | undefined },
  ): Promise<PrinterId>;
  find(id: PrinterId, memberId: MemberId): Promise<LabelPrinter | undefined>;
  /** The printer of an agent's token; undefined if there is none, or the member's account is closed. */
  findByDigest(digest: string): Promise<AgentsPrinter | undefined>;
  list(memberId: MemberId): Promise<LabelPrinter[]>;
  /** A printer with a new address is tried at once. Its token stays valid if `digest` is undefined. */
  change(id: PrinterId, details: PrinterDetails, digest: string | undefined): Promise<void>;
  /** False if the printer has no agent any more. */
  replaceDigest(id: PrinterId, digest: string): Promise<boolean>;
  /** Deletes its jobs too. */
  remove(id: PrinterId): Promise<void>;
  /** Its agent asked for labels. */
  noteSeen(id: PrinterId, nowMs: number): Promise<void>;
};

/** The job that a process or an agent took; `attempts` tells apart who took it last. */
export type JobTaken = Pick<PrintJob, 'id' | 'printerId' | 'attempts'>;

export type TakenJob = PrintJob & { reach: Reach; printerName: string };

/** How an attempt ended that did not print the label. */
type AttemptEnd = {
  trouble: PrintTrouble;
  nowMs: number;
  /** When the job is tried again; undefined: it has failed. */
  dueAtMs: number | undefined;
  /** The pause of the printer after so many failures in a row; undefined if it goes on with the next label. */
  pauseAfterMs: ((failures: number) => number) | undefined;
};

export type PrintJobs = {
  /** None if the printer has been deleted. */
  add(job: {
    printerId: PrinterId;
    memberId: MemberId;
    bookingIds: readonly (BookingId | undefined)[];
    nowMs: number;
  }): Promise<PrintJobId[]>;
  /** Queues the label of a booking that was just confirmed, for every printer that prints it automatically. */
  addAutomatic(booking: {
    bookingId: BookingId;
    memberId: MemberId;
    keyId: KeyId | undefined;
    nowMs: number;
  }): Promise<void>;
  find(id: PrintJobId, memberId: MemberId): Promise<PrintJob | undefined>;
  /** Newest first. */
  list(page: {
    memberId: MemberId;
    status: PrintStatus | undefined;
    limit: number;
    skip: number;
  }): Promise<PrintJob[]>;
  /** Printers that the server connects to, and that have a label to send now. */
  listDue(
    nowMs: number,
    most: { printers: number; ofMember: number },
  ): Promise<Pick<LabelPrinter, 'id' | 'memberId'>[]>;
  /** Takes the printer and its oldest due job; undefined if there is none, or another process has the printer. */
  take(
    printerId: PrinterId,
    times: { nowMs: number; untilMs: number },
  ): Promise<TakenJob | undefined>;
  /** Keeps the printer for longer; false if another process took the job or a person cancelled it. */
  renew(job: JobTaken, untilMs: number): Promise<boolean>;
  /** Marks the job as sent and releases the printer, even if the job was cancelled meanwhile: the label is out. */
  markSent(job: JobTaken, nowMs: number): Promise<void>;
  /** Releases the printer, also if the job was cancelled meanwhile. Changes nothing if another process took the job since. */
  endAttempt(job: JobTaken, end: AttemptEnd): Promise<void>;
  /** False if it has ended already. */
  cancel(id: PrintJobId, memberId: MemberId, nowMs: number): Promise<boolean>;
  /** Deletes one batch of jobs that ended before; true if there may be more. */
  purge(beforeMs: number, limit: number): Promise<boolean>;
};

/** Sends labels to printers on the network, at addresses that the operator allows. */
export type LabelSender = {
  /** Whether members may set up printers that the server connects to. */
  isOn: boolean;
  ports: readonly number[];
  /** True for a host name, whose address is checked when it is connected to. */
  mayConnect(host: string): boolean;
  /** Resolves when the printer has received everything. */
  send(
    to: { host: string; port: number },
    bytes: Uint8Array,
    stop?: AbortSignal,
  ): Promise<PrintTrouble | undefined>;
};
