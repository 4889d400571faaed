// Every file, export and dependency is used. knip follows the imports; knip.ts lists the entry points.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

type Report = { issues: readonly ({ file: string } & Record<string, unknown>)[] };

const root = join(import.meta.dirname, '..', '..');
const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js');

/** One line per finding, such as `exports of src/config.ts: readConfig`. */
async function findingsOf(...options: string[]): Promise<string[]> {
  const output = await new Promise<string>((resolve, reject) => {
    const args = [knip, '--no-progress', '--no-exit-code', '--reporter=json', ...options];
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`knip failed: ${stderr}`, { cause: error }));
    });
  });
  const { issues } = JSON.parse(output) as Report;
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      (found as { name: string }[]).map(({ name }) => `${kind} of ${file}: ${name}`),
    ),
  );
}

test('finds no unused file, export, type or dependency', async () => {
  const kinds = 'files,exports,types,duplicates,dependencies,unlisted,unresolved';
  assert.deepEqual(await findingsOf(`--include=${kinds}`), []);
});

test('finds no file or value of the product that only tests use', async () => {
  const kinds = 'files,exports,dependencies';
  assert.deepEqual(await findingsOf('--production', `--include=${kinds}`), []);
});
