// `npm run test:long`: the tests that have a long form, in it. A story that fails names its seed; how to tell it again is
// said in the test's own head.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const files = [
  'test/faults/simulation.test.ts',
  'test/faults/hostile-input.test.ts',
  'test/scale/one-service.test.ts',
  'test/scale/nginx.test.ts',
  'test/faults/hostile-files.test.ts',
  'test/faults/hostile-wire.test.ts',
  'test/faults/backup.test.ts',
  'src/adapters/store/upgrade.test.ts',
  'test/faults/overload.test.ts',
  'test/faults/dependencies.test.ts',
  'test/faults/disk-full.test.ts',
  'test/faults/clients.test.ts',
  'test/faults/clock.test.ts',
];

const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'test.ts'), ...files, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATION: 'long',
      FAULTS: 'long',
      BACKUP: 'long',
      UPGRADES: 'long',
      HOSTILE_REQUESTS: '100000',
      HOSTILE_FILES: '60000',
      TEST_FILE_TIMEOUT_MS: '14400000',
    },
  },
);
process.exit(status ?? 1);
