// A temporary Redis server, from the binary that `scripts/obtain-redis.ts` found or unpacked.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf } from '../../../scripts/obtain-program.ts';
import { obtainRedis } from '../../../scripts/obtain-redis.ts';
import { readyLine, reservedPort, stopProcess } from './processes.ts';

export type RedisServer = {
  url: string;
  port: number;
  stop(): Promise<void>;
  process: ChildProcess;
};

/** Set `port` to restart a server where a stopped one was. */
export type RedisOptions = { port?: number; password?: string };

export async function startRedis(options: RedisOptions = {}): Promise<RedisServer> {
  const redis = obtainRedis();
  const home = mkdtempSync(join(tmpdir(), 'linehaul-redis-'));
  const port = options.port ?? (await reservedPort());
  const server = spawn(
    redis.program,
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      home,
      ...(options.password === undefined ? [] : ['--requirepass', options.password]),
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environmentOf(redis),
    },
  );
  await readyLine(server, server.stdout, 'Ready to accept connections');
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    process: server,
    stop: async () => {
      await stopProcess(server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
