// Lets our sources import packages from the few files that `scripts/fold-packages.ts` has made of them, which starts
// sooner than from the hundreds they come in. Where they were not made, or were made from other versions, the packages
// themselves are used: the same code either way.
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export function useFoldedPackages(root) {
  const folder = join(root, 'generated', 'packages');
  const indexFile = join(folder, 'index.json');
  if (!existsSync(indexFile)) return;
  const { versions, files } = readJson(indexFile);
  for (const [name, version] of Object.entries(versions)) {
    if (readJson(join(root, 'node_modules', name, 'package.json')).version !== version) return;
  }
  const urls = new Map(
    Object.entries(files).map(([entry, file]) => [entry, pathToFileURL(join(folder, file)).href]),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const url = urls.get(specifier);
      // Packages among themselves go on as they are.
      if (url === undefined || context.parentURL?.includes('/node_modules/') === true)
        return next(specifier, context);
      return { url, format: 'module', shortCircuit: true };
    },
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
