// Labels, manifests and invoices as files, links to labels, batches of documents, and regenerated labels.
// Tests: contract/documents.
import { Type } from 'typebox';
import { printLabelBatch, printManifestBatch } from '../../application/documents/print-batch.ts';
import { printInvoice } from '../../application/documents/print-invoice.ts';
import { printLabel } from '../../application/documents/print-label.ts';
import {
  type CarrierFamily,
  regenerateLabel,
} from '../../application/documents/regenerate-label.ts';
import {
  withdrawLinks as endLinks,
  openSharedLabel,
  shareLabel,
} from '../../application/documents/share-label.ts';
import { printManifest } from '../../application/manifests/print-manifest.ts';
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { LabelSize } from '../../domain/documents/document-job.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { endpoint, readerOf, type Shapes, signedIn } from '../server/endpoint.ts';
import { BookingsErrorReply, ValidationErrorReply } from '../server/refusal.ts';
import { bookingTime } from '../server/values.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  BatchQuery,
  LabelBatchBody,
  LabelQuery,
  ManifestBatchBody,
  mediaTypes,
  parseBatch,
  parseBatchQuery,
  parseLabelQuery,
  parseSizeQuery,
  SizeQuery,
  sendDocument,
} from './document.ts';

const params = Type.Object({ id: IdParam.schema });
export const FileReply = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
const notReady = {
  404: {
    when: 'No such booking of yours, or it is not confirmed',
    example: 'document_not_ready',
  },
} as const;

const idOf = (id: string): BookingId => bookingId(IdParam.read(id));

const labelEndpoint = (size: LabelSize, summary: string) =>
  endpoint(
    {
      summary,
      ...(size === 'a6' ? { allowsHead: true as const } : {}),
      description:
        'One page for each piece. format=zpl is for label printers (4 by 6 inches, 203 dpi), format=png a picture at 203 dpi; piece=2 gives only the second.',
      params,
      query: LabelQuery,
      refusals: notReady,
      isTagged: true,
      mediaTypes: mediaTypes.label,
      reply: FileReply,
    },
    async (app, call) => {
      const { params, query, reply } = call;
      const options = parseLabelQuery(query, size);
      return sendDocument(reply, await printLabel(app, readerOf(call), idOf(params.id), options));
    },
  );

// Tests: contract/documents; for the operator contract/operator-bookings.
export const label = labelEndpoint('standard', 'The label for office paper, A4');
// Tests: contract/documents; for the operator contract/operator-bookings.
export const a6Label = labelEndpoint('a6', 'The label, A6');

// Tests: contract/documents; for the operator contract/operator-bookings.
export const manifest = endpoint(
  {
    summary: 'The manifest',
    description: 'A PDF for the driver, where the carrier takes manifests.',
    params,
    refusals: {
      ...notReady,
      422: {
        when: 'The carrier takes no manifests',
        reply: BookingsErrorReply,
        example: 'manifest_not_supported',
      },
    },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, call) =>
    sendDocument(call.reply, await printManifest(app, readerOf(call), idOf(call.params.id))),
);

// Tests: contract/documents; for the operator contract/operator-bookings.
export const invoice = endpoint(
  {
    summary: 'The invoice',
    description:
      'A tax invoice where the operator is registered for GST. Adjustment notes follow on pages of their own.',
    params,
    refusals: {
      ...notReady,
      422: { when: 'The carrier bills the member itself', example: 'invoice_by_carrier' },
    },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, call) =>
    sendDocument(call.reply, await printInvoice(app, readerOf(call), idOf(call.params.id))),
);

// Tests: contract/label-links.
export const publicUrl = endpoint(
  {
    summary: 'A link to the label that needs no key',
    description:
      'It ends after some days, and at once when the label is regenerated or links are withdrawn.',
    params,
    query: SizeQuery,
    refusals: notReady,
    reply: Type.Object(
      { success: Type.Boolean(), url: Type.String({ format: 'uri' }), expires_at: bookingTime() },
      { $id: 'LabelLink' },
    ),
  },
  async (app, { caller, params: { id }, query, publicUrl: base }) => {
    const { token, expiresAtMs } = await shareLabel(
      app,
      signedIn(caller),
      idOf(id),
      parseSizeQuery(query),
    );
    return {
      success: true,
      // The same URL for every generation: people open the link without a key.
      url: `${base}/api/signed/label/${token}`,
      expires_at: timestamp(expiresAtMs, homeZone),
    };
  },
);

// Tests: contract/label-links.
export const withdrawLinks = endpoint(
  {
    summary: 'Withdraw every link to the label that was given out',
    description: 'Withdrawn links answer 404. You can create a new one.',
    params,
    refusals: notReady,
    reply: Type.Object({ success: Type.Boolean() }),
  },
  async (app, { caller, params: { id } }) => {
    await endLinks(app, signedIn(caller), idOf(id));
    return { success: true };
  },
);

// Tests: contract/label-links.
export const signedLabel = endpoint(
  {
    summary: 'The label behind a public link',
    description: 'The token is the last part of the link; no key is needed.',
    params: Type.Object({ token: Type.String() }),
    refusals: {
      404: { when: 'The link has expired, was revoked or never was', example: 'link_not_found' },
    },
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, { params: { token }, reply }) =>
    sendDocument(reply, await openSharedLabel(app, token)),
);

const batchRefusals = (unprintable: string): NonNullable<Shapes['refusals']> => ({
  404: {
    when: 'Bookings that are not yours; booking_ids names them',
    reply: BookingsErrorReply,
    example: 'bookings_not_found',
  },
  422: {
    when: `Bookings that are not ready, named in booking_ids, or ${unprintable}`,
    reply: Type.Union([ValidationErrorReply, BookingsErrorReply]),
    example: 'documents_not_ready',
  },
});

// Tests: contract/document-batches.
export const labelBatch = endpoint(
  {
    summary: 'Labels of many bookings in one file',
    description: 'All or nothing, in the order of booking_ids.',
    query: BatchQuery,
    body: LabelBatchBody,
    readsBodyItself: true,
    refusals: batchRefusals(
      'with more labels than fit in a file or in a format their carrier does not print',
    ),
    isTagged: true,
    mediaTypes: mediaTypes.labels,
    reply: FileReply,
  },
  async (app, { caller, query, body, reply }) => {
    const { ids, size } = parseBatch(body);
    const format = parseBatchQuery(query);
    return sendDocument(reply, await printLabelBatch(app, signedIn(caller), ids, { size, format }));
  },
);

// Tests: contract/document-batches.
export const manifestBatch = endpoint(
  {
    summary: 'Manifests of many bookings in one file',
    description: 'One manifest for each carrier, pickup address and day. All or nothing.',
    body: ManifestBatchBody,
    readsBodyItself: true,
    refusals: batchRefusals('whose carrier accepts no manifests'),
    isTagged: true,
    mediaTypes: mediaTypes.pdf,
    reply: FileReply,
  },
  async (app, { caller, body, reply }) =>
    sendDocument(reply, await printManifestBatch(app, signedIn(caller), parseBatch(body).ids)),
);

const regenerate = (family: CarrierFamily) =>
  endpoint(
    {
      summary: `Regenerate the label of a ${family.toUpperCase()} booking`,
      description: 'The stored label is discarded, and its public links stop working.',
      params,
      refusals: {
        404: {
          when: 'No such booking of yours with this carrier, or it is not confirmed',
          example: 'other_carrier',
        },
      },
      changes: true,
      isTagged: true,
      mediaTypes: mediaTypes.pdf,
      reply: FileReply,
    },
    async (app, { caller, params: { id }, reply }) =>
      sendDocument(reply, await regenerateLabel(app, signedIn(caller), idOf(id), family)),
  );

// Tests: contract/label-links.
export const regenerateTnt = regenerate('tnt');
// Tests: contract/label-links.
export const regenerateTge = regenerate('tge');
// Tests: contract/label-links.
export const regenerateNorthline = regenerate('northline');
