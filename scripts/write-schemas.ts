// Writes the JSON Schemas of carrier files under docs/schema, where editors find them through "$schema". Run it after
// changing a schema; a test compares the files with the code.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedSchemas } from '../src/adapters/carriers/loading/published-schemas.ts';

const folder = join(import.meta.dirname, '../docs/schema');
mkdirSync(folder, { recursive: true });
for (const [file, content] of publishedSchemas()) {
  writeFileSync(join(folder, file), content);
  console.log(`docs/schema/${file}`);
}
