// /operator/bookings/…/label, manifest and invoice: what is printed for a booking, whoever's it is.
// Tests: contract/operator-bookings.
import { Type } from 'typebox';
import { asItsMember } from '../../application/bookings/find-any-booking.ts';
import type { SignedInCaller } from '../../application/caller.ts';
import type { PrintedDocument } from '../../application/documents/print-document.ts';
import { printInvoice } from '../../application/documents/print-invoice.ts';
import { printLabel } from '../../application/documents/print-label.ts';
import { printManifest } from '../../application/documents/print-manifest.ts';
import type { App } from '../../application/ports.ts';
import type { BookingId } from '../../domain/bookings/booking.ts';
import { endpoint } from '../endpoint.ts';
import { mediaTypes, sendDocument } from '../wire/document.ts';
import { theBooking } from './operator-bookings.ts';

type Print = (app: App, owner: SignedInCaller, id: BookingId) => Promise<PrintedDocument>;

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
      mediaTypes: mediaTypes.paper,
      reply: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }),
    },
    async (app, { params, reply }) => {
      const id = theBooking(params.id);
      return sendDocument(reply, await print(app, await asItsMember(app, id), id));
    },
  );

const asPdf = { format: 'pdf', piece: undefined } as const;

export const label = printed('The label of any booking, A4', (app, owner, id) =>
  printLabel(app, owner, id, { ...asPdf, size: 'standard' }),
);
export const a6Label = printed('The label of any booking, A6', (app, owner, id) =>
  printLabel(app, owner, id, { ...asPdf, size: 'a6' }),
);
export const manifest = printed('The manifest of any booking', printManifest);
export const invoice = printed('The invoice of any booking', printInvoice);
