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

describe('a file of JSON that a command is told to read', () => {
  test('may be a pipe, as secrets come that nobody writes to a disk', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', `printf '{"password":"tulip"}' > "$0"`, pipe]);
    const ended = once(writer, 'exit');
    assert.deepEqual(readJsonFile(pipe), { password: 'tulip' });
    await ended;
  });

  test('that is not there, or is a folder, is said so', () => {
    for (const path of [join(folder, 'none.json'), folder])
      assert.throws(() => readJsonFile(path), { message: `There is no file ${path}.` });
  });

  test('that is broken is refused without a word of what is in it', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{"password": tulip}');
    assert.throws(
      () => readJsonFile(file),
      ({ message }: Error) => /not valid JSON/.test(message) && !message.includes('tulip'),
    );
  });
});
