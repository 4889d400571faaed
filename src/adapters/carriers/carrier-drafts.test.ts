// Publishing a carrier's files while others publish, start or have died: a folder holds what one of them meant, as a whole.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { CarrierDrafts } from '../../application/ports.ts';
import { fileLock } from '../store/file-lock.ts';
import { type DraftsOptions, openCarrierDrafts } from './carrier-drafts.ts';
import { shippedCarriersDir } from './open-carriers.ts';

const root = mkdtempSync(join(tmpdir(), 'linehaul-drafts-'));
after(() => rmSync(root, { recursive: true, force: true }));
let operatorDir = '';
let count = 0;
beforeEach(() => {
  count += 1;
  operatorDir = join(root, String(count));
  mkdirSync(operatorDir);
});

/** As a process does when it starts. */
const open = (options: Partial<DraftsOptions> = {}): CarrierDrafts =>
  openCarrierDrafts({
    shippedDir: shippedCarriersDir,
    operatorDir,
    reload: async () => undefined,
    lock: fileLock,
    ...options,
  });

const put = (path: string, text: string): void => {
  mkdirSync(join(operatorDir, path, '..'), { recursive: true });
  writeFileSync(join(operatorDir, path), text);
};
const filesOf = (folder: string): string[] => readdirSync(join(operatorDir, folder)).sort();
const leftOver = (): string[] =>
  readdirSync(operatorDir).filter((name) => /fresh|replaced/.test(name));

/** Files that are written one after the other, with something happening after the first. */
class Interrupted extends Map<string, string> {
  readonly #happens: () => void;

  constructor(names: readonly string[], happens: () => void) {
    super(names.map((name) => [name, '{}']));
    this.#happens = happens;
  }

  override *[Symbol.iterator](): MapIterator<[string, string]> {
    const [first, ...others] = super.entries();
    if (first !== undefined) yield first;
    this.#happens();
    yield* others;
  }
}

describe('publishing a carrier', () => {
  test('a process that starts meanwhile takes nothing away', async () => {
    put('toll/old.json', '{}');
    const starts = (): void => void open();
    const names = ['carrier.json', 'cards/a/card.json', 'cards/a/lanes.csv'];
    const files = new Interrupted(names, starts);
    await open().publish({
      folder: 'toll',
      files,
      isWhole: true,
      over: new Map([['old.json', '{}']]),
    });
    assert.deepEqual(filesOf('toll'), ['cards', 'carrier.json']);
    assert.deepEqual(filesOf('toll/cards/a'), ['card.json', 'lanes.csv']);
    assert.deepEqual(leftOver(), []);
  });

  test('of two at once that bring different files neither loses its own', async () => {
    put('toll/carrier.json', '{}');
    await Promise.all(
      ['one.json', 'two.json'].map((name) =>
        open().publish({ folder: 'toll', files: new Map([[name, '{}']]) }),
      ),
    );
    assert.deepEqual(filesOf('toll'), ['carrier.json', 'one.json', 'two.json']);
    assert.deepEqual(leftOver(), []);
  });

  test('what was made of files that are no longer in use is refused, and nothing is changed', async () => {
    put('toll/carrier.json', '{"name":"new"}');
    await assert.rejects(
      open().publish({
        folder: 'toll',
        files: new Map([['carrier.json', '{"name":"mine"}']]),
        over: new Map([['carrier.json', '{"name":"old"}']]),
      }),
      /files of toll have changed meanwhile.*Do it again/,
    );
    assert.equal(readFileSync(join(operatorDir, 'toll/carrier.json'), 'utf8'), '{"name":"new"}');
  });

  test('while another goes on publishing it is refused with what to do', async () => {
    const lock = { ...fileLock, soon: async () => undefined };
    await assert.rejects(
      open({ lock }).publish({ folder: 'toll', files: new Map([['carrier.json', '{}']]) }),
      /Another process is publishing carriers in this folder\. Try again in a moment/,
    );
    assert.equal(readdirSync(operatorDir).includes('toll'), false);
  });

  test('what one who died left over is put back or removed at the next start', () => {
    put('.toll.replaced/carrier.json', '{}');
    put('.toll.fresh-AbC123/toll/carrier.json', '{}');
    put('.tnt.fresh/carrier.json', '{}');
    put('tnt/carrier.json', '{}');
    put('.tnt.replaced/carrier.json', '{}');
    open();
    assert.deepEqual(leftOver(), []);
    assert.deepEqual(filesOf('toll'), ['carrier.json']);
    assert.deepEqual(filesOf('tnt'), ['carrier.json']);
  });

  test('files that can not be written leave nothing behind', async () => {
    put('toll/carrier.json', '{"name":"old"}');
    const files = new Map([
      ['carrier.json', '{}'],
      ['carrier.json/card.json', '{}'],
    ]);
    await assert.rejects(open().publish({ folder: 'toll', files }));
    assert.deepEqual(leftOver(), []);
    assert.equal(readFileSync(join(operatorDir, 'toll/carrier.json'), 'utf8'), '{"name":"old"}');
  });
});
