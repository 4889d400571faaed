// A thread reads changed carriers with the same result as this process. If it fails, the loaded carriers stay.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { aMonday, aShipment } from '../../../test/support/rate-cards/cards.ts';
import { changed, goodFiles } from '../../../test/support/rate-cards/packs.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { ReadingLimit, readInThread, type ThreadOptions } from './read-in-thread.ts';
import { CarrierRegistry } from './registry.ts';

const shipment = aShipment(['Carton 10x10x10 20kg', 'Carton 130x20x20 9kg']);

function write(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** The card's price for the shipment, without references to the card. */
function outcome({ snapshot }: CarrierRegistry): unknown {
  const chosen = snapshot.on(aMonday).find(({ service }) => service.id === 'road')?.chosen;
  assert.ok(chosen !== undefined);
  const rated = rateShipment(chosen.card, chosen.service, shipment, aMonday);
  return { ...rated, card: undefined, service: undefined };
}

const threadOf = (code: string): ThreadOptions => ({
  worker: new URL(`data:text/javascript,${encodeURIComponent(code)}`),
});

describe('carriers that a thread reads again', () => {
  let root: string;
  let empty: string;
  // The threads do not keep the process alive, so this timer does.
  let keepAlive: NodeJS.Timeout;
  const open = (options?: ThreadOptions) =>
    CarrierRegistry.open({
      shippedDir: empty,
      operatorDir: root,
      readAgain: readInThread(options).read,
    });
  before(() => {
    keepAlive = setInterval(() => {}, 60_000);
    root = mkdtempSync(join(tmpdir(), 'linehaul-thread-'));
    empty = mkdtempSync(join(tmpdir(), 'linehaul-thread-'));
  });
  after(() => {
    clearInterval(keepAlive);
    rmSync(root, { recursive: true });
    rmSync(empty, { recursive: true });
  });

  it('have the same prices, version and problems as carriers read in this process', async () => {
    write(root, goodFiles());
    const registry = await open();
    const cheaper = outcome(registry);
    write(root, changed('lanes', '100:0.42', '100:1'));
    await registry.reload();
    const readHere = await CarrierRegistry.open({ shippedDir: empty, operatorDir: root });
    assert.notDeepEqual(outcome(registry), cheaper);
    assert.deepEqual(outcome(registry), outcome(readHere));
    assert.equal(registry.snapshot.version, readHere.snapshot.version);
    write(root, changed('lanes', '100:0.42', '100:0.42x'));
    await registry.reload();
    assert.deepEqual(outcome(registry), outcome(readHere));
    assert.equal(registry.snapshot.carriers[0]?.isStale, true);
    assert.deepEqual(
      registry.problems.map(({ code, line, column }) => `${code} ${line}:${column}`),
      ['bad_decimal 2:46'],
    );
  });

  for (const [accident, options, cause, isLimit] of [
    ['fails', threadOf('throw new Error("broken")'), /broken/, false],
    ['ends', threadOf('process.exit(3)'), /^$/, false],
    ['hangs', { ...threadOf('setInterval(() => {}, 1000)'), readingMs: 1 }, /^$/, true],
    [
      'needs too much memory',
      { ...threadOf('const all = []; for (;;) all.push([all.length])'), megabytes: 16 },
      /memory/,
      true,
    ],
  ] as const)
    it(`stay as they were when the thread ${accident}`, async () => {
      write(root, goodFiles());
      const registry = await open(options);
      const { snapshot } = registry;
      write(root, changed('lanes', '100:0.42', '100:1'));
      await assert.rejects(registry.reload(), (error: Error) => {
        assert.match(error.message, /thread that reads carriers/);
        assert.equal(error instanceof ReadingLimit, isLimit);
        assert.match(error.cause instanceof Error ? error.cause.message : '', cause);
        return true;
      });
      assert.equal(registry.snapshot, snapshot);
    });

  it('stop being read when the reader is closed', async () => {
    write(root, goodFiles());
    const reader = readInThread(threadOf('setInterval(() => {}, 1000)'));
    const reading = reader.read({
      shippedDir: empty,
      operatorDir: root,
      known: { shipped: new Map(), operator: new Map() },
      knownWaiting: new Map(),
    });
    reader.close();
    await assert.rejects(reading, /ended before it was done/);
  });
});
