// The server process. Everything it does is in `serve.ts` and, with several workers, `workers.ts`.
import cluster from 'node:cluster';
import { SchemaMismatch } from './adapters/store/migrate.ts';
import { ConfigProblems, processEnvironment, readConfig } from './config.ts';
import { serve } from './serve.ts';
import { runWorkers } from './workers.ts';

export async function main(): Promise<void> {
  try {
    const config = readConfig(processEnvironment());
    await (config.workers > 1 && cluster.isPrimary ? runWorkers(config) : serve(config));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** What an operator can mend is said in plain words; only our own mistakes come with a stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigProblems || error instanceof SchemaMismatch) return error.message;
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `${error.message}. Another program uses this port; stop it or set PORT to a free one.`;
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `The database can not be reached (${error.message || code}). Check DATABASE_URL and that the server is running.`;
  }
  return error.stack ?? error.message;
}
