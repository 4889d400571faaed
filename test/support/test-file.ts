// Tracks which test file the current code belongs to, because several files share a process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const loaded = new AsyncLocalStorage<string>();

/**
 * Attributes everything that the file's tests and hooks do to it, including what they start asynchronously.
 */
export async function loadTestFile(file: string): Promise<void> {
  await loaded.run(file, () => import(pathToFileURL(resolve(file)).href));
}

export function currentTestFile(): string {
  return loaded.getStore() ?? relative(process.cwd(), process.argv[1] ?? '');
}
