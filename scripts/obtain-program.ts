// Finds a real server program for the tests: on the PATH, or unpacked earlier, or unpacked now from the system's
// packages into node_modules/.cache (no root needed, nothing installed, no service started). If that fails, it says
// in one sentence what to install.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type Program = { program: string; libraries?: string };

export type WantedProgram = {
  /** Its names on the PATH. */
  names: readonly string[];
  /** Debian's and Ubuntu's package, and the program's path in it; `*` stands for the processor's name. */
  packageName: string;
  packedAt: string;
  /** Begins "The tests need …". */
  title: string;
  howToInstall: string;
};

const cacheRoot = join(import.meta.dirname, '..', 'node_modules', '.cache');
/** Administrators' programs, which are not on every PATH. */
const otherFolders = ['/usr/sbin', '/usr/local/sbin'];

export function obtainProgram(wanted: WantedProgram): Program {
  const cache = join(cacheRoot, `linehaul-${wanted.packageName.replace(/-server$/, '')}`);
  return onPath(wanted) ?? unpacked(wanted, cache) ?? unpackFromPackages(wanted, cache);
}

/** The environment a program needs to find its libraries. */
export function environmentOf({ libraries }: Program): NodeJS.ProcessEnv {
  return { ...process.env, ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }) };
}

function onPath({ names }: WantedProgram): Program | undefined {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...otherFolders]) {
    for (const name of names) {
      if (folder !== '' && existsSync(join(folder, name))) return { program: join(folder, name) };
    }
  }
  return undefined;
}

function unpacked({ packedAt }: WantedProgram, cache: string): Program | undefined {
  const [found] = globSync(packedAt, { cwd: cache });
  if (found === undefined) return undefined;
  const program = join(cache, found);
  const libraryRoot = join(cache, 'usr', 'lib');
  // Its libraries may be installed already.
  if (!existsSync(libraryRoot)) return { program };
  const libraries = readdirSync(libraryRoot)
    .map((name) => join(libraryRoot, name))
    .join(delimiter);
  return { program, libraries };
}

function unpackFromPackages(wanted: WantedProgram, cache: string): Program {
  const { packageName, title, howToInstall } = wanted;
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
      packageName,
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
    throw new Error(`The tests need ${title} and none could be had: ${howToInstall}`, {
      cause: error,
    });
  }
  const found = unpacked(wanted, cache);
  if (found === undefined) throw new Error(`The tests need ${title}: ${howToInstall}`);
  return found;
}
