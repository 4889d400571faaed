import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readJsonFile } from './named-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-named-files-'));
after(() => rmSync(folder, { recursive: true }));

describe('JSON file named in a command', () => {
  test('may be a pipe', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `printf '{"password":"tulip"}' > "$0"`, pipe]);
    const ended = once(writer, 'exit');
    assert.deepEqual(readJsonFile(pipe), { password: 'tulip' });
    await ended;
  });

  test('is reported as missing when it is absent or a folder', () => {
    for (const path of [join(folder, 'none.json'), folder])
      assert.throws(() => readJsonFile(path), { message: `There is no file ${path}.` });
  });

  test('is refused without showing its contents when it is broken', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{"password": tulip}');
    assert.throws(
      () => readJsonFile(file),
      ({ message }: Error) => /not valid JSON/.test(message) && !message.includes('tulip'),
    );
  });
});
