// The published JSON Schemas come from the formats that the code reads with.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { publishedSchemas } from './published-schemas.ts';

const folder = join(import.meta.dirname, '../../../../docs/schema');

for (const [file, content] of publishedSchemas()) {
  it(`docs/schema/${file} is what scripts/write-schemas.ts writes`, () => {
    const published: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    assert.deepEqual(published, JSON.parse(content));
  });
}
