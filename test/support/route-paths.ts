// Lists every path of the route table: each row in each of its generations, with its aliases.
import { systemSecrets } from '../../src/adapters/system.ts';
import { routes } from '../../src/http/routes.ts';
import type { Generation } from '../../src/http/server/generation.ts';
import { generationsOf } from '../../src/http/server/generations.ts';
import { pathsOf, plainPath, type Row } from '../../src/http/server/row.ts';
import { interfaceLimits } from './test-app.ts';

export type RoutePath = {
  generation: Generation['name'];
  prefix: string;
  row: Row;
  /** The path without the prefix: the row's own or an alias. */
  path: string;
};

const { all } = generationsOf(interfaceLimits, {
  publicUrl: 'http://localhost:8080',
  secrets: systemSecrets,
});

export const routePaths: readonly RoutePath[] = all.flatMap((generation) => {
  const { name, prefix } = generation;
  const rows = routes.filter(({ generations }) => generations.includes(name));
  return rows.flatMap((row) =>
    pathsOf(row, generation, rows)
      .map(plainPath)
      .map((path) => ({ generation: name, prefix, row, path })),
  );
});
