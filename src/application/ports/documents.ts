// What printing, keeping and sharing documents need.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import type { InvoiceFacts, Seller } from '../../domain/documents/invoice.ts';
import type { MemberId } from '../../domain/members/member.ts';

/**
 * Draws documents without holding up anybody who waits for an answer. Members are served in turn; refuses when too many of
 * one, or of all, wait. No member: the service's own. What has not begun when whoever asked is gone is not drawn.
 */
export type Printer = {
  print(
    job: DocumentJob,
    member: MemberId | undefined,
    isGone?: () => boolean,
  ): Promise<Uint8Array>;
  /** PDFs behind each other, their pages as they are. Throws when one can not be read. */
  join(
    files: readonly Uint8Array[],
    member: MemberId | undefined,
    isGone?: () => boolean,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Who runs this service, as its documents say it, and how they are kept. */
export type Operator = {
  seller: Seller;
  /** Where members can write to; undefined where mails are only sent, never read. */
  contactEmail?: string | undefined;
  /** GS1 company prefix for SSCCs; undefined when the operator has none. */
  gs1Prefix: string | undefined;
  /** How long a public link to a label is good for. */
  labelLinkMs: number;
  /** Room for documents that were drawn before. */
  keptDocumentBytes: number;
};

/** Marks text so that nobody else can make it; a mark made for one purpose is worth nothing for another. */
export type Signer = {
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, mark: string): boolean;
};

/** What is remembered of a booking's labels. */
export type LabelRecord = {
  /** Counts regenerations and withdrawals: links made for an earlier one are void. */
  revision: number;
  sscc: { prefix: string; first: number } | undefined;
  authoritySerial: number | undefined;
};

type KeptDocument = {
  bookingId: BookingId;
  /** Which document of the booking it is. */
  name: string;
  /** Of the job: another digest is another document. */
  digest: string;
  bytes: Uint8Array;
};

export type Documents = {
  /** Of those bookings whose labels have one. */
  listLabels(bookingIds: readonly BookingId[]): Promise<ReadonlyMap<number, LabelRecord>>;
  /** Adds numbers that the labels do not have yet; the record as it is then. */
  addNumbers(
    bookingId: BookingId,
    numbers: Pick<LabelRecord, 'sscc' | 'authoritySerial'>,
  ): Promise<LabelRecord>;
  /** The next revision; what was kept of the booking is gone. */
  raiseRevision(bookingId: BookingId): Promise<number>;
  find(document: Omit<KeptDocument, 'bytes'>): Promise<Uint8Array | undefined>;
  /** In the place of the one of the same name; the oldest make room. */
  keep(document: KeptDocument, limits: { nowMs: number; mostBytes: number }): Promise<void>;
  findInvoice(bookingId: BookingId): Promise<InvoiceFacts | undefined>;
  /** The invoice as it was issued: the first stays. */
  issueInvoice(bookingId: BookingId, facts: InvoiceFacts, nowMs: number): Promise<InvoiceFacts>;
};
