// Where the program is run from: a data folder of its own and, where it is asked for, each of the databases it works with.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { type Environment, type Finished, linehaul } from '../support/components/program.ts';
import { createDatabase, type TestDatabase } from '../support/components/template-database.ts';

type Surroundings = { environment: Environment; remove(): Promise<void> };

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'linehaul-cli-'));

const places: { name: string; make(): Promise<Surroundings> }[] = [
  {
    name: 'the embedded database',
    make: async () => {
      const dataDir = temporaryFolder();
      return {
        environment: { DATA_DIR: dataDir },
        remove: async () => rmSync(dataDir, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    make: async () => {
      const dataDir = temporaryFolder();
      const database: TestDatabase = await createDatabase({ isEmpty: true });
      return {
        environment: { DATA_DIR: dataDir, DATABASE_URL: database.url },
        remove: async () => {
          await database.drop();
          rmSync(dataDir, { recursive: true, force: true });
        },
      };
    },
  },
];

/** The same tests on both databases, which are empty at first and theirs alone. */
export function onEachDatabase(
  what: string,
  tests: (program: ReturnType<typeof programIn>) => void,
): void {
  for (const place of places)
    describe(`${what} on ${place.name}`, () => {
      let surroundings: Surroundings;
      before(async () => {
        surroundings = await place.make();
      });
      after(() => surroundings.remove());
      tests(programIn(() => surroundings.environment));
    });
}

function programIn(environment: () => Environment) {
  const run = (...args: string[]): Promise<Finished> => linehaul(environment(), ...args);
  /** What a command has printed. */
  const json = async (line: string) => {
    const { status, stdout, stderr } = await run(...line.split(' '), '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  return { environment, run, json };
}
