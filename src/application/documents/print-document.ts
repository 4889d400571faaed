// A document as bytes: from what was kept, or drawn now and kept. What a document is made of decides whether it is the same:
// a booking that was adjusted, a carrier that changed its name, a new layout each make another.

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
  /** Two documents with one digest are the same to the last bit. */
  digest: string;
  format: DocumentFormat;
  /** Without its ending. */
  name: string;
};

export type Printing = {
  /** Whose turn at the printer it takes. */
  memberId: MemberId | undefined;
  /** The file's, without its ending. */
  name: string;
  /** Under which name it is remembered; undefined for what is not worth it. */
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

/** Of a document that was not drawn from a job: its bytes themselves tell it from others. */
export function digestOfBytes(app: Pick<App, 'secrets'>, bytes: Uint8Array): string {
  return app.secrets.digest(Buffer.from(bytes).toString('base64'));
}

/** A part of a file name that every file system takes. */
export function fileNamePart(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9-]+/g, '-');
}
