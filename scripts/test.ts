// Runs the tests with the real components they need: one PostgreSQL and one Redis for all of them, started
// here and ended here. `npm test` runs everything; `npm test -- PATH…` only the files named.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
 * Processes at once. One more than the least processors: some always wait for a disk, a database or a browser. In
 * the long form one after the other: what loads the machine on purpose must have it to itself.
 */
const concurrency = process.env.TESTS === 'long' ? 1 : 3;
/** No process may take longer: one that waits for ever is named, and the others still run. */
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS || 1_200_000);
/** A test that hangs is named, if nothing else of its process does. */
const testTimeoutMs = Math.round(fileTimeoutMs * 0.9);

const [postgres, redis] = await Promise.all([
  startPostgres(),
  startRedis(),
  obtainChromium(),
  // Tests start the program hundreds of times.
  foldProgram(),
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
  // Not spawnSync: this process has to go on reading what the servers say. One whose pipe is full stops answering.
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
        // Hundreds of files load the same modules: what one has compiled the next ones find.
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/linehaul-compiled'),
      },
    },
  );
  const [code] = (await once(run, 'exit')) as [number | null];
  status = code ?? 1;
  // The whole suite must have had a success from every row of the route table, in each generation it names, by the tests
  // that its code names, and no answer that /openapi.json does not tell of.
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
