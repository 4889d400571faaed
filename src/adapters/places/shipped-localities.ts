// The localities that come with Linehaul, compiled once from npm packages on the user's machine into a git-ignored
// file, because we may not redistribute the data. Without the file a start takes about a second longer.

import { join } from 'node:path';
import type { Locality } from '../../domain/places/locality.ts';
import { isFileError, readGeneratedFile, writeGeneratedFile } from './generated-file.ts';

const packageRoot = join(import.meta.dirname, '..', '..', '..');

const generatedFile = join(packageRoot, 'generated', 'localities.json');

/** Writes the file unless it exists with the same data. */
export async function prepareShippedLocalities(
  file = generatedFile,
): Promise<{ count: number; isNew: boolean }> {
  const known = readGeneratedFile(file);
  if (known !== undefined) return { count: known.length, isNew: false };
  const localities = await compile();
  writeGeneratedFile(file, localities);
  return { count: localities.length, isNew: true };
}

/** The localities from the file, or straight from the packages if there is no file. */
export async function readShippedLocalities(file = generatedFile): Promise<readonly Locality[]> {
  const known = readGeneratedFile(file);
  if (known !== undefined) return known;
  const localities = await compile();
  try {
    writeGeneratedFile(file, localities);
  } catch (error) {
    // A read-only installation works too; every start compiles the localities.
    if (!isFileError(error)) throw error;
  }
  return localities;
}

// Loaded only when needed: an ordinary start reads only the file.
async function compile(): Promise<readonly Locality[]> {
  const { compileLocalities } = await import('./compile-localities.ts');
  return compileLocalities();
}
