// /operator/bookings/…/label, manifest and invoice: documents of any member's booking.
// Tests: contract/operator-bookings.
import { Type } from 'typebox';
import type { PrintedDocument } from '../../application/documents/print-document.ts';
import { printInvoice } from '../../application/documents/print-invoice.ts';
import { printLabel } from '../../application/documents/print-label.ts';
import { printManifest } from '../../application/manifests/print-manifest.ts';
import type { App } from '../../application/ports.ts';
import type { BookingId } from '../../domain/bookings/booking.ts';
import { theBooking } from '../bookings/operator-endpoints.ts';
import { endpoint } from '../server/endpoint.ts';
import { mediaTypes, sendDocument } from './document.ts';
import { FileReply } from './endpoints.ts';

type Print = (app: App, id: BookingId) => Promise<PrintedDocument>;

const printed = (summary: string, print: Print) =>
  endpoint(
    {
      summary,
      params: Type.Object({ id: Type.String() }),
      refusals: {
        404: 'No such booking, or it is not confirmed',
        422: 'Its carrier has no such document',
      },
      isTagged: true,
      mediaTypes: mediaTypes.pdf,
      reply: FileReply,
    },
    async (app, { params, reply }) => sendDocument(reply, await print(app, theBooking(params.id))),
  );

const asPdf = { format: 'pdf', piece: undefined } as const;

export const label = printed('The label of any booking, A4', (app, id) =>
  printLabel(app, 'operator', id, { ...asPdf, size: 'standard' }),
);
export const a6Label = printed('The label of any booking, A6', (app, id) =>
  printLabel(app, 'operator', id, { ...asPdf, size: 'a6' }),
);
export const manifest = printed('The manifest of any booking', (app, id) =>
  printManifest(app, 'operator', id),
);
export const invoice = printed('The invoice of any booking', (app, id) =>
  printInvoice(app, 'operator', id),
);
