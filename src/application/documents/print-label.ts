// The labels of a booking: all of them, or one piece's; for office paper or for a label printer.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { Consignment } from '../../domain/documents/consignment.ts';
import type { DocumentFormat, LabelSet, LabelSize } from '../../domain/documents/document-job.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getBooking } from '../bookings/read-bookings.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { carrierLabel } from './carrier-label.ts';
import { consignmentOf, piecesIn, refuseUnlessReady } from './consignment-of.ts';
import { labelNumbers } from './label-numbers.ts';
import { fileNamePart, type PrintedDocument, printDocument } from './print-document.ts';

export type LabelWish = { size: LabelSize; format: DocumentFormat; piece: number | undefined };

/** Pictures of pages below each other: higher than this no program opens them. */
const mostPicturePieces = 25;

export async function printLabel(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  wish: LabelWish,
): Promise<PrintedDocument> {
  return await labelOf(app, await getBooking(app, caller, id), wish);
}

/** Whoever's booking it is. */
export async function labelOf(
  app: App,
  booking: PlainBooking,
  { size, format, piece }: LabelWish,
): Promise<PrintedDocument> {
  refuseUnlessReady(booking, 'label');
  refuseWrongPiece(piecesIn(booking), format, piece);
  const own = await carrierLabel(app, booking, { size, format, piece });
  if (own !== undefined) return own;
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
  // One piece of many is drawn when it is asked for: it is rare, and there may be a thousand.
  const kept =
    piece === undefined ? { bookingId: booking.id, name: `label ${size} ${format}` } : undefined;
  return await printDocument(app, job, { memberId: booking.memberId, name, kept });
}

/** Bookings that are read in one go; whoever waits for a quote goes before the next. */
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

function refuseWrongPiece(pieces: number, format: DocumentFormat, piece: number | undefined): void {
  const refuse = (sentence: string): never => {
    throw new Refusal({ code: 'validation', issues: [{ path: ['piece'], sentence }] });
  };
  if (piece !== undefined && piece > pieces)
    refuse(`piece ${piece} is not in this booking; it has ${pieces}.`);
  if (piece === undefined && format === 'png' && pieces > mostPicturePieces)
    refuse(
      `piece is missing: a picture holds at most ${mostPicturePieces} labels and this booking has ${pieces}. Ask for one piece at a time, or for pdf.`,
    );
}
