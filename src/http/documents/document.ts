// Documents on the wire: reads which document a query or batch requests, and sets the headers of the file.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { mostBatchBookings } from '../../application/documents/print-batch.ts';
import type { PrintedDocument } from '../../application/documents/print-document.ts';
import { mostPieces } from '../../domain/bookings/booking.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { notModified, type Published } from '../server/endpoint.ts';
import { isKnownTag } from '../server/entity-tag.ts';
import { wordOf } from '../server/values.ts';
import { wholeNumberParam } from '../server/whole-number.ts';

const formats = ['pdf', 'png', 'zpl'] as const satisfies readonly DocumentFormat[];
const batchFormats = ['pdf', 'zpl'] as const satisfies readonly DocumentFormat[];
const sizes = ['standard', 'a6'] as const satisfies readonly LabelSize[];

/** Accepts the words in any case, and blank for clients that send every field. */
function wordParam<Word extends string>(words: readonly Word[], description: string) {
  const find = (text: string | undefined): Word | undefined =>
    words.find((word) => word === text?.trim().toLowerCase());
  return {
    schema: Type.Optional(
      Type.Refine(
        Type.String({
          description,
          published: { schema: wordOf(words, { description }) } satisfies Published,
        }),
        (text) => text.trim() === '' || find(text) !== undefined,
        () => `must be one of ${words.join(', ')}`,
      ),
    ),
    read: find,
  };
}

const Format = wordParam(formats, 'The label’s format; default pdf');
const BatchFormat = wordParam(batchFormats, 'default pdf');
const Size = wordParam(sizes, 'The label’s size; default standard');
const Piece = wholeNumberParam('piece', { least: 1, most: mostPieces });

export const LabelQuery = Type.Object({
  format: Format.schema,
  piece: Type.Optional(Piece.blankOrSchema),
});

export function parseLabelQuery(
  query: { format?: string; piece?: string },
  size: LabelSize,
): { size: LabelSize; format: DocumentFormat; piece: number | undefined } {
  return {
    size,
    format: Format.read(query.format) ?? 'pdf',
    piece: query.piece === undefined || query.piece === '' ? undefined : Number(query.piece),
  };
}

export const SizeQuery = Type.Object({ format: Size.schema, label_format: Size.schema });

export function parseSizeQuery(query: { format?: string; label_format?: string }): LabelSize {
  return Size.read(query.format) ?? Size.read(query.label_format) ?? 'standard';
}

export const BatchQuery = Type.Object({ format: BatchFormat.schema });

export function parseBatchQuery(query: { format?: string }): 'pdf' | 'zpl' {
  return BatchFormat.read(query.format) ?? 'pdf';
}

export const LabelBatchBody = Type.Object(
  {
    booking_ids: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: mostBatchBookings,
      description: 'Also accepted as ids.',
    }),
    format: Type.Optional(wordOf(sizes, { description: 'Also accepted as label_format' })),
  },
  { $id: 'LabelBatch' },
);

export const ManifestBatchBody = Type.Pick(LabelBatchBody, ['booking_ids'], {
  $id: 'ManifestBatch',
});

export type BatchRequest = { ids: number[]; size: LabelSize };

export function parseBatch(body: unknown): BatchRequest {
  const reader = new DocumentReader(body);
  const field = reader.has('booking_ids') || !reader.has('ids') ? 'booking_ids' : 'ids';
  const ids = reader.ids(field, mostBatchBookings);
  const sizeField = reader.has('format') ? 'format' : 'label_format';
  const size = reader.has(sizeField) ? reader.choice(sizeField, sizes) : 'standard';
  refuseInvalid(reader.issues);
  return { ids, size: size ?? 'standard' };
}

const mediaTypeOf: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  // The name that printer software uses; no media type is registered for ZPL.
  zpl: 'application/zpl; charset=utf-8',
};

/** The media types that each kind of route can return. */
export const mediaTypes = {
  label: formats.map((format) => mediaTypeOf[format]),
  labels: batchFormats.map((format) => mediaTypeOf[format]),
  pdf: [mediaTypeOf.pdf],
};

/**
 * The browser shows the document and suggests a descriptive file name. Only the members area may frame it.
 */
export function sendDocument(
  reply: FastifyReply,
  { bytes, digest, format, name }: PrintedDocument,
): Buffer | typeof notModified {
  const tag = `"${digest}"`;
  reply.headers({
    etag: tag,
    // An adjustment may change the document, so caches must revalidate it on every request.
    'cache-control': 'private, no-cache',
    'content-disposition': `inline; filename="${name}.${format}"`,
    'content-security-policy': "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
  });
  if (isKnownTag(reply.request.headers['if-none-match'], tag)) return notModified;
  reply.type(mediaTypeOf[format]);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
