// The key that signs links and sessions: the operator's, or one created at the first start and stored in DATA_DIR,
// readable only by its owner. Losing it ends sessions and public links; it is not a password.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const secretKeyFileName = 'secret.key';
const secretBytes = 32;

export type SecretKey = { value: string; source: 'SECRET_KEY' | 'file' | 'missing' };

/** Shorter secrets can be brute-forced. */
const leastCharacters = 32;

/** The operator's file does not contain a key; the message says what to do. */
export class WeakSecretKey extends Error {
  override readonly name = 'WeakSecretKey';
}

/** `dataDir` already exists if a key may be created. */
export function obtainSecretKey(
  configured: string | undefined,
  dataDir: string,
  /** A read-only command creates no key; its temporary key opens nothing. */
  { makes = true } = {},
): SecretKey {
  if (configured !== undefined) return { value: configured, source: 'SECRET_KEY' };
  const file = join(dataDir, secretKeyFileName);
  const kept = readIfThere(file);
  if (kept !== undefined) return { value: kept, source: 'file' };
  if (!makes) return { value: randomBytes(secretBytes).toString('hex'), source: 'missing' };
  writeOnce(file, randomBytes(secretBytes).toString('hex'));
  // Read back, because a process that started at the same moment may have been first.
  const value = readIfThere(file);
  if (value === undefined) throw new Error(`${file} was written but cannot be read.`);
  return { value, source: 'file' };
}

function readIfThere(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < leastCharacters)
      throw new WeakSecretKey(
        `${file} ${text === '' ? 'is empty' : `has ${text.length} characters`}; it must have at least ${leastCharacters} characters. Restore it from a backup, or delete it to make a new one.`,
      );
    return text;
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'ENOTDIR'].includes(String(error.code))
    )
      return undefined;
    throw error;
  }
}

/** The file appears whole or not at all, and the first writer wins. */
function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  const handle = openSync(draft, 'w', 0o600);
  writeSync(handle, `${text}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    unlinkSync(draft);
  }
}
