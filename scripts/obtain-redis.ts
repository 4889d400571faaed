// Finds a real Redis server for the tests: on the PATH, else unpacked before, else unpacked now from the
// system's own packages into node_modules/.cache (no root needed, nothing installed, no service started).
// Where that can't be done, it says in one sentence what to install.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type RedisProgram = { program: string; libraries?: string };

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'linehaul-redis');
const names = ['redis-server', 'valkey-server'];

export function obtainRedis(): RedisProgram {
  return onPath() ?? unpacked() ?? unpackFromPackages();
}

function onPath(): RedisProgram | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      if (folder !== '' && existsSync(join(folder, name))) return { program: join(folder, name) };
    }
  }
  return undefined;
}

function unpacked(): RedisProgram | undefined {
  const program = join(cache, 'usr', 'bin', 'redis-server');
  if (!existsSync(program)) return undefined;
  const libraryRoot = join(cache, 'usr', 'lib');
  const libraries = readdirSync(libraryRoot)
    .map((name) => join(libraryRoot, name))
    .join(delimiter);
  return { program, libraries };
}

function unpackFromPackages(): RedisProgram {
  try {
    const draft = `${cache}.${process.pid}`;
    mkdirSync(join(draft, 'lists', 'partial'), { recursive: true });
    const run = (program: string, ...args: string[]): string =>
      execFileSync(program, args, {
        cwd: draft,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    // The machine's package lists may be missing or old; these are our own and need no rights.
    const own = ['-o', `Dir::State::lists=${join(draft, 'lists')}`, '-o', 'Debug::NoLocking=1'];
    run('apt-get', ...own, 'update');
    const plan = run(
      'apt-get',
      ...own,
      'install',
      '--print-uris',
      '-qq',
      '--no-install-recommends',
      'redis-server',
    );
    const packages = [...plan.matchAll(/ ([^ ]+?)_[^ ]+\.deb /g)].map((match) => match[1] ?? '');
    run('apt-get', ...own, 'download', ...packages);
    for (const file of readdirSync(draft).filter((name) => name.endsWith('.deb'))) {
      run('dpkg-deb', '-x', file, draft);
      rmSync(join(draft, file));
    }
    rmSync(join(draft, 'lists'), { recursive: true });
    rmSync(cache, { recursive: true, force: true });
    renameSync(draft, cache);
  } catch (error) {
    throw new Error(`The tests need a Redis server and none could be had: ${howToInstall()}`, {
      cause: error,
    });
  }
  const found = unpacked();
  if (found === undefined) throw new Error(`The tests need a Redis server: ${howToInstall()}`);
  return found;
}

function howToInstall(): string {
  return 'install Redis 6 or later (Debian, Ubuntu: "apt-get install redis-server"; macOS: "brew install redis") and run this again.';
}
