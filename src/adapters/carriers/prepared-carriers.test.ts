import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createShipment } from '../../domain/quotes/shipment.ts';
import { rateShipment } from '../../domain/rating/rating.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { PreparedCarriers } from './prepared-carriers.ts';
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

/** Every service's outcome without what points back to the card. */
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

describe('carriers prepared by an earlier start', () => {
  let folder: string;
  const open = async (file: string, program = '1') => {
    const prepared = new PreparedCarriers(file, program);
    let found = 0;
    const find = prepared.find.bind(prepared);
    prepared.find = (hash) => {
      const carrier = find(hash);
      if (carrier !== undefined) found += 1;
      return carrier;
    };
    const registry = await CarrierRegistry.open({ shippedDir: shippedCarriersDir, prepared });
    return { registry, found };
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linehaul-prepared-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  test('price exactly as those read from their files, and have the same version', async () => {
    const file = join(folder, 'carriers.bin');
    const read = await open(file);
    assert.equal(read.found, 0);
    const again = await open(file);
    assert.equal(again.found, again.registry.snapshot.carriers.length);
    assert.equal(again.registry.snapshot.version, read.registry.snapshot.version);
    assert.deepEqual(outcomes(again.registry), outcomes(read.registry));
    assert.deepEqual(again.registry.problems, read.registry.problems);
  });

  test('are read anew by another program, and when the file is damaged', async () => {
    const file = join(folder, 'other.bin');
    await open(file);
    assert.equal((await open(file, '2')).found, 0);
    writeFileSync(file, 'nonsense');
    const { registry, found } = await open(file, '2');
    assert.equal(found, 0);
    assert.ok(registry.snapshot.carriers.length > 30);
  });

  test('are not needed: a folder that can not be written changes nothing', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { registry } = await open(join(folder, 'a-file', 'carriers.bin'));
    assert.ok(registry.snapshot.carriers.length > 30);
  });
});
