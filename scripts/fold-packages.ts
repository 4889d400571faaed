// Folds packages that consist of hundreds of small files into a few. Node resolves, opens and links every one of them each
// time a program starts; that was a quarter of the start and ten megabytes. Done when the packages are installed;
// `bin/folded-packages.js` uses the result only while it is of the versions that are installed.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'generated', 'packages');
const indexFile = 'index.json';

/** What our sources import of each. A package must be named whole: two copies of its state would not know each other. */
const entries: Readonly<Record<string, readonly string[]>> = {
  kysely: ['kysely'],
  typebox: ['typebox', 'typebox/compile', 'typebox/system', 'typebox/value'],
};

/** True when it had to be done. */
export async function foldPackages(): Promise<boolean> {
  const versions = Object.fromEntries(
    Object.keys(entries).map((name) => [name, installedVersion(name)]),
  );
  const files = Object.fromEntries(
    Object.values(entries)
      .flat()
      .map((entry) => [entry, `${entry.replace('/', '-')}.js`]),
  );
  const index = `${JSON.stringify({ versions, files })}\n`;
  if (
    existsSync(join(folder, indexFile)) &&
    readFileSync(join(folder, indexFile), 'utf8') === index
  )
    return false;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({
      cwd: root,
      platform: 'node',
      logLevel: 'warn',
      input: Object.fromEntries(
        Object.keys(files).map((entry) => [entry.replace('/', '-'), entry]),
      ),
    });
    await bundle.write({
      dir: draft,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
    });
    await bundle.close();
    writeFileSync(join(draft, indexFile), index);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

function installedVersion(name: string): string {
  const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
