// The carrier's own label, where it has one: what it prints is what its scanners read, so nothing of ours is drawn in its
// place. It is fetched when it is first asked for and kept. A carrier that can't be reached makes the label wait; it
// never makes another one appear.
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { Refusal, type UnreadyReason } from '../../domain/refusal.ts';
import type { App, LabelFormat } from '../ports.ts';
import { digestOfBytes, fileNamePart, type PrintedDocument } from './print-document.ts';

type Wish = { size: LabelSize; format: DocumentFormat; piece: number | undefined };

/** Undefined when the label is ours to draw. */
export async function carrierLabel(
  app: App,
  booking: PlainBooking,
  { format, piece }: Wish,
): Promise<PrintedDocument | undefined> {
  const reference = booking.confirmation?.reference ?? '';
  if (reference === '') return undefined;
  const formats = (await app.connections.labelFormats([reference])).get(reference);
  if (formats === undefined) return undefined;
  if (formats.length === 0) refuseUnready(booking.id, 'carrier_pages');
  const wanted = formats.find((one) => one === format);
  if (wanted === undefined)
    refuse(
      'format',
      `format ${format} is not one that this carrier prints; it prints ${formats.join(' and ')}.`,
    );
  if (piece !== undefined)
    refuse('piece', "piece can't be chosen: this carrier prints all labels of a booking together.");
  const bytes = await findCarrierLabel(app, booking, wanted ?? 'pdf');
  if (bytes === undefined) return refuseUnready(booking.id, 'carrier');
  const digest = digestOfBytes(app, bytes);
  return { bytes, digest, format, name: `label-${fileNamePart(booking.connote ?? '')}` };
}

/** Of these bookings, those whose labels come from their carriers, and the formats they come in. */
export async function carrierLabelled(
  app: App,
  bookings: readonly PlainBooking[],
): Promise<ReadonlyMap<BookingId, readonly LabelFormat[]>> {
  const referenceOf = ({ confirmation }: PlainBooking): string => confirmation?.reference ?? '';
  const references = bookings.map(referenceOf).filter((reference) => reference !== '');
  if (references.length === 0) return new Map();
  const formats = await app.connections.labelFormats(references);
  return new Map(
    bookings.flatMap((booking) => {
      const own = formats.get(referenceOf(booking));
      return own === undefined ? [] : [[booking.id, own] as const];
    }),
  );
}

/** Undefined when it can not be had now. */
export async function findCarrierLabel(
  app: App,
  { id, confirmation }: PlainBooking,
  format: LabelFormat,
): Promise<Uint8Array | undefined> {
  try {
    return await app.connections.label(confirmation?.reference ?? '', format);
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    app.log.warn({ err: error, booking: id }, "a carrier's label could not be fetched");
    return undefined;
  }
}

function refuseUnready(id: BookingId, why: UnreadyReason): never {
  throw new Refusal({ code: 'document_not_ready', id, document: 'label', why });
}

function refuse(field: string, sentence: string): never {
  throw new Refusal({ code: 'validation', issues: [{ path: [field], sentence }] });
}
