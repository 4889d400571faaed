// Imports into a real folder. Imported cards pass the operators' check, have the file's prices, and replace or keep
// existing cards; a refused import leaves the folder unchanged.

import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { rateFile, silent } from '../../../test/support/rate-cards/rate-files.ts';
import { checkCarrierFolder } from '../../adapters/carriers/check-folder.ts';
import { shippedCarriersDir } from '../../adapters/carriers/open-carriers.ts';
import { openCarrierImport } from '../../adapters/carriers/open-import.ts';
import { fileLock } from '../../adapters/store/file-lock.ts';
import { createLocalities } from '../../domain/places/localities.ts';
import { mistakeWords, noteSentence } from '../../wording/rate-cards.ts';
import type { CardImport } from '../carriers/make-carrier-files.ts';
import { importRateCards } from './import-rate-cards.ts';

/** These tests do not depend on places. */
const noPlaces = createLocalities([]);
const root = mkdtempSync(join(tmpdir(), 'linehaul-import-'));
after(() => rmSync(root, { recursive: true, force: true }));
let folder = '';
let count = 0;
const beginAnew = (): void => {
  count += 1;
  folder = join(root, String(count));
  mkdirSync(folder);
};

const machship: CardImport = {
  format: 'machship',
  files: [rateFile('machship.csv')],
  zoneFiles: [rateFile('zones.csv')],
  carrier: 'invented',
  carrierName: 'Invented Freight',
  code: undefined,
  services: [],
  mode: 'road',
  choices: { ...silent, breaks: 'whole' },
  fuelPercent: undefined,
  prices: 'ex_gst',
  validFrom: undefined,
  validTo: undefined,
  holdsFrom: undefined,
  note: undefined,
  like: undefined,
  skipsRefused: false,
  dropsExamples: false,
  isDryRun: false,
};

const monday = Date.parse('2026-11-16T00:00:00Z');
const now = { today: '2026-11-16', by: 'olga@example.com' };
const openImport = () =>
  openCarrierImport({ operatorDir: folder, folder, lock: fileLock, nowMs: () => monday });

async function run(request: Partial<CardImport>) {
  const opened = await openImport();
  return await importRateCards({ ...opened, ...now }, { ...machship, ...request });
}
const fileText = (path: string): string => readFileSync(join(folder, path), 'utf8');
const changed = (name: string, from: string, to: string) => ({
  ...rateFile(name),
  text: rateFile(name).text.replace(from, to),
});

const everyFormat: readonly Partial<CardImport>[] = [
  {},
  { format: 'direct-freight', files: [rateFile('direct-freight.csv')], carrier: 'dfx' },
  {
    format: 'freightexchange',
    files: ['rates', 'courier', 'zones'].map((tab) => rateFile(`freightexchange-${tab}.csv`)),
    zoneFiles: [],
    carrier: 'courier_of_ours',
  },
  {
    format: 'matrix',
    files: [rateFile('matrix.csv')],
    carrier: 'matrix_freight',
    services: [{ source: '', stringId: 'matrix_freight' }],
    choices: { ...silent, service: 'matrix_freight', cubic: '250' },
  },
];

describe('importing rate cards', () => {
  beforeEach(beginAnew);

  for (const request of everyFormat) {
    test(`writes ${request.format ?? 'machship'} cards that pass the operators' check`, async () => {
      const report = await run(request);
      assert.deepEqual(report.problems, []);
      assert.equal(report.isWritten, true, JSON.stringify(report.refused));
      const { carriers, problems } = await checkCarrierFolder(folder, 20_261_101, noPlaces);
      assert.deepEqual([carriers, problems], [1, []]);
    });
  }

  test('gives the hand-calculated prices of the file', async () => {
    const { previews, lines, cards } = await run({ fuelPercent: 100_000 });
    const row = previews[0]?.rows.find(
      ({ from, to, load }) => from === 'Sydney' && to === 'Melbourne' && load.startsWith('3 '),
    );
    // 3 × 18 kg dead, 3 × 0.064 m³ × 333 = 63.936 cubic → 64 kg; 9.10 + 64 × 0.3127 = 29.1128 → 29.11;
    // fuel 10 % 2.91; 32.02 + GST 3.20.
    assert.deepEqual([row?.beforeCents, row?.afterCents], [undefined, 3522]);
    assert.deepEqual(lines, { read: 5, used: 5, refused: 0, leftOut: 0 });
    assert.deepEqual(cards, [{ code: 'INV-2027', services: ['GEN'], lanes: 7, zones: 5 }]);
  });

  test('reports the same on a dry run and writes nothing', async () => {
    const report = await run({ isDryRun: true });
    assert.equal(report.isRefused, false);
    assert.equal(report.isWritten, false);
    assert.ok((report.previews[0]?.rows.length ?? 0) > 20);
    assert.equal(existsSync(join(folder, 'invented')), false);
  });

  test('writes nothing when a line is rejected, unless bad lines may be skipped', async () => {
    const files = [changed('machship.csv', '0.8802', 'POA')];
    const refused = await run({ files });
    assert.equal(refused.isWritten, false);
    assert.equal(existsSync(join(folder, 'invented')), false);
    assert.deepEqual(
      refused.refused.map(({ line, value }) => [line, value]),
      [[6, 'POA']],
    );
    const skipped = await run({ files, skipsRefused: true });
    assert.equal(skipped.isWritten, true);
    assert.deepEqual(skipped.lines, { read: 5, used: 4, refused: 1, leftOut: 0 });
    assert.doesNotMatch(fileText('invented/cards/INV-2027/lanes.csv'), /PER/);
  });

  test('refuses an unknown zone at its cell', async () => {
    const { refused } = await run({ files: [changed('machship.csv', 'SYD,PER', 'SYD,QQQ')] });
    assert.deepEqual(
      refused.map(({ line, column, value, mistake }) => [line, column, value, mistake.mistake]),
      [[6, 22, 'QQQ', 'unknown_zone']],
    );
  });

  test('reports a mistake of the zone table in the operator’s own file', async () => {
    const zones = changed('zones.csv', 'PER,6000,6199,,WA', 'PER,5100,6199,,SA');
    const { problems, isWritten } = await run({ zoneFiles: [zones] });
    assert.equal(isWritten, false);
    assert.deepEqual(
      problems.map(({ code, file, line }) => [code, file, line]),
      [['overlapping_ranges', 'zones.csv', 6]],
    );
  });

  test('uses the current zones without a zone table, and refuses a card without either', async () => {
    const nowhere = await run({ zoneFiles: [] });
    assert.equal(nowhere.isRefused, true);
    assert.equal(nowhere.refused[0]?.mistake.mistake, 'zones_missing');
    await run({});
    const again = await run({ zoneFiles: [], code: 'NEXT', validFrom: '2027-07-01' });
    assert.equal(again.isWritten, true);
    assert.ok(again.notes.some((note) => noteSentence(note).includes('INV-2027')));
  });

  test('replaces the prices and the sample mark of a shipped card and keeps its terms', async () => {
    const report = await run({
      format: 'direct-freight',
      files: [rateFile('direct-freight.csv')],
      carrier: 'direct_freight',
      carrierName: undefined,
    });
    assert.equal(report.isWritten, true);
    assert.equal(report.previews[0]?.before, 'SAMPLE-DF-ROAD-2026');
    const terms = JSON.parse(fileText('direct_freight/carrier.json'));
    assert.equal(terms.sample, undefined);
    assert.equal(terms.connote.prefix, 'DFX');
    assert.equal(existsSync(join(folder, 'direct_freight/cards/SAMPLE-DF-ROAD-2026')), false);
  });

  test('keeps the current card beside a later one, and ranks a card without a day above it', async () => {
    await run({});
    const later = await run({ code: 'NEXT', validFrom: '2027-07-01', fuelPercent: 50_000 });
    assert.equal(later.previews[0]?.before, 'INV-2027');
    assert.equal(later.previews[0]?.after, 'NEXT');
    assert.equal(JSON.parse(fileText('invented/cards/NEXT/card.json')).priority, 0);
    assert.ok(existsSync(join(folder, 'invented/cards/INV-2027/card.json')));
    await run({ code: 'AT-ONCE' });
    assert.equal(JSON.parse(fileText('invented/cards/AT-ONCE/card.json')).priority, 1);
    assert.deepEqual((await checkCarrierFolder(folder, 20_261_101, noPlaces)).problems, []);
  });

  test('keeps details missing from the file when a card is imported again', async () => {
    await run({});
    const path = join(folder, 'invented/cards/INV-2027/card.json');
    const card = JSON.parse(readFileSync(path, 'utf8'));
    card.surcharges = [{ code: 'RESI', when: "receiver_type=='residential'", amount: '5' }];
    writeFileSync(path, JSON.stringify(card));
    await run({ files: [changed('machship.csv', '9.10', '9.90')] });
    const again = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(again.surcharges, card.surcharges);
    assert.match(fileText('invented/cards/INV-2027/lanes.csv'), /SYD,MEL,,,9\.90/);
  });

  test('refuses to publish while examples differ, until they are dropped', async () => {
    await run({});
    const examples = {
      format: 'examples/1',
      date: '2026-11-16',
      examples: [
        {
          name: 'five kilos',
          service: 'invented',
          from: { postcode: '2000', suburb: 'SYDNEY' },
          to: { postcode: '3000', suburb: 'MELBOURNE' },
          items: [{ type: 'Carton', kg: 5, cm: [30, 20, 15] }],
          expect: { freight: '14.50', price: '15.95' },
        },
      ],
    };
    writeFileSync(join(folder, 'invented/examples.json'), JSON.stringify(examples));
    assert.deepEqual((await checkCarrierFolder(folder, 20_261_101, noPlaces)).problems, []);
    const files = [changed('machship.csv', '14.50', '16.50')];
    const refused = await run({ files });
    assert.equal(refused.isWritten, false);
    assert.deepEqual([...new Set(refused.problems.map(({ code }) => code))], ['example']);
    assert.equal((await run({ files, dropsExamples: true })).isWritten, true);
    assert.equal(existsSync(join(folder, 'invented/examples.json')), false);
  });

  test('keeps a card that another import publishes meanwhile', async () => {
    assert.equal((await run({})).isWritten, true);
    const opened = await openImport();
    const drafts: typeof opened.drafts = {
      ...opened.drafts,
      check: async (draft) => {
        assert.equal((await run({ code: 'THEIRS', validFrom: '2027-07-01' })).isWritten, true);
        return await opened.drafts.check(draft);
      },
    };
    const mine = { ...machship, code: 'MINE', validFrom: '2028-07-01' };
    await assert.rejects(
      importRateCards({ ...opened, drafts, ...now }, mine),
      /files of invented have changed since the check/,
    );
    assert.equal((await run(mine)).isWritten, true);
    for (const code of ['THEIRS', 'MINE'])
      assert.ok(existsSync(join(folder, `invented/cards/${code}/card.json`)), code);
  });

  test('refuses a string_id of another carrier', async () => {
    const { problems, isWritten } = await run({
      services: [{ source: 'GEN', stringId: 'allied' }],
    });
    assert.equal(isWritten, false);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['string_id_taken'],
    );
  });

  test('refuses a service name that matches several services, with the option to choose', async () => {
    cpSync(join(shippedCarriersDir, 'auspost'), join(folder, 'auspost'), { recursive: true });
    const { refused, isWritten } = await run({ carrier: 'auspost', carrierName: undefined });
    assert.equal(isWritten, false);
    assert.match(
      mistakeWords(refused[0]?.mistake ?? assert.fail()).fix,
      /--service "GEN=STRING_ID"; auspost has /,
    );
    const said = await run({
      carrier: 'auspost',
      carrierName: undefined,
      services: [{ source: 'GEN', stringId: 'auspost_gen' }],
    });
    assert.equal(said.isWritten, true, JSON.stringify(said.problems));
  });

  test('services with different cubic conversions get a card each, and a service has only one', async () => {
    const { text } = rateFile('machship.csv');
    const split = text.replace('GEN,SYD,PER,N,333', 'EXP,SYD,PER,N,250');
    const report = await run({ files: [{ name: 'm.csv', text: split }] });
    assert.deepEqual(
      report.cards.map(({ code }) => code),
      ['INV-2027-333', 'INV-2027-250'],
    );
    assert.equal(report.isWritten, true, JSON.stringify(report));
    const mixed = text.replace('GEN,SYD,PER,N,333', 'GEN,SYD,PER,N,250');
    const refused = await run({ files: [{ name: 'm.csv', text: mixed }] });
    assert.match(
      mistakeWords(refused.refused[0]?.mistake ?? assert.fail()).reason,
      /service GEN has the cubic conversion 333/,
    );
  });
});
