// `npm run test:long`: the long form of every test that has one, which are the files that import `long-form.ts` or
// check pages in every look. A failing story names its seed; the test's head says how to replay it.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter((file) =>
  /\/long-form\.ts'|problemsInEveryLook/.test(readFileSync(join(root, file), 'utf8')),
);
const fourHoursMs = 4 * 60 * 60_000;

const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), ...files, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, TESTS: 'long', TEST_FILE_TIMEOUT_MS: String(fourHoursMs) },
  },
);
process.exit(status ?? 1);
