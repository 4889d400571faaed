// Files that people uploaded, as columns: the body is base64.
import type { UploadedFile } from '../../domain/documents/uploaded-file.ts';

export function fileRow({ name, mediaType, bytes }: UploadedFile) {
  const body = Buffer.from(bytes).toString('base64');
  return { name, media_type: mediaType, size: bytes.length, body };
}

export function fileFrom(row: { name: string; media_type: string; body: string }): UploadedFile {
  return {
    name: row.name,
    // Only types that were recognised by their content are stored.
    mediaType: row.media_type as UploadedFile['mediaType'],
    bytes: Buffer.from(row.body, 'base64'),
  };
}
