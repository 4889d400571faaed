// The labels of a booking: of every piece or of one, for office paper or for a label printer.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import type { DocumentFormat, LabelSet, LabelSize } from '../../domain/documents/document-job.ts';
import type { Problem } from '../../domain/problem.ts';
import { Refusal, type UnreadyReason } from '../../domain/refusal.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import type { App } from '../ports.ts';
import { findCarrierLabel } from './carrier-label.ts';
import { consignmentOf, piecesIn, refuseUnlessReady } from './consignment-of.ts';
import { labelNumbers } from './label-numbers.ts';
import {
  digestOfBytes,
  fileNamePart,
  type PrintedDocument,
  printDocument,
} from './print-document.ts';

export type LabelOptions = { size: LabelSize; format: DocumentFormat; piece: number | undefined };

/** A PNG holds all pages one below the other; programs cannot open taller pictures. */
const mostPicturePieces = 25;

export async function printLabel(
  app: App,
  reader: Reader,
  id: BookingId,
  options: LabelOptions,
): Promise<PrintedDocument> {
  return await labelOf(app, await getBooking(app, reader, id), options);
}

export async function labelOf(
  app: App,
  booking: PlainBooking,
  options: LabelOptions,
): Promise<PrintedDocument> {
  refuseUnlessReady(booking, 'label');
  refuseWrongPiece(piecesIn(booking), options);
  return (await carrierLabel(app, booking, options)) ?? (await drawLabel(app, booking, options));
}

/** Undefined when the label is drawn here. */
async function carrierLabel(
  app: App,
  booking: PlainBooking,
  { format, piece }: LabelOptions,
): Promise<PrintedDocument | undefined> {
  const found = await findCarrierLabel(app, booking, format);
  if (found.outcome === 'drawn_here') return undefined;
  if (found.outcome === 'other_formats') {
    const { formats } = found;
    if (formats.length === 0) return refuseUnready(booking.id, 'carrier_pages');
    refuse('format', { problem: 'format_not_printed', format, formats });
  }
  if (piece !== undefined) refuse('piece', { problem: 'pieces_together' });
  if (found.outcome === 'unavailable') return refuseUnready(booking.id, 'carrier');
  const { bytes } = found;
  const name = `label-${fileNamePart(booking.connote ?? '')}`;
  return { bytes, digest: digestOfBytes(app, bytes), format, name };
}

async function drawLabel(
  app: App,
  booking: PlainBooking,
  { size, format, piece }: LabelOptions,
): Promise<PrintedDocument> {
  const sets = await labelSets(app, [booking]);
  const connote = booking.connote ?? '';
  const job = {
    kind: 'labels' as const,
    title: `Label ${connote}`,
    issuer: app.operator.seller.name,
    size,
    format,
    sets:
      piece === undefined
        ? sets
        : sets.map((set) => ({ ...set, pieces: { first: piece, last: piece } })),
  };
  const name = `label-${fileNamePart(connote)}${piece === undefined ? '' : `-${piece}`}`;
  // Single pieces are rarely requested, and a booking may have a thousand: they are not stored.
  const kept =
    piece === undefined ? { bookingId: booking.id, name: `label ${size} ${format}` } : undefined;
  return await printDocument(app, job, { memberId: booking.memberId, name, kept });
}

/** Bookings that are read before quotes get a turn. */
const bookingsATurn = 10;

export async function labelSets(app: App, bookings: readonly PlainBooking[]): Promise<LabelSet[]> {
  const consignments: Consignment[] = [];
  for (const [at, booking] of bookings.entries()) {
    if (at > 0 && at % bookingsATurn === 0) await nextTurn();
    consignments.push(consignmentOf(app, booking));
  }
  const numbers = await labelNumbers(app, consignments);
  return consignments.map((consignment, n) => ({
    consignment,
    numbers: numbers[n] ?? { sscc: undefined, authorityNumber: undefined },
  }));
}

function refuseWrongPiece(pieces: number, { format, piece }: LabelOptions): void {
  if (piece !== undefined && piece > pieces)
    refuse('piece', { problem: 'no_such_piece', piece, pieces });
  if (piece === undefined && format === 'png' && pieces > mostPicturePieces)
    refuse('piece', { problem: 'piece_missing', most: mostPicturePieces, pieces });
}

function refuseUnready(id: BookingId, why: UnreadyReason): never {
  throw new Refusal({ code: 'document_not_ready', id, document: 'label', why });
}

function refuse(field: string, problem: Problem): never {
  throw new Refusal({ code: 'validation', issues: [{ path: [field], ...problem }] });
}
