// Files that people upload, in requests and answers. A request carries the file as base64 text.
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { mostFileBytes, type UploadedFile } from '../../domain/documents/uploaded-file.ts';

const base64Characters = Math.ceil(mostFileBytes / 3) * 4;
/** The file as base64, and the fields beside it. */
export const fileBodyBytes = base64Characters + 16 * 1024;

export const FileBody = Type.Object({
  name: Type.String({ maxLength: 255 }),
  content: Type.String({
    description: 'The file in base64: JPEG, PNG or PDF, at most 4 MB. Its content decides its type',
  }),
});

export const fileTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

/** As a download: a page of ours never shows it as its own. */
export function sendFile(reply: FastifyReply, { name, mediaType, bytes }: UploadedFile): Buffer {
  reply.type(mediaType).headers({
    'content-disposition': `attachment; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
