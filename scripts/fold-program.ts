// Bundles the program into a few files. Resolving, opening, compiling and linking a thousand modules was more than
// half of each start. Runs at installation and before tests; `bin/folded-program.js` uses the bundle only while it
// matches the sources.
import { hash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { describeSources, foldedFolder, foldedIndex } from '../bin/folded-program.js';

const entry = 'cli.js';

/**
 * Packages that are bundled too: those with many files that every start loads. Others are imported normally.
 */
const foldedPackages: ReadonlySet<string> = new Set([
  '@opentelemetry/api',
  'commander',
  'fast-xml-parser',
  'fastify',
  'kysely',
  'prom-client',
  'typebox',
]);
/** It looks for files beside its own, from which threads start. */
const neverFolded = 'pino';

/** True if a bundle was made. */
export async function foldProgram(root = join(import.meta.dirname, '..')): Promise<boolean> {
  const foldings = join(root, foldedFolder);
  const sources = describeSources(root);
  const name = hash('sha256', sources).slice(0, 16);
  const before = readIndex(foldings);
  if (before.sources === sources) return false;
  // Each bundle has its own folder: a running server keeps its files, and a starting one finds the old or the new
  // bundle, complete.
  const folder = join(foldings, name);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({
      cwd: root,
      platform: 'node',
      logLevel: 'warn',
      input: { [basename(entry, '.js')]: 'src/cli/cli.ts' },
      external: (specifier, importer) => staysOutside(root, specifier, importer),
      plugins: [keepPlaces(root, folder)],
    });
    await bundle.write({
      dir: draft,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: true,
    });
    await bundle.close();
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    writeIndex(foldings, { entry: `${name}/${entry}`, sources });
    // The previous bundle stays: a running server may still use it.
    removeFoldings(foldings, [name, dirname(before.entry)]);
    // Where an earlier version kept packages.
    rmSync(join(root, 'generated', 'packages'), { recursive: true, force: true });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

type Index = { entry: string; sources: string };

function readIndex(foldings: string): Index {
  try {
    return JSON.parse(readFileSync(join(foldings, foldedIndex), 'utf8')) as Index;
  } catch {
    return { entry: '', sources: '' };
  }
}

function writeIndex(foldings: string, index: Index): void {
  const draft = join(foldings, `${foldedIndex}.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(index)}\n`);
  renameSync(draft, join(foldings, foldedIndex));
}

/** Other processes' unfinished folders are kept for a day. */
const draftsMs = 24 * 3600_000;

function removeFoldings(foldings: string, kept: readonly string[]): void {
  for (const name of readdirSync(foldings)) {
    const path = join(foldings, name);
    const ageMs = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    const isDraft = /\.\d+$/.test(name) && ageMs < draftsMs;
    if (!isDraft && name !== foldedIndex && !kept.includes(name))
      rmSync(path, { recursive: true, force: true });
  }
}

/** Dependencies of a bundled package are bundled with it. */
function staysOutside(root: string, specifier: string, importer: string | undefined): boolean {
  if (specifier.startsWith('.') || isAbsolute(specifier)) return false;
  const [scope = '', part = ''] = specifier.split('/');
  const name = scope.startsWith('@') ? `${scope}/${part}` : scope;
  if (importer !== undefined && isPackage(root, importer)) return name === neverFolded;
  return !foldedPackages.has(name);
}

function isPackage(root: string, file: string): boolean {
  return relative(root, file).startsWith('node_modules');
}

const ownPlace =
  /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.(?!resolve\b)(\w+)/g;

/** A module that looks for files near it gets the path of its source. A thread has its own bundled file. */
function keepPlaces(root: string, folder: string): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      const isOurs = id.startsWith(root) && !isPackage(root, id);
      if (!isOurs || !code.includes('import.meta.')) return null;
      const place = relative(folder, id).replaceAll('\\', '/');
      const moved = code.replace(ownPlace, (text, thread: string | undefined, what: string) => {
        if (thread !== undefined) {
          const fileName = `${thread}.js`;
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName });
          return `new URL('./${fileName}', import.meta.url)`;
        }
        switch (what) {
          case 'url':
            return `new URL('${place}', import.meta.url).href`;
          case 'dirname':
            return `(import.meta.dirname + '/${dirname(place)}')`;
          default:
            throw new Error(`${id}: what ${text} is in a folded program is not known here yet`);
        }
      });
      return { code: moved, map: null };
    },
  };
}
