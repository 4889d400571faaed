// Unpacks the Chromium that an npm package carries, once, into node_modules/.cache. The package itself would
// unpack it into the machine's shared temporary folder, where another user's copy could be in the way.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'linehaul-chromium');

export async function obtainChromium(): Promise<string> {
  const program = join(cache, 'chromium');
  if (existsSync(program)) return program;
  const draft = `${cache}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    await chromium.executablePath();
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  // All or nothing: a half-unpacked browser would fail in strange ways.
  if (existsSync(program)) rmSync(draft, { recursive: true });
  else renameSync(draft, cache);
  return program;
}
