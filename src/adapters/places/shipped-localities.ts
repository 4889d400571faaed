// The localities that come with Linehaul. They are compiled from npm packages on the user's own
// machine, once, into a git-ignored file: the data is not ours to hand on in a repository. A
// missing file is no failure, it only costs one start about a second.

import { join } from 'node:path';
import type { Locality } from '../../domain/places/locality.ts';
import { isFileError, readGeneratedFile, writeGeneratedFile } from './generated-file.ts';

const packageRoot = join(import.meta.dirname, '..', '..', '..');

const generatedFile = join(packageRoot, 'generated', 'localities.json');

/** Writes the file unless it is there already, made from the same data. */
export async function prepareShippedLocalities(
  file = generatedFile,
): Promise<{ count: number; isNew: boolean }> {
  const known = readGeneratedFile(file);
  if (known !== undefined) return { count: known.length, isNew: false };
  const localities = await compile();
  writeGeneratedFile(file, localities);
  return { count: localities.length, isNew: true };
}

/** The localities from the file, or straight from the packages where there is none. */
export async function readShippedLocalities(file = generatedFile): Promise<readonly Locality[]> {
  const known = readGeneratedFile(file);
  if (known !== undefined) return known;
  const localities = await compile();
  try {
    writeGeneratedFile(file, localities);
  } catch (error) {
    // An installation nobody may write to works as well; every start compiles anew.
    if (!isFileError(error)) throw error;
  }
  return localities;
}

// Loaded only when needed: an ordinary start reads nothing but the file.
async function compile(): Promise<readonly Locality[]> {
  const { compileLocalities } = await import('./compile-localities.ts');
  return compileLocalities();
}
