// Printing, storing and sharing documents.

import type { BookingId } from '../../domain/bookings/booking.ts';
import type { DocumentJob } from '../../domain/documents/document-job.ts';
import type { InvoiceFacts, Seller } from '../../domain/documents/invoice.ts';
import type { MemberId } from '../../domain/members/member.ts';

/**
 * Draws documents without delaying other requests. Members are served in turn; refuses if too many jobs of one
 * member, or of all, are waiting. Without a member, the job is the service's own. A job whose client has left is
 * dropped before it begins.
 */
export type Printer = {
  print(
    job: DocumentJob,
    member: MemberId | undefined,
    isGone?: () => boolean,
  ): Promise<Uint8Array>;
  /** Joins PDFs without changing their pages. Throws if one is unreadable. */
  join(
    files: readonly Uint8Array[],
    member: MemberId | undefined,
    isGone?: () => boolean,
  ): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** The operator as named on documents, and settings for documents. */
export type Operator = {
  seller: Seller;
  /** Undefined if members cannot write to the operator by e-mail. */
  contactEmail?: string | undefined;
  /** GS1 company prefix for SSCCs; undefined when the operator has none. */
  gs1Prefix: string | undefined;
  /** How long a public link to a label is valid. */
  labelLinkMs: number;
  /** Space for stored documents. */
  keptDocumentBytes: number;
  /** Operators' users must sign in with two factors to reach the operator area. */
  needsTwoFactor: boolean;
  /** Whether a job issues and e-mails the invoices of past months. */
  issuesMonthlyInvoices: boolean;
  /** Days from the issue of a monthly invoice to its due day. */
  invoiceTermsDays: number;
};

/** Signs text, so that links cannot be forged. A signature for one purpose is invalid for another. */
export type Signer = {
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, mark: string): boolean;
};

/** The stored facts about a booking's labels. */
export type LabelRecord = {
  /** Increases with each regeneration and withdrawal; links to earlier revisions are invalid. */
  revision: number;
  sscc: { prefix: string; first: number } | undefined;
  authoritySerial: number | undefined;
};

type KeptDocument = {
  bookingId: BookingId;
  /** Identifies the document among those of the booking. */
  name: string;
  /** Digest of the job; a document with another digest is a different one. */
  digest: string;
  bytes: Uint8Array;
};

export type Documents = {
  /** Leaves out bookings without a record. */
  listLabels(bookingIds: readonly BookingId[]): Promise<ReadonlyMap<number, LabelRecord>>;
  /** Adds numbers that the record does not have yet, and returns the updated record. */
  addNumbers(
    bookingId: BookingId,
    numbers: Pick<LabelRecord, 'sscc' | 'authoritySerial'>,
  ): Promise<LabelRecord>;
  /** Increases the revision and deletes the booking's stored documents. */
  raiseRevision(bookingId: BookingId): Promise<number>;
  find(document: Omit<KeptDocument, 'bytes'>): Promise<Uint8Array | undefined>;
  /** Replaces the document of the same name; deletes the oldest documents to make room. */
  keep(document: KeptDocument, limits: { nowMs: number; mostBytes: number }): Promise<void>;
  findInvoice(bookingId: BookingId): Promise<InvoiceFacts | undefined>;
  /** Stores the invoice unless there is one, and returns the stored one. */
  issueInvoice(bookingId: BookingId, facts: InvoiceFacts, nowMs: number): Promise<InvoiceFacts>;
};
