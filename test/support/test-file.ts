// Which file a test is of: several share a process.
import { AsyncLocalStorage } from 'node:async_hooks';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const loaded = new AsyncLocalStorage<string>();

/** Whatever its tests and hooks do, also those that it has others set up, is known to be its from then on. */
export async function loadTestFile(file: string): Promise<void> {
  await loaded.run(file, () => import(pathToFileURL(resolve(file)).href));
}

export function currentTestFile(): string {
  return loaded.getStore() ?? relative(process.cwd(), process.argv[1] ?? '');
}
