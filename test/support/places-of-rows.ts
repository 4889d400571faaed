// Where every row of the route table answers: in each of its generations, at its own path and at those that stand for it.
import { systemSecrets } from '../../src/adapters/system.ts';
import { routes } from '../../src/http/routes.ts';
import type { Generation } from '../../src/http/server/generation.ts';
import { generationsOf } from '../../src/http/server/generations.ts';
import { pathsOf, plainPath, type Row } from '../../src/http/server/row.ts';
import { interfaceLimits } from './test-app.ts';

export type PlaceOfRow = {
  generation: Generation['name'];
  prefix: string;
  row: Row;
  /** After the prefix; the row's own, or one that stands for it. */
  path: string;
};

const { all } = generationsOf(interfaceLimits, {
  publicUrl: 'http://localhost:8080',
  secrets: systemSecrets,
});

export const placesOfRows: readonly PlaceOfRow[] = all.flatMap((generation) => {
  const { name, prefix } = generation;
  const rows = routes.filter(({ generations }) => generations.includes(name));
  return rows.flatMap((row) =>
    pathsOf(row, generation, rows)
      .map(plainPath)
      .map((path) => ({ generation: name, prefix, row, path })),
  );
});
