import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createShipment } from '../../domain/quotes/shipment.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { openPreparedCarriers, PreparedCarriers } from './prepared-carriers.ts';
import { CarrierRegistry } from './registry.ts';

const day = 20_261_116;
const end = (postcode: string, suburb: string, state: string) =>
  ({ postcode, suburb, state, type: 'business' }) as const;
const shipment = createShipment({
  sender: end('2000', 'SYDNEY', 'NSW'),
  receiver: end('3000', 'MELBOURNE', 'VIC'),
  items: [
    { packaging: 0, quantity: 2, weightGrams: 8_000, lengthMm: 400, widthMm: 300, heightMm: 300 },
  ],
});

/** The outcome of every service, without references to its card. */
function outcomes(registry: CarrierRegistry): unknown[] {
  return registry.snapshot.on(day).map(({ service, chosen }) => {
    if (chosen === undefined) return [service.stringId];
    const {
      card: _card,
      service: _service,
      ...outcome
    } = {
      card: undefined,
      service: undefined,
      ...rateShipment(chosen.card, chosen.service, shipment, day),
    };
    return [service.stringId, outcome];
  });
}

/** Loads the shipped carriers and counts how many came from the prepared file. */
async function load(
  prepared: PreparedCarriers,
): Promise<{ registry: CarrierRegistry; found: number }> {
  let found = 0;
  const find = prepared.find.bind(prepared);
  prepared.find = (hash) => {
    const carrier = find(hash);
    if (carrier !== undefined) found += 1;
    return carrier;
  };
  const registry = await CarrierRegistry.open({ shippedDir: shippedCarriersDir, prepared });
  return { registry, found };
}

describe('carriers prepared by an earlier start', () => {
  let folder: string;
  const open = (file: string, program = '1') => load(new PreparedCarriers(file, program));
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-prepared-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('have the same prices and version as carriers read from their files', async () => {
    const file = join(folder, 'carriers.bin');
    const read = await open(file);
    assert.equal(read.found, 0);
    const again = await open(file);
    assert.equal(again.found, again.registry.snapshot.carriers.length);
    assert.equal(again.registry.snapshot.version, read.registry.snapshot.version);
    assert.deepEqual(outcomes(again.registry), outcomes(read.registry));
    assert.deepEqual(again.registry.problems, read.registry.problems);
  });

  test('are discarded for another program and when the file is damaged', async () => {
    const file = join(folder, 'other.bin');
    await open(file);
    assert.equal((await open(file, '2')).found, 0);
    const whole = readFileSync(file);
    const oneByteOff = Buffer.from(whole);
    oneByteOff.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    for (const damaged of ['', 'nonsense', whole.subarray(0, -1), oneByteOff]) {
      writeFileSync(file, damaged);
      const { registry, found } = await open(file, '2');
      assert.equal(found, 0);
      assert.ok(registry.snapshot.carriers.length > 30);
    }
  });

  test('are discarded when the code that reads carriers has changed', async () => {
    const code = join(folder, 'code');
    mkdirSync(code);
    writeFileSync(join(code, 'parse-card.ts'), 'as it was');
    const found = async () => (await load(openPreparedCarriers(folder, [code]))).found;
    assert.equal(await found(), 0);
    assert.ok((await found()) > 30);
    writeFileSync(join(code, 'parse-card.ts'), 'as it is now');
    assert.equal(await found(), 0);
  });

  test('are saved once: carriers that change later are not added to the file', async () => {
    const file = join(folder, 'once.bin');
    const prepared = new PreparedCarriers(file, '1');
    const { registry } = await load(prepared);
    const saved = readFileSync(file);
    assert.ok(saved.length > 0);
    const [carrier] = registry.snapshot.carriers;
    assert.ok(carrier !== undefined);
    const { terms } = carrier;
    prepared.keep('changed later', {
      terms,
      cards: [],
      stringIdPlaces: new Map(),
      refusedCards: [],
    });
    prepared.save();
    assert.deepEqual(readFileSync(file), saved);
  });

  test('are found when a file of the code is a dangling link', async () => {
    const code = join(folder, 'linked');
    mkdirSync(code);
    symlinkSync('nowhere', join(code, '.#parse-card.ts'));
    const found = async () =>
      (await load(openPreparedCarriers(folder, [code, join(code, 'gone')]))).found;
    assert.equal(await found(), 0);
    assert.ok((await found()) > 30);
  });

  test('loads all carriers when the folder for prepared carriers cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { registry } = await open(join(folder, 'a-file', 'carriers.bin'));
    assert.ok(registry.snapshot.carriers.length > 30);
  });
});
