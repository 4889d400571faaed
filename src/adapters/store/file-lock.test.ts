// The lock between real processes: one process holds it, and the system releases it when that process is killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileLock } from './file-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-lock-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const lockModule = new URL('./file-lock.ts', import.meta.url).href;
const holding = `
  const { fileLock } = await import(process.argv[1]);
  globalThis.release = fileLock.now(process.argv[2]);
  process.stdout.write(globalThis.release === undefined ? 'refused' : 'held');
  setInterval(() => {}, 60_000);
`;

test('has one holder, even within a process, and passes on when released', () => {
  const file = join(folder, 'within');
  const release = fileLock.now(file);
  assert.ok(release);
  assert.equal(fileLock.now(file), undefined);
  release();
  const next = fileLock.now(file);
  assert.ok(next);
  next();
  assert.equal(statSync(file).size, 0);
});

test('is shared by all users who may write in its folder', () => {
  const shared = join(folder, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o770);
  const file = join(shared, 'lock');
  fileLock.now(file)?.();
  assert.equal(statSync(file).mode & 0o777, 0o660);
  assert.equal(statSync(file).uid, statSync(shared).uid);
});

test('passes to a waiting caller as soon as it is released', async () => {
  const file = join(folder, 'waiting');
  const release = fileLock.now(file);
  const waiting = fileLock.soon(file);
  release?.();
  (await waiting)?.();
  assert.ok(await waiting);
});

test('keeps other processes out and is released when its holder is killed', async () => {
  const file = join(folder, 'between');
  const other = spawn(process.execPath, ['--input-type=module', '-e', holding, lockModule, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(other.stdout, 'data')) as [Buffer];
  assert.equal(output.toString(), 'held');
  assert.equal(fileLock.now(file), undefined);
  const ended = once(other, 'exit');
  other.kill('SIGKILL');
  await ended;
  const release = fileLock.now(file);
  assert.ok(release);
  release();
});

test('stays locked for other processes when its holder asks again', async () => {
  const file = join(folder, 'both');
  const release = fileLock.now(file);
  assert.equal(fileLock.now(file), undefined);
  const other = spawn(process.execPath, ['--input-type=module', '-e', holding, lockModule, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [output] = (await once(other.stdout, 'data')) as [Buffer];
    assert.equal(output.toString(), 'refused');
  } finally {
    other.kill('SIGKILL');
    release?.();
  }
});

test('names a missing folder', () => {
  assert.throws(() => fileLock.now(join(folder, 'nowhere', 'file')), /ENOENT.*nowhere/);
});
