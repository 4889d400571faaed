// Each carrier file that cannot be read is reported once, with the file, the place and the fix.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { cardFolder, goodFiles } from '../../../../test/support/rate-cards/packs.ts';
import { readCarrierFiles } from './carrier-files.ts';
import { loadCarriers } from './load-carriers.ts';

describe('unreadable carrier file', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'linehaul-unread-'));
  });
  after(() => rmSync(root, { recursive: true }));

  /** All problems of the good carrier with this file in it. */
  async function problemsWith(
    path: string,
    content: Buffer,
    bytes?: number,
  ): Promise<readonly string[]> {
    for (const [good, text] of goodFiles()) {
      mkdirSync(dirname(join(root, good)), { recursive: true });
      writeFileSync(join(root, good), text);
    }
    writeFileSync(join(root, path), content);
    if (bytes !== undefined) truncateSync(join(root, path), bytes);
    const problems = [...loadCarriers(await readCarrierFiles(root)).values()].flatMap(
      (folder) => folder.problems,
    );
    return problems.map((one) => `${one.file}:${one.line}:${one.column} ${one.message}`);
  }
  const lanes = `${cardFolder}/lanes.csv`;
  const text = (path: string): string => goodFiles().get(path) ?? '';

  it('is reported when a table is in Windows-1252', async () => {
    const foreign = text(lanes).replace('road,MEL,DRW', 'road,M\u00c9L,DRW');
    assert.deepEqual(await problemsWith(lanes, Buffer.from(foreign, 'latin1')), [
      `${lanes}:3:7 the file is not UTF-8 (Windows-1252?). Save it as CSV UTF-8.`,
    ]);
  });

  it('is reported when a table is in UTF-16', async () => {
    assert.deepEqual(await problemsWith(lanes, Buffer.from(`\uFEFF${text(lanes)}`, 'utf16le')), [
      `${lanes}:0:0 the file is not UTF-8 (UTF-16?). Save it as CSV UTF-8.`,
    ]);
  });

  it('is reported when JSON is in Windows-1252', async () => {
    const card = `${cardFolder}/card.json`;
    const foreign = text(card).replace('"size"', '"s\u00eeze"');
    const [only, ...others] = await problemsWith(card, Buffer.from(foreign, 'latin1'));
    assert.match(only ?? '', /card\.json:\d+:\d+ the file is not UTF-8 .* Save it as UTF-8\.$/);
    assert.deepEqual(others, []);
  });

  it('is reported with its size and the limit when it is too large', async () => {
    assert.deepEqual(await problemsWith(lanes, Buffer.from(text(lanes)), 40 * 1024 * 1024), [
      `${lanes}:0:0 the file has 40 MB; at most 16 MB`,
    ]);
  });
});
