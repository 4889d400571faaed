// A file that a person uploads: a picture or a PDF. Its type is read from its content, because a name or a browser may
// claim anything, and it is served with that type only.
import type { Problem } from '../problem.ts';

export type UploadedFile = {
  /** Letters, digits, spaces, dots, hyphens and underscores, with the extension of its type. */
  name: string;
  mediaType: (typeof fileTypes)[number]['mediaType'];
  bytes: Uint8Array;
};

const fileTypes = [
  { mediaType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  {
    mediaType: 'image/png',
    extension: 'png',
    begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { mediaType: 'application/pdf', extension: 'pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
] as const;

/** A photograph of a telephone, or a few scanned pages. */
export const mostFileBytes = 4 * 1024 * 1024;

const longestName = 80;

/** `content` is base64. `only`: the picture types are accepted, and no PDF. */
export function readUploadedFile(
  name: string,
  content: string,
  { only }: { only?: 'pictures' } = {},
): UploadedFile | Problem {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) return { problem: 'file_unreadable' };
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0) return { problem: 'file_empty' };
  if (bytes.length > mostFileBytes) return { problem: 'file_too_large', most: mostFileBytes };
  const type = fileTypes.find(({ begins }) => begins.every((byte, n) => bytes[n] === byte));
  const isAccepted =
    type !== undefined && (only !== 'pictures' || type.mediaType.startsWith('image/'));
  if (!isAccepted) return { problem: 'file_type', takesPdf: only !== 'pictures' };
  const { mediaType, extension } = type;
  return { name: `${stemOf(name)}.${extension}`, mediaType, bytes };
}

/** The name without its path, its extension, and characters with a meaning in headers or file systems. */
function stemOf(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9 ._-]/g, '')
    .replace(/^[. ]+/, '')
    .trim()
    .slice(0, longestName);
  return stem === '' ? 'file' : stem;
}
