// What carriers publish about the bodies they take: fields that are required, lengths and fixed words. Each schema names
// its source and holds only what the source states, so a body that fits may still be refused.
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { alliedSchema } from '../../simulator/protocols/allied-schema.ts';

type PublishedSchema = { carrier: string; method: string; path: RegExp; schema: TSchema };

const published: readonly PublishedSchema[] = [
  // The gateway repeats its schema in every refusal.
  {
    carrier: 'allied',
    method: 'POST',
    path: /^\/(calculatePrice|GetLabelfull)$/,
    schema: alliedSchema,
  },
];

function schemasOf(carrier: string, method: string, path: string): TSchema[] {
  return published
    .filter((one) => one.carrier === carrier && one.method === method && one.path.test(path))
    .map(({ schema }) => schema);
}

export function hasSchema(carrier: string, method: string, path: string): boolean {
  return schemasOf(carrier, method, path).length > 0;
}

/** What is wrong with a body, one sentence each; none where nothing is published about it. */
export function requestProblems(
  carrier: string,
  method: string,
  path: string,
  body: string,
): string[] {
  return schemasOf(carrier, method, path)
    .flatMap((schema) => [...Value.Errors(schema, JSON.parse(body))])
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}
