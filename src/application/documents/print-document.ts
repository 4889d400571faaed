// Returns a document's bytes: the stored copy, or a new one that is drawn and stored. The digest covers everything
// that the document is drawn from, so an adjusted booking, a renamed carrier or a new layout results in a new
// document.

import type { BookingId } from '../../domain/bookings/booking.ts';
import {
  type DocumentFormat,
  type DocumentJob,
  drawingVersion,
} from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { App } from '../ports.ts';
import { clientGone } from '../request-scope.ts';

export type PrintedDocument = {
  bytes: Uint8Array;
  /** Documents with the same digest are identical byte for byte. */
  digest: string;
  format: DocumentFormat;
  /** Without the file extension. */
  name: string;
};

export type Printing = {
  /** The member whose turn at the printer it takes. */
  memberId: MemberId | undefined;
  /** The file name without the extension. */
  name: string;
  /** The booking and name to store the document under; undefined for documents that are not stored. */
  kept: { bookingId: BookingId; name: string } | undefined;
};

export async function printDocument(
  app: App,
  job: DocumentJob,
  { memberId, name, kept }: Printing,
): Promise<PrintedDocument> {
  const digest = app.secrets.digest(`${drawingVersion} ${JSON.stringify(job)}`);
  const known =
    kept === undefined ? undefined : await app.store.documents.find({ ...kept, digest });
  if (known !== undefined) return { bytes: known, digest, format: job.format, name };
  const bytes = await app.printer.print(job, memberId, clientGone());
  if (kept !== undefined) {
    const limits = { nowMs: app.clock.nowMs(), mostBytes: app.operator.keptDocumentBytes };
    await app.store.documents.keep({ ...kept, digest, bytes }, limits);
  }
  return { bytes, digest, format: job.format, name };
}

/** For a document that was not drawn from a job, its bytes are digested instead. */
export function digestOfBytes(app: Pick<App, 'secrets'>, bytes: Uint8Array): string {
  return app.secrets.digest(Buffer.from(bytes).toString('base64'));
}

/** Part of a file name, in characters that every file system accepts. */
export function fileNamePart(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9-]+/g, '-');
}
