// The built members area, read into memory at the start: about a megabyte, and every answer is one look-up. Only
// built files can be requested, so no path leads out of the folder.

import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { WebClient, WebFile } from '../../application/ports.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
};

/** Undefined if it has not been built. */
export function loadWebClient(folder: string): WebClient | undefined {
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return undefined;
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const mediaType = mediaTypes[extname(entry.name)];
    if (!entry.isFile() || mediaType === undefined || entry.name === 'index.html') continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    files.set(path, readWebFile(file, mediaType, path));
  }
  return { page: readFileSync(page, 'utf8'), files };
}

function readWebFile(file: string, mediaType: string, path: string): WebFile {
  const plain = readFileSync(file);
  return {
    mediaType,
    plain,
    brotli: readIfThere(`${file}.br`),
    gzip: readIfThere(`${file}.gz`),
    tag: hash('sha256', plain, 'base64url').slice(0, 22),
    // Its name changes with its content.
    isImmutable: path.startsWith('/assets/'),
  };
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
