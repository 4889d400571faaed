// Runs the tests with the real components they need: one PostgreSQL and one Redis for all of them, started and
// stopped here. `npm test` runs everything; `npm test -- PATH…` only the named files.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareCarriers } from '../test/support/carriers/shared-carriers.ts';
import { startPostgres } from '../test/support/components/postgres.ts';
import { startRedis } from '../test/support/components/redis.ts';
import { prepareTemplate } from '../test/support/components/template-database.ts';
import { idleTests, unpublishedAnswers, unservedRoutes } from '../test/support/served-routes.ts';
import { foldProgram } from './fold-program.ts';
import { obtainChromium } from './obtain-chromium.ts';
import { testedRoutes } from './route-map.ts';
import { groupTests } from './test-groups.ts';

const everything = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'simulator/**/*.test.ts',
  'carriers/**/*.test.ts',
  'scripts/**/*.test.ts',
  'web/**/*.test.ts',
];
/**
 * Processes at once: one more than the fewest processors, because some always wait for a disk, a database or a
 * browser. The long form runs them one by one, because its load tests need the whole machine.
 */
const concurrency = process.env.TESTS === 'long' ? 1 : 3;
/** Time limit of a process: a hanging file is named, and the others still run. */
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS || 1_200_000);
/** Time limit of a test: a hanging test is named, unless its process is stuck. */
const testTimeoutMs = Math.round(fileTimeoutMs * 0.9);

const [postgres, redis] = await Promise.all([
  startPostgres(),
  startRedis(),
  obtainChromium(),
  // Tests start the program hundreds of times.
  foldProgram(),
  prepareCarriers(),
]);
const folder = mkdtempSync(join(tmpdir(), 'linehaul-suite-'));
const servedRoutesFile = join(folder, 'served-routes');
let status = 1;
try {
  await prepareTemplate(postgres.url);
  const wanted = process.argv.slice(2);
  const files =
    wanted.length > 0
      ? wanted
      : groupTests(everything.flatMap((pattern) => globSync(pattern)).sort(), folder);
  // Not spawnSync: this process must keep reading the servers' output, or their full pipes would block them.
  const run = spawn(
    process.execPath,
    [
      `--import=${pathToFileURL(join(import.meta.dirname, '../test/support/file-end.ts'))}`,
      '--test',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${testTimeoutMs}`,
      ...files,
    ],
    {
      stdio: 'inherit',
      env: {
        TEST_ROUTES_FILE: servedRoutesFile,
        ...process.env,
        TEST_POSTGRES_URL: postgres.url,
        TEST_REDIS_URL: redis.url,
        TEST_FILE_TIMEOUT_MS: String(fileTimeoutMs),
        NODE_ENV: 'test',
        // Hundreds of files load the same modules, so compiled code is cached for the next.
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/linehaul-compiled'),
      },
    },
  );
  const [code] = (await once(run, 'exit')) as [number | null];
  status = code ?? 1;
  // A full run must have a success from every row of the route table, in each of its generations, in the tests that
  // its code names, and only answers that /openapi.json describes.
  const tested = await testedRoutes();
  const complaints: [string, string[]][] =
    wanted.length > 0 || status !== 0
      ? []
      : [
          ['No test has had a success from', unservedRoutes(servedRoutesFile)],
          ['Answered, but not in /openapi.json', unpublishedAnswers(servedRoutesFile)],
          ['Named as a test of what it gets nothing from', idleTests(servedRoutesFile, tested)],
        ];
  for (const [complaint, rows] of complaints.filter(([, found]) => found.length > 0)) {
    process.stderr.write(`${complaint}:\n${rows.map((row) => `  ${row}`).join('\n')}\n`);
    status = 1;
  }
} finally {
  await Promise.all([postgres.stop(), redis.stop()]);
}
process.exit(status);
