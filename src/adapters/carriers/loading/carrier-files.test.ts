// Files of carriers that can't be read as they are: told once each, with the file, the place and what to do.
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

  /** Everything that is said of the good carrier with this file in it. */
  async function said(path: string, content: Buffer, bytes?: number): Promise<readonly string[]> {
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

  it('because it is in Windows-1252', async () => {
    const foreign = text(lanes).replace('road,MEL,DRW', 'road,M\u00c9L,DRW');
    assert.deepEqual(await said(lanes, Buffer.from(foreign, 'latin1')), [
      `${lanes}:3:7 the file is not UTF-8 (Windows-1252?). Save it as CSV UTF-8.`,
    ]);
  });

  it('because it is in UTF-16', async () => {
    assert.deepEqual(await said(lanes, Buffer.from(`\uFEFF${text(lanes)}`, 'utf16le')), [
      `${lanes}:0:0 the file is not UTF-8 (UTF-16?). Save it as CSV UTF-8.`,
    ]);
  });

  it('because it is JSON in Windows-1252', async () => {
    const card = `${cardFolder}/card.json`;
    const foreign = text(card).replace('"size"', '"s\u00eeze"');
    const [only, ...others] = await said(card, Buffer.from(foreign, 'latin1'));
    assert.match(only ?? '', /card\.json:\d+:\d+ the file is not UTF-8 .* Save it as UTF-8\.$/);
    assert.deepEqual(others, []);
  });

  it('because it is too large: it says how large, and how large it may be', async () => {
    assert.deepEqual(await said(lanes, Buffer.from(text(lanes)), 40 * 1024 * 1024), [
      `${lanes}:0:0 the file has 40 MB; at most 16 MB`,
    ]);
  });
});
