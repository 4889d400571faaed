import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { aMonday, aShipment } from '../../../test/support/rate-cards/cards.ts';
import { cardFolder, goodFiles } from '../../../test/support/rate-cards/packs.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { rateShipment } from '../../domain/rate-cards/rating.ts';
import { CarrierRegistry } from './registry.ts';

const folders: string[] = [];

const removeFolders = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
};

function aRoot(files: ReadonlyMap<string, string> = new Map()): string {
  const root = mkdtempSync(join(tmpdir(), 'linehaul-carriers-'));
  folders.push(root);
  write(root, files);
  return root;
}

function write(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** The good carrier under another name, with another price in its first lane. */
function aCarrier(id: string, perKg = '0.42'): Map<string, string> {
  return new Map(
    [...goodFiles()].map(([path, content]) => [
      path.replace(/^acme/, id),
      content.replaceAll('acme', id).replace('100:0.42', `100:${perKg}`),
    ]),
  );
}

const shipment = aShipment(['Carton 10x10x10 20kg']);

/** The freight for 20 kg from Melbourne to Albury: 8.40 plus 20 times the price per kilogram. */
function freight(snapshot: CarrierSnapshot, stringId: string): number | string {
  const entry = snapshot.on(aMonday).find(({ service }) => service.stringId === stringId);
  if (entry?.chosen === undefined) return entry === undefined ? 'unknown' : 'no_rate_card';
  const outcome = rateShipment(entry.chosen.card, entry.chosen.service, shipment, aMonday);
  return outcome.isPriced ? outcome.freightCents : outcome.code;
}

function errors(registry: CarrierRegistry): readonly string[] {
  return registry.problems.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
}

const edit = (root: string, path: string, before: string, after: string): void => {
  const content = aCarrier('acme').get(path) ?? '';
  assert.ok(content.includes(before));
  write(root, new Map([[path, content.replace(before, after)]]));
};

describe('the registry', () => {
  afterEach(removeFolders);

  it('lists the shipped carriers and the operator’s own', async () => {
    const registry = await CarrierRegistry.open({
      shippedDir: aRoot(aCarrier('acme')),
      operatorDir: aRoot(aCarrier('beta')),
    });
    const { snapshot } = registry;
    assert.deepEqual(
      snapshot.carriers.map(({ terms, origin }) => `${terms.id} ${origin}`),
      ['acme shipped', 'beta operator'],
    );
    assert.equal(freight(snapshot, 'acme_road'), 1680);
    assert.equal(freight(snapshot, 'acme_air'), 'no_rate_card');
    assert.equal(snapshot.find('beta_road')?.carrier.terms.id, 'beta');
    assert.deepEqual(registry.problems, []);
  });

  it('lets the operator’s carrier replace the shipped one of its name', async () => {
    const registry = await CarrierRegistry.open({
      shippedDir: aRoot(aCarrier('acme')),
      operatorDir: aRoot(aCarrier('acme', '1')),
    });
    assert.equal(registry.snapshot.carriers.length, 1);
    assert.equal(freight(registry.snapshot, 'acme_road'), 2840);
  });

  it('never falls back to shipped samples for a refused carrier of the operator', async () => {
    const operatorDir = aRoot(aCarrier('acme', '1'));
    edit(operatorDir, 'acme/carrier.json', '"carrier/1"', '"carrier/9"');
    const registry = await CarrierRegistry.open({
      shippedDir: aRoot(new Map([...aCarrier('acme'), ...aCarrier('beta')])),
      operatorDir,
    });
    assert.deepEqual(
      registry.snapshot.carriers.map(({ terms }) => terms.id),
      ['beta'],
    );
    const [problem] = registry.problems;
    assert.equal(problem?.file, join(operatorDir, 'acme/carrier.json'));
    assert.equal(problem?.line, 2);
  });

  it('refuses a bad card as a whole while the others keep working', async () => {
    const operatorDir = aRoot(new Map([...aCarrier('acme'), ...aCarrier('beta')]));
    edit(operatorDir, `${cardFolder}/lanes.csv`, 'MEL,DRW', 'MEL,PER');
    const registry = await CarrierRegistry.open({ shippedDir: aRoot(), operatorDir });
    assert.equal(freight(registry.snapshot, 'acme_road'), 'no_rate_card');
    assert.equal(freight(registry.snapshot, 'beta_road'), 1680);
  });

  it("omits a service whose string_id is taken, the shipped one before the operator's", async () => {
    const clash = new Map(
      [...aCarrier('zeta')].map(([path, text]) => [
        path,
        text.replace('"zeta_road"', '"acme_road"'),
      ]),
    );
    const registry = await CarrierRegistry.open({
      shippedDir: aRoot(aCarrier('acme')),
      operatorDir: aRoot(clash),
    });
    assert.deepEqual(
      registry.snapshot.carriers.flatMap(({ terms }) =>
        terms.services.map(({ stringId }) => `${terms.id} ${stringId}`),
      ),
      ['acme acme_air', 'zeta acme_road', 'zeta zeta_air'],
    );
    assert.deepEqual(
      registry.problems.map(({ code, value }) => `${code} ${value}`),
      ['string_id_taken acme_road'],
    );
  });

  it('shares a zone table between carriers', async () => {
    const shippedDir = aRoot(aCarrier('acme'));
    const zones = aCarrier('acme').get(`${cardFolder}/zones.csv`) ?? '';
    write(shippedDir, new Map([['_zones/shared.csv', zones]]));
    edit(shippedDir, `${cardFolder}/card.json`, '"zones.csv"', '"@shared.csv"');
    const beta = aCarrier('beta');
    const card = beta.get('beta/cards/CARD/card.json') ?? '';
    beta.set('beta/cards/CARD/card.json', card.replace('"zones.csv"', '"@shared.csv"'));
    const registry = await CarrierRegistry.open({ shippedDir, operatorDir: aRoot(beta) });
    assert.deepEqual(errors(registry), []);
    assert.equal(freight(registry.snapshot, 'beta_road'), 1680);
    write(shippedDir, new Map([['_zones/shared.csv', zones.replace('2640,2649', '2650,2659')]]));
    await registry.reload();
    assert.equal(errors(registry).length, 2, 'both cards now have a suburb outside its range');
  });
});

describe('a reload', () => {
  afterEach(removeFolders);

  it('gives new quotes the new card and running quotes the old one, never both', async () => {
    const shippedDir = aRoot(new Map([...aCarrier('acme'), ...aCarrier('beta')]));
    const registry = await CarrierRegistry.open({ shippedDir });
    const running = registry.snapshot;
    assert.equal(freight(running, 'acme_road'), 1680);
    write(shippedDir, aCarrier('acme', '1'));
    write(shippedDir, aCarrier('beta', '1'));
    const next = await registry.reload();
    assert.equal(freight(running, 'acme_road'), 1680);
    assert.equal(freight(running, 'beta_road'), 1680);
    assert.equal(freight(next, 'acme_road'), 2840);
    assert.equal(freight(next, 'beta_road'), 2840);
    assert.notEqual(next.version, running.version);
  });

  it('recompiles only changed files, and nothing when none changed', async () => {
    const shippedDir = aRoot(new Map([...aCarrier('acme'), ...aCarrier('beta')]));
    const registry = await CarrierRegistry.open({ shippedDir });
    const before = registry.snapshot;
    assert.equal(await registry.reload(), before);
    write(shippedDir, aCarrier('acme', '1'));
    const after = await registry.reload();
    const card = (snapshot: CarrierSnapshot, id: string) =>
      snapshot.carriers.find(({ terms }) => terms.id === id)?.cards[0];
    assert.notEqual(card(after, 'acme'), card(before, 'acme'));
    assert.equal(card(after, 'beta'), card(before, 'beta'));
    assert.notEqual(
      card(after, 'acme')?.definition.version,
      card(before, 'acme')?.definition.version,
    );
  });

  it('keeps the last good card while the new one has a mistake, and loads it once fixed', async () => {
    const operatorDir = aRoot(aCarrier('acme'));
    const registry = await CarrierRegistry.open({ shippedDir: aRoot(), operatorDir });
    edit(operatorDir, `${cardFolder}/lanes.csv`, '100:0.42', '100:0.42x');
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 1680);
    assert.equal(registry.snapshot.carriers[0]?.isStale, true);
    assert.deepEqual(
      registry.problems.map(({ code, line, column }) => `${code} ${line}:${column}`),
      ['bad_decimal 2:46'],
    );
    edit(operatorDir, `${cardFolder}/lanes.csv`, '100:0.42', '100:1');
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 2840);
    assert.equal(registry.snapshot.carriers[0]?.isStale, false);
    assert.deepEqual(registry.problems, []);
  });

  it('keeps the last good carrier while its carrier.json or its whole folder cannot be read', async () => {
    const operatorDir = aRoot(aCarrier('acme'));
    const registry = await CarrierRegistry.open({ shippedDir: aRoot(), operatorDir });
    edit(operatorDir, 'acme/carrier.json', '"id": "acme"', '"id": "other"');
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 1680);
    rmSync(operatorDir, { recursive: true });
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 1680);
    assert.equal(registry.problems[0]?.code, 'folder_unreadable');
    mkdirSync(operatorDir);
  });

  it('keeps an operator’s carrier whose publisher died between the two renames of its folder', async () => {
    const shippedDir = aRoot(aCarrier('acme', '2'));
    const operatorDir = aRoot(aCarrier('acme'));
    const registry = await CarrierRegistry.open({ shippedDir, operatorDir });
    renameSync(join(operatorDir, 'acme'), join(operatorDir, '.acme.replaced'));
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 1680);
    const started = await CarrierRegistry.open({ shippedDir, operatorDir });
    assert.equal(freight(started.snapshot, 'acme_road'), 1680);
    write(operatorDir, aCarrier('acme', '1'));
    await registry.reload();
    assert.equal(freight(registry.snapshot, 'acme_road'), 2840);
  });

  it('removes a carrier whose folder was removed', async () => {
    const operatorDir = aRoot(new Map([...aCarrier('acme'), ...aCarrier('beta')]));
    const registry = await CarrierRegistry.open({ shippedDir: aRoot(), operatorDir });
    rmSync(join(operatorDir, 'beta'), { recursive: true });
    await registry.reload();
    assert.deepEqual(
      registry.snapshot.carriers.map(({ terms }) => terms.id),
      ['acme'],
    );
  });

  it('simultaneous reloads run one after the other and end with the newest files', async () => {
    const shippedDir = aRoot(aCarrier('acme'));
    const registry = await CarrierRegistry.open({ shippedDir });
    const first = registry.reload();
    write(shippedDir, aCarrier('acme', '1'));
    const [, last] = await Promise.all([first, registry.reload()]);
    assert.equal(freight(last, 'acme_road'), 2840);
    assert.equal(registry.snapshot, last);
  });
});

describe('cards by date', () => {
  afterEach(removeFolders);

  it('apply from their first to their last day, the higher priority first', async () => {
    const files = aCarrier('acme');
    const later = new Map(
      [...aCarrier('acme', '1')].map(([path, content]) => [
        path.replace('cards/CARD', 'cards/JULY'),
        content
          .replace('"code": "CARD"', '"code": "JULY"')
          .replace('"2026-01-01"', '"2026-07-01"')
          .replace('"valid_to": null', '"valid_to": "2026-07-31"'),
      ]),
    );
    const registry = await CarrierRegistry.open({
      shippedDir: aRoot(new Map([...files, ...later])),
    });
    const codes = (day: number) =>
      registry.snapshot
        .on(day)
        .filter(({ service }) => service.id === 'road')
        .map(({ chosen }) => chosen?.card.definition.code);
    assert.deepEqual(codes(20_251_231), [undefined]);
    assert.deepEqual(codes(20_260_101), ['CARD']);
    assert.deepEqual(codes(20_260_630), ['CARD']);
    assert.deepEqual(codes(20_260_701), ['JULY']);
    assert.deepEqual(codes(20_260_731), ['JULY']);
    assert.deepEqual(codes(20_260_801), ['CARD']);
  });

  it('are looked up once for a day', async () => {
    const registry = await CarrierRegistry.open({ shippedDir: aRoot(aCarrier('acme')) });
    const { snapshot } = registry;
    assert.equal(snapshot.on(aMonday), snapshot.on(aMonday));
    for (let day = 1; day <= 40; day += 1) snapshot.on(20_260_400 + day);
    assert.deepEqual(snapshot.on(aMonday).length, 2);
  });
});
