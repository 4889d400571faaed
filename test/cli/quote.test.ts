// linehaul quote: what it promises is shown, to people and to programs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { linehaul } from '../support/program.ts';

describe('linehaul quote', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-quote-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  const run = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await linehaul({ DATA_DIR: dataDir }, ...args);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const quote = (...args: string[]) =>
    run('quote', '--from', '2000 SYDNEY', '--item', '2 x 5kg 30x30x30 Carton', ...args);
  const quotes = async (...args: string[]): Promise<object> =>
    JSON.parse(await quote('--json', ...args)).quotes;

  test('a suburb may begin with two letters, before or behind its postcode', async () => {
    const before = await quotes('--to', 'ST KILDA 3182');
    assert.ok(Object.keys(before).length > 20);
    assert.deepEqual(before, await quotes('--to', '3182 ST KILDA'));
    const abroad = await quotes('--to', 'NZ 1010 AUCKLAND');
    assert.notDeepEqual(Object.keys(abroad), Object.keys(before));
  });
});
