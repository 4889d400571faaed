// Errors that an operator can fix, in plain words, for the server and the command line. Any other error is a mistake
// in the program; the caller decides how much of it to show.
import { HolidayOverridesError } from './adapters/calendar/holiday-overrides.ts';
import { FolderRefused } from './adapters/data-folder.ts';
import { LocationsFileError } from './adapters/places/load-localities.ts';
import { WeakSecretKey } from './adapters/secret-key.ts';
import { DiskRefusal } from './adapters/store/engine/log-flush.ts';
import { BackupRefused } from './adapters/store/engine/sqlite-backup.ts';
import { SchemaMismatch } from './adapters/store/migrate.ts';
import { ConfigProblems } from './config.ts';
import { Refusal } from './domain/refusal.ts';
import { issueSentence } from './wording/problems.ts';
import { refusalSentence } from './wording/refusals.ts';

const unreachable =
  'The database cannot be reached. Check DATABASE_URL and that the server is running.';
const notInDatabase =
  'The database server refused the user or password. Check the user and password in DATABASE_URL.';
const damaged =
  'The database file is damaged, or is no database. Restore a backup as docs/operators/backup.md describes.';

/** By the code of the system, of PostgreSQL, or of SQLite. */
const sentences: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port; stop it or set PORT to a free one.',
  EADDRNOTAVAIL: 'This machine does not have the address in HOST. Set HOST to one that it has.',
  ENOTFOUND: 'A host name cannot be resolved. Check HOST and DATABASE_URL.',
  EACCES:
    'The system does not permit it. Check who owns DATA_DIR; ports below 1024 need more rights.',
  EPERM: 'The system does not permit it. Check who owns DATA_DIR.',
  EROFS: 'The disk is read-only. Set DATA_DIR to a writable folder.',
  ENOSPC: 'The disk is full. Make room, or set DATA_DIR to another disk.',
  EEXIST: 'There is a file where a folder is needed. Set DATA_DIR to a folder.',
  ENOTDIR: 'There is a file where a folder is needed. Set DATA_DIR to a folder.',
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  '3D000': 'The database server has no database of that name. Make it, or check DATABASE_URL.',
  '28P01': notInDatabase,
  '28000': notInDatabase,
  '42501': 'The database user may not do this. Give it the rights to make tables.',
  '53300': 'The database server has no connection left. Let it take more, or close some.',
  'SQLite 5': 'The database is locked: another program has been writing for too long. Try again.',
  'SQLite 8': 'The database file cannot be written. Check its owner and permissions.',
  'SQLite 11': damaged,
  'SQLite 13': 'The disk is full. Make room, or set DATA_DIR to another disk.',
  'SQLite 14': 'The database file cannot be opened. Check DATA_DIR and the owner of its files.',
  'SQLite 26': damaged,
};

/** Undefined for errors that an operator cannot fix. */
export function explain(error: unknown): string | undefined {
  if (error instanceof Refusal) {
    return error.data.code === 'validation'
      ? error.data.issues.map(issueSentence).join('\n')
      : refusalSentence(error.data);
  }
  if (
    error instanceof ConfigProblems ||
    error instanceof FolderRefused ||
    error instanceof WeakSecretKey ||
    error instanceof DiskRefusal ||
    error instanceof BackupRefused ||
    error instanceof SchemaMismatch ||
    error instanceof LocationsFileError ||
    error instanceof HolidayOverridesError
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  const sentence = code === undefined ? undefined : sentences[code];
  return sentence === undefined ? undefined : `${sentence} (${error.message || code})`;
}

/** The subject of a failed start, in one or two words. */
export function subjectOf(error: unknown): string {
  if (error instanceof HolidayOverridesError) return 'holidays';
  if (error instanceof LocationsFileError) return 'locations';
  if (error instanceof WeakSecretKey) return 'secret key';
  if (error instanceof FolderRefused) return 'data folder';
  const isDatabases = error instanceof SchemaMismatch || error instanceof DiskRefusal;
  return isDatabases || explain(error) !== undefined ? 'database' : 'start';
}

function codeOf(error: Error): string | undefined {
  // Extended codes of SQLite carry more in their upper bits.
  if ('errcode' in error) return `SQLite ${Number(error.errcode) & 0xff}`;
  return 'code' in error ? String(error.code) : undefined;
}
