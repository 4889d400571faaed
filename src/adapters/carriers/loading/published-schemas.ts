// The schemas of carrier files as they are published: file name → JSON text under docs/schema.

import { cardFormat } from './card-format.ts';
import { carrierFormat } from './carrier-format.ts';
import { examplesFormat } from './examples-format.ts';

const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

export function publishedSchemas(): ReadonlyMap<string, string> {
  const formats = [
    ['carrier.schema.json', carrierFormat],
    ['card.schema.json', cardFormat],
    ['examples.schema.json', examplesFormat],
  ] as const;
  return new Map(
    formats.map(([file, { schema }]) => [
      file,
      `${JSON.stringify({ $schema: schemaDialect, ...schema }, null, 2)}\n`,
    ]),
  );
}
