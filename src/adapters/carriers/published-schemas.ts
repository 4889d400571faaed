// The schemas of carrier files as they are published: file name → JSON text under docs/schema.

import type { TSchema } from 'typebox';
import { CardSchema } from './card-schema.ts';
import { CarrierSchema } from './carrier-schema.ts';
import { ExamplesSchema } from './examples-schema.ts';

const schemaDialect = 'https://json-schema.org/draft/2020-12/schema';

export function publishedSchemas(): ReadonlyMap<string, string> {
  const schemas: readonly (readonly [string, TSchema])[] = [
    ['carrier.schema.json', CarrierSchema],
    ['card.schema.json', CardSchema],
    ['examples.schema.json', ExamplesSchema],
  ];
  return new Map(
    schemas.map(([file, schema]) => [
      file,
      `${JSON.stringify({ $schema: schemaDialect, ...schema }, null, 2)}\n`,
    ]),
  );
}
