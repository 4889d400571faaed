// Labels, manifests and invoices: their addresses, and one file for many of them.
import { ask, prefix, send } from './client.ts';
import { spanQuery, type TimeSpan } from './payments.ts';

export type DocumentKind = 'label' | 'a6label' | 'manifest' | 'invoice';

/** The browser opens it with its session cookie. The operator has an address for any member's booking. */
export function documentUrl(
  bookingId: number,
  kind: DocumentKind,
  query = '',
  isOperator = false,
): string {
  const bookings = isOperator ? '/operator/bookings' : '/bookings/v4';
  return `${prefix}${bookings}/${bookingId}/${kind}${query}`;
}

export type BookingDocument = { kind: DocumentKind; name: string; query?: string };

const zpl: BookingDocument = { kind: 'a6label', name: 'Label, ZPL', query: '?format=zpl' };
const ourLabels: readonly BookingDocument[] = [
  { kind: 'label', name: 'Label, A4' },
  { kind: 'a6label', name: 'Label, A6' },
  zpl,
];

/**
 * The documents that travel with a booking. A carrier's own label has one size, and some carriers offer fewer
 * formats or no manifest.
 */
export function travelDocuments(booking: {
  carrier_label_formats?: readonly string[];
  has_manifest?: boolean;
}): readonly BookingDocument[] {
  const { carrier_label_formats: theirs, has_manifest: hasManifest } = booking;
  const labels =
    theirs === undefined
      ? ourLabels
      : [
          ...(theirs.includes('pdf') ? [{ kind: 'label' as const, name: 'Label' }] : []),
          ...(theirs.includes('zpl') ? [zpl] : []),
        ];
  return hasManifest === true ? [...labels, { kind: 'manifest', name: 'Manifest' }] : labels;
}

/** The label belongs to the carrier and is not available here: it came with an answer that was lost. */
export function hasLostLabel(booking: { carrier_label_formats?: readonly string[] }): boolean {
  return booking.carrier_label_formats?.length === 0;
}

export type SharedLabel = { url: string; expires_at: string };

export const shareLabel = (bookingId: number) =>
  ask<SharedLabel>('GET', `/bookings/v4/${bookingId}/public_url`);

export const withdrawLinks = (bookingId: number) =>
  ask('DELETE', `/bookings/v4/${bookingId}/public_url`);

export type Batch = 'labels' | 'a6labels' | 'zpl' | 'manifests';

const labels = '/bookings/labels/batch';
const batches: Readonly<Record<Batch, { path: string; size?: string; name: string }>> = {
  labels: { path: labels, size: 'standard', name: 'linehaul-labels.pdf' },
  a6labels: { path: labels, size: 'a6', name: 'linehaul-a6labels.pdf' },
  zpl: { path: `${labels}?format=zpl`, size: 'a6', name: 'linehaul-labels.zpl' },
  manifests: { path: '/bookings/manifests/batch', name: 'linehaul-manifests.pdf' },
};

/** The most bookings in one file. */
export const mostBatchBookings = 50;

/** All of them in one file, or none and the reason. `part`: this file's place among several. */
export async function printBatch(
  batch: Batch,
  bookingIds: readonly number[],
  part = { at: 0, of: 1 },
): Promise<void> {
  const { path, size, name } = batches[batch];
  const answer = await send('POST', path, {
    body: { booking_ids: bookingIds, ...(size === undefined ? {} : { format: size }) },
  });
  const number = part.of === 1 ? '' : `-${part.at + 1}-of-${part.of}`;
  saveFile(await answer.blob(), name.replace('.', `${number}.`));
}

/** The invoices of a period in one file. Throws the service's reason if there are none. */
export async function printInvoices(span: TimeSpan): Promise<void> {
  const answer = await send('GET', `/credit/invoices?${spanQuery(span)}`);
  saveFile(await answer.blob(), 'linehaul-invoices.pdf');
}

/** A download, because the browser blocks windows that open after a wait. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
