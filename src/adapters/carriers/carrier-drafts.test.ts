// Publishing a carrier's files while other processes publish, start or die: a folder always holds one publisher's
// complete files.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { aMonday, aShipment } from '../../../test/support/rate-cards/cards.ts';
import { changed, goodFiles } from '../../../test/support/rate-cards/packs.ts';
import type { DraftCheck } from '../../application/ports.ts';
import { chooseCard } from '../../domain/rate-cards/card-choice.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { fileLock } from '../store/file-lock.ts';
import { readHistory, writeHistory } from './card-versions.ts';
import { type DraftsOptions, type OpenCarrierDrafts, openCarrierDrafts } from './carrier-drafts.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { readInThread } from './read-in-thread.ts';
import { CarrierRegistry } from './registry.ts';

const root = mkdtempSync(join(tmpdir(), 'linehaul-drafts-'));
after(() => rmSync(root, { recursive: true, force: true }));
let operatorDir = '';
let count = 0;
const useNewFolder = (): void => {
  count += 1;
  operatorDir = join(root, String(count));
  mkdirSync(operatorDir);
};

const open = (options: Partial<DraftsOptions> = {}): OpenCarrierDrafts =>
  openCarrierDrafts({
    shippedDir: shippedCarriersDir,
    operatorDir,
    nowMs: () => 0,
    reload: async () => undefined,
    lock: fileLock,
    ...options,
  });

const olga = { by: 'olga@example.com' };

const put = (path: string, text: string): void => {
  mkdirSync(join(operatorDir, path, '..'), { recursive: true });
  writeFileSync(join(operatorDir, path), text);
};
const filesOf = (folder: string): string[] => readdirSync(join(operatorDir, folder)).sort();
const leftOver = (): string[] =>
  readdirSync(operatorDir).filter((name) => /fresh|replaced/.test(name));

/** Files whose writing is interrupted after the first one by `happens`. */
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

/** The check's result in comparable values: the carrier's compiled cards cannot be compared. */
const withoutCarrier = ({ carrier, ...checked }: DraftCheck) => ({
  ...checked,
  terms: carrier?.terms,
  cards: carrier?.cards.map(({ definition }) => definition),
});
const acme = (files: ReadonlyMap<string, string>) => ({
  folder: 'acme',
  files: new Map([...files].map(([path, text]) => [path.slice('acme/'.length), text])),
});

describe('checking a carrier’s new files', () => {
  beforeEach(useNewFolder);

  test('finds the same problems and prices in a thread as in this process', async () => {
    const { check } = readInThread();
    for (const files of [
      goodFiles(),
      changed('lanes', '100:0.42', '100:0.42x'),
      changed('carrier', '"14:00"', '"2 pm"'),
    ]) {
      const here = await open().check(acme(files));
      const there = await open({ check }).check(acme(files));
      assert.deepEqual(withoutCarrier(there), withoutCarrier(here));
      const [price, samePrice] = [here, there].map(({ carrier }) => {
        const chosen = chooseCard(carrier?.cards ?? [], 'road', aMonday);
        if (chosen === undefined) return undefined;
        const rated = rateShipment(
          chosen.card,
          chosen.service,
          aShipment(['Carton 10x10x10 9kg']),
          aMonday,
        );
        return rated.isPriced ? rated.priceCents : rated;
      });
      assert.deepEqual(samePrice, price);
    }
  });

  test('refuses files that exceed the limits of a thread, with that reason', async () => {
    const { check } = readInThread({ readingMs: 0 });
    const drafts = open({ check });
    await assert.rejects(drafts.check(acme(goodFiles())), /too long or too much memory/);
  });

  test('refuses the files, logs the error and checks others when a checking thread fails', async () => {
    const errors: unknown[] = [];
    const worker = new URL('data:text/javascript,throw new Error("broken")');
    let { check } = readInThread({ worker });
    const drafts = open({
      check: (...args) => check(...args),
      onCheckFailed: (error) => errors.push(error),
    });
    await assert.rejects(drafts.check(acme(goodFiles())), /the log has the reason. Try again/);
    assert.match(String(errors[0]), /thread that reads carriers/);
    check = readInThread().check;
    assert.equal((await drafts.check(acme(goodFiles()))).isRefused, false);
  });

  test('runs simultaneous checks one after the other', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const check: DraftsOptions['check'] = async (_, { folder }) => {
      begun.push(folder);
      await new Promise<void>((resolve) => ends.push(resolve));
      return { over: new Map(), problems: [], isRefused: true, carrier: undefined };
    };
    const drafts = open({ check });
    const both = ['one', 'two'].map((folder) => drafts.check({ folder, files: new Map() }));
    await turn();
    assert.deepEqual(begun, ['one']);
    ends[0]?.();
    await both[0];
    await turn();
    assert.deepEqual(begun, ['one', 'two']);
    ends[1]?.();
    await both[1];
  });
});

describe('publishing a carrier', () => {
  beforeEach(useNewFolder);

  test('removes no files of a publisher when another process starts', async () => {
    put('toll/old.json', '{}');
    const starts = (): void => void open();
    const names = ['carrier.json', 'cards/a/card.json', 'cards/a/lanes.csv'];
    const files = new Interrupted(names, starts);
    await open().publish(
      {
        folder: 'toll',
        files,
        isWhole: true,
        over: new Map([['old.json', '{}']]),
      },
      olga,
    );
    assert.deepEqual(filesOf('toll'), ['cards', 'carrier.json']);
    assert.deepEqual(filesOf('toll/cards/a'), ['card.json', 'lanes.csv']);
    assert.deepEqual(leftOver(), []);
  });

  test('keeps both files when two operators publish different files at once', async () => {
    put('toll/carrier.json', '{}');
    await Promise.all(
      ['one.json', 'two.json'].map((name) =>
        open().publish({ folder: 'toll', files: new Map([[name, '{}']]) }, olga),
      ),
    );
    assert.deepEqual(filesOf('toll'), ['carrier.json', 'one.json', 'two.json']);
    assert.deepEqual(leftOver(), []);
  });

  test('rejects a draft of files that have changed since, and changes nothing', async () => {
    put('toll/carrier.json', '{"name":"new"}');
    await assert.rejects(
      open().publish(
        {
          folder: 'toll',
          files: new Map([['carrier.json', '{"name":"mine"}']]),
          over: new Map([['carrier.json', '{"name":"old"}']]),
        },
        olga,
      ),
      /files of toll have changed since the check.*publish again/,
    );
    assert.equal(readFileSync(join(operatorDir, 'toll/carrier.json'), 'utf8'), '{"name":"new"}');
  });

  test('keeps a file of the folder that cannot be read, by refusing to swap the folder', async () => {
    put('toll/carrier.json', '{}');
    const drafts = open({ nowMs: () => Date.parse('1970-01-03') });
    const files = new Map([['carrier.json', '{"name":"new"}']]);
    await drafts.publish({ folder: 'toll', files, holdsFrom: '1970-01-04' }, olga);
    writeFileSync(join(operatorDir, 'toll/notes.csv'), Buffer.from('Caf\xe9\n', 'latin1'));
    const refusal = /toll\/notes\.csv .* cannot be read: the file is not UTF-8.* try again/;
    await assert.rejects(drafts.publish({ folder: 'toll', files }, olga), refusal);
    const later = open({ nowMs: () => Date.parse('1970-01-05') });
    await assert.rejects(later.startDue(), refusal);
    assert.deepEqual(filesOf('toll'), ['carrier.json', 'notes.csv']);
    // It may be corrected from the page.
    const corrected = new Map([['notes.csv', 'Café\n']]);
    await later.publish({ folder: 'toll', files: corrected }, olga);
    assert.equal(readFileSync(join(operatorDir, 'toll/notes.csv'), 'utf8'), 'Café\n');
  });

  test('refuses to publish while another process publishes, with the fix', async () => {
    const lock = { ...fileLock, soon: async () => undefined };
    await assert.rejects(
      open({ lock }).publish({ folder: 'toll', files: new Map([['carrier.json', '{}']]) }, olga),
      /Another process is publishing carriers in this folder\. Try again in a moment/,
    );
    assert.equal(readdirSync(operatorDir).includes('toll'), false);
  });

  test('restores or removes files left by a dead process at the next start', () => {
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

  test('leaves the folder as it was when files cannot be written', async () => {
    put('toll/carrier.json', '{"name":"old"}');
    const files = new Map([
      ['carrier.json', '{}'],
      ['carrier.json/card.json', '{}'],
    ]);
    await assert.rejects(open().publish({ folder: 'toll', files }, olga));
    assert.deepEqual(leftOver(), []);
    assert.equal(readFileSync(join(operatorDir, 'toll/carrier.json'), 'utf8'), '{"name":"old"}');
  });
});

describe('versions of a carrier', () => {
  beforeEach(useNewFolder);

  const name = (text: string) => new Map([['carrier.json', `{"name":"${text}"}`]]);
  const publish = (text: string, holdsFrom?: string) =>
    open().publish({ folder: 'toll', files: name(text), holdsFrom }, olga);
  const live = (): string => readFileSync(join(operatorDir, 'toll/carrier.json'), 'utf8');
  const numbers = async (now = 0) => {
    const { current, versions } = await open({ nowMs: () => now }).history('toll');
    return { current, versions: versions.map(({ number }) => number) };
  };
  const stored = () => readHistory(operatorDir, 'toll');
  /** The newest version as it was before its files were known to be in the folder. */
  const forgetStart = (current: number): void => {
    const versions = stored().versions.map((one) => {
      const { startedMs: _, ...unstarted } = one;
      return one.number > current ? unstarted : one;
    });
    writeHistory(operatorDir, 'toll', { current, versions });
  };

  test('a publisher that dies before the swap leaves the earlier version in force', async () => {
    await publish('first');
    await publish('second');
    put('toll/carrier.json', '{"name":"first"}');
    forgetStart(1);
    assert.deepEqual(await numbers(), { current: 1, versions: [1] });
    assert.equal(await publish('third'), 2);
    assert.equal(live(), '{"name":"third"}');
  });

  test('a publisher that dies after the swap leaves its version in force', async () => {
    await publish('first');
    await publish('second');
    forgetStart(1);
    assert.deepEqual(await numbers(), { current: 2, versions: [1, 2] });
    assert.equal(await publish('third'), 3);
    assert.equal(stored().versions[1]?.published?.by, olga.by);
  });

  test('reports a scheduled version that cannot be used when its day comes', async () => {
    await open().publish({ ...acme(goodFiles()) }, olga);
    await open().publish(
      { ...acme(changed('lanes', '100:0.42', 'dear')), holdsFrom: '1970-01-02' },
      olga,
    );
    const problems = async () =>
      (await CarrierRegistry.open({ shippedDir: shippedCarriersDir, operatorDir })).problems;
    const [wrong] = await problems();
    const place = join(operatorDir, '.versions/acme/version 2/acme/cards/CARD/lanes.csv');
    assert.deepEqual([wrong?.severity, wrong?.file], ['error', place]);
    const { versions } = readHistory(operatorDir, 'acme');
    rmSync(join(operatorDir, '.versions/acme', `${versions[1]?.hash}.json.gz`));
    const [missing] = await problems();
    assert.deepEqual(
      [missing?.code, missing?.file],
      ['versions_unreadable', join(operatorDir, '.versions/acme/history.json')],
    );
  });

  test('leaves a version whose day has come to the process that puts its files into the folder', async () => {
    await publish('first');
    await publish('second', '1970-01-02');
    const nowMs = (): number => Date.parse('1970-01-03');
    const lock = { ...fileLock, soon: async () => undefined };
    await open({ nowMs, lock }).startDue();
    assert.equal(live(), '{"name":"first"}');
  });

  test('puts the last version whose day has come into the folder, also after it died while doing so', async () => {
    await publish('first');
    await publish('skipped', '1970-01-02');
    await publish('second', '1970-01-03');
    await publish('later', '1970-01-09');
    const nowMs = (): number => Date.parse('1970-01-03T00:00:00+10:00');
    const server = open({ nowMs });
    assert.equal((await server.inUse('toll'))?.files.get('carrier.json'), '{"name":"second"}');
    await server.startDue();
    assert.equal(live(), '{"name":"second"}');
    const started = { current: 3, versions: [1, 2, 3, 4] };
    assert.deepEqual(await numbers(nowMs()), started);
    forgetStart(1);
    await server.startDue();
    assert.deepEqual(await numbers(nowMs()), started);
    assert.equal(await server.withdraw('toll', 3, olga.by), false);
    assert.equal(await server.withdraw('toll', 4, olga.by), true);
  });
});
