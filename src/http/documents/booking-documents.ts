// The documents of a booking, for members' and operators' pages.
import { type Static, Type } from 'typebox';
import type { BookingDocuments } from '../../application/documents/booking-documents.ts';

export const BookingDocumentsReply = Type.Object({
  carrier_label_formats: Type.Optional(
    Type.Array(Type.Enum(['pdf', 'zpl']), {
      description:
        'Its labels are the carrier’s own, of one size, in these formats; none: they are printed on the carrier’s own pages',
    }),
  ),
  has_manifest: Type.Boolean({ description: 'It is booked, and its carrier takes manifests' }),
});

export function presentDocuments({
  carrierLabelFormats,
  hasManifest,
}: BookingDocuments): Static<typeof BookingDocumentsReply> {
  return {
    ...(carrierLabelFormats === undefined
      ? {}
      : { carrier_label_formats: [...carrierLabelFormats] }),
    has_manifest: hasManifest,
  };
}
