// The environment of the program in a test: its own data folder and, on request, each supported database.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { type Environment, type Finished, linehaul } from '../support/components/program.ts';
import { createDatabase, type TestDatabase } from '../support/components/template-database.ts';

type TestEnvironment = { environment: Environment; remove(): Promise<void> };
type Place = { name: string; make(): Promise<TestEnvironment> };

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'linehaul-cli-'));

const embedded: Place = {
  name: 'the embedded database',
  make: async () => {
    const dataDir = temporaryFolder();
    return {
      environment: { DATA_DIR: dataDir },
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  },
};

const postgres: Place = {
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
};

type Tests = (program: ReturnType<typeof programIn>) => void;

/** Runs the same tests on each engine, with an empty database of their own. */
export function onEachDatabase(title: string, tests: Tests): void {
  for (const place of [embedded, postgres]) describeIn(place, title, tests);
}

/** For tests that do not depend on the engine: each command is a process, so running both is slow. */
export function onTheEmbeddedDatabase(title: string, tests: Tests): void {
  describeIn(embedded, title, tests);
}

function describeIn(place: Place, title: string, tests: Tests): void {
  describe(`${title} on ${place.name}`, () => {
    let testEnvironment: TestEnvironment;
    before(async () => {
      testEnvironment = await place.make();
    });
    after(() => testEnvironment.remove());
    tests(programIn(() => testEnvironment.environment));
  });
}

function programIn(environment: () => Environment) {
  const run = (...args: string[]): Promise<Finished> => linehaul(environment(), ...args);
  /** Runs a command with `--json` and parses its output. */
  const json = async (line: string) => {
    const { status, stdout, stderr } = await run(...line.split(' '), '--json');
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  };
  return { environment, run, json };
}
