// The members area that the server serves. It is built when the packages are installed or, if that was impossible, at
// the first start. Everything else works without it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadWebClient } from '../adapters/web-client/load-web-client.ts';
import type { Log, WebClient } from '../application/ports.ts';

const root = join(import.meta.dirname, '..', '..');
const builtDir = join(root, 'generated', 'web');

/** Builds it if missing: once for all workers, before the first of them starts. */
export async function prepareWebClient(): Promise<void> {
  if (existsSync(builtDir)) return;
  process.stderr.write('Building the members area; this is done once.\n');
  const build = spawn(process.execPath, [join(root, 'web', 'build.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(build, 'exit');
}

export function openWebClient(log: Log): WebClient | undefined {
  const client = loadWebClient(builtDir);
  if (client === undefined) {
    log.warn({}, 'the members area could not be built; "npm run build" says why');
  }
  return client;
}
