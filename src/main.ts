// The server process. The work is in `serve.ts` and, with several workers, `serve/workers.ts`.
import cluster from 'node:cluster';
import { processEnvironment, readConfig } from './config.ts';
import { explain } from './explain.ts';
import { prepareWebClient } from './serve/web-client.ts';
import { runWorkers } from './serve/workers.ts';
import { serve } from './serve.ts';

export async function main(): Promise<void> {
  try {
    const config = readConfig(processEnvironment());
    if (cluster.isPrimary) await prepareWebClient();
    await (config.workers > 1 && cluster.isPrimary ? runWorkers(config) : serve(config));
  } catch (error) {
    // Only our own mistakes are shown with a stack trace.
    const ours = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${explain(error) ?? ours}\n`);
    process.exit(1);
  }
}
