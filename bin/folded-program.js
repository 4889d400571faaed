// Finds the program as `scripts/fold-program.ts` has folded it: a few files in the place of a thousand, which Node opens
// and links in a third of the time. It is found only while every source, and the list of installed packages, has the size
// and time that it had when it was folded; else the sources themselves run.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where the sources of the program are. */
const sourceFolders = ['src', 'carriers', 'simulator'];
/** What else goes into it: our version, which packages are installed, and how it is folded. */
const otherSources = [
  'package.json',
  'node_modules/.package-lock.json',
  'bin/folded-program.js',
  'scripts/fold-program.ts',
];

export const foldedFolder = join('generated', 'program');
export const foldedIndex = 'index.json';

/** The address of the folded program, or null where there is none that is of the sources as they are now. */
export function findFoldedProgram(root) {
  try {
    const folder = join(root, foldedFolder);
    const { sources, entry } = JSON.parse(readFileSync(join(folder, foldedIndex), 'utf8'));
    const now = describeSources(root);
    return now === sources || now === inWholeSeconds(sources)
      ? pathToFileURL(join(folder, entry)).href
      : null;
  } catch {
    return null;
  }
}

/** As the layers of an image keep times. */
function inWholeSeconds(sources) {
  return sources.replace(/\d{3}$/gm, '000');
}

/** Differs as soon as a file has come, gone or been written. */
export function describeSources(root) {
  const files = [...sourceFolders.flatMap((folder) => sourcesIn(root, folder)), ...otherSources];
  return files
    .map((file) => {
      // A link of an editor may lead nowhere, and a file go away in this moment.
      const { size, mtimeMs } = statSync(join(root, file), { throwIfNoEntry: false }) ?? gone;
      return `${file} ${size} ${Math.floor(mtimeMs)}`;
    })
    .join('\n');
}

const gone = { size: 0, mtimeMs: 0 };

/** Node can list whole trees itself, but takes ten times as long. */
function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(root, path);
      return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
    });
}
