// `linehaul quote`: its output for people and for programs.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCarrierServer } from '../support/carriers/scripted-carrier-server.ts';
import { linehaul } from '../support/components/program.ts';

type Line = {
  code: string;
  label: string;
  basis: number;
  rate: number;
  unit: string;
  amount: number;
};
type Shown = {
  total: number;
  estimated?: true;
  tiers?: { identifier: number; description: string; total: number }[];
  breakdown?: { charged_weight: number; lines: Line[]; total: number };
};

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
  const quotes = async (...args: string[]): Promise<Record<string, Shown>> =>
    JSON.parse(await quote('--json', ...args)).quotes;
  const frequentUser = 'frequent@example.com';
  before(async () => {
    await run('member', 'add', '--email', frequentUser, '--password', 'pass');
    await run('member', 'set', '--member', frequentUser, '--multipickup', 'on');
  });

  test("a member's frequent rates are shown beside the everyday price", async () => {
    const request = ['--to', '3000 MELBOURNE', '--member', frequentUser];
    const shown = await quotes(...request);
    const withTiers = Object.keys(shown).filter((carrier) => shown[carrier]?.tiers);
    assert.deepEqual(withTiers.toSorted(), ['aramex', 'couriers_please']);
    const [tier] = shown.couriers_please?.tiers ?? [];
    assert.ok(tier && tier.total < (shown.couriers_please?.total ?? 0));
    const table = await quote(...request);
    const line = table.split('\n').find((row) => row.includes(tier.total.toFixed(2)));
    assert.ok(line?.includes(tier.description), table);
    assert.ok(line?.includes(`tier ${tier.identifier}`), table);
    // Ordinary quotes have no tiers.
    const everyday = Object.values(await quotes('--to', '3000 MELBOURNE'));
    assert.ok(everyday.every(({ tiers }) => tiers === undefined));
  });

  test('reads an item with or without blanks and rejects a wrong number as wrong usage', async () => {
    const way = ['quote', '--from', '2000 SYDNEY', '--to', '3000 MELBOURNE', '--json', '--item'];
    const usual = await run(...way, '2 x 5kg 30x30x30 Carton');
    for (const item of ['2x5kg 30x30x30 Carton', '2 × 5. kg 30 × 30 × 30 cm carton'])
      assert.equal(await run(...way, item), usual, item);
    for (const item of ['1 x 1.2.3kg 10x10x10', '1 x .kg 10x10x10', '1 x 1kg 10x10']) {
      const { status, stderr } = await linehaul({ DATA_DIR: dataDir }, ...way, item);
      assert.equal(status, 2, item);
      assert.match(stderr, /Use the form "2 x 10kg 30x30x30 Carton"/);
    }
  });

  test('--explain --json includes the breakdown of each price', async () => {
    const explained = Object.values(await quotes('--to', '3000 MELBOURNE', '--explain'));
    assert.ok(explained.length > 20);
    for (const { total, breakdown } of explained) {
      assert.equal(breakdown?.total, total);
      const cents = breakdown.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      assert.equal(cents, Math.round(total * 100));
      assert.ok(breakdown.lines.some(({ code }) => code === 'FREIGHT'));
      for (const { basis, unit, rate, amount, label } of breakdown.lines)
        assert.ok(Math.abs((basis * rate) / (unit === '%' ? 100 : 1) - amount) <= 0.0051, label);
      assert.ok(breakdown.charged_weight > 0);
    }
    const plain = Object.values(await quotes('--to', '3000 MELBOURNE'));
    assert.ok(plain.every(({ breakdown }) => breakdown === undefined));
  });

  test('--explain shows each basis and rate, and the numbers behind a cheaper break', async () => {
    const item = ['--item', '4 x 21.5kg 30x30x30 Carton'];
    const shown = await run(
      'quote',
      '--from',
      '2000 SYDNEY',
      '--to',
      '3000 MELBOURNE',
      ...item,
      '--explain',
    );
    assert.match(shown, /^ {2}Freight: basic charge +1 consignment × \d+\.\d\d +\d+\.\d\d$/m);
    assert.match(shown, /^ {2}Freight +\d+ kg × \d\.\d\d +\d+\.\d\d$/m);
    assert.match(shown, /kg charged as \d+ kg at the rate above it, which comes to less +\d+ kg ×/);
    assert.match(shown, /^ {2}Fuel levy [\d.]+ % +[\d.]+ % of \d+\.\d\d +\d+\.\d\d$/m);
  });

  test('accepts a suburb that begins with two letters, before or after its postcode', async () => {
    const before = await quotes('--to', 'ST KILDA 3182');
    assert.ok(Object.keys(before).length > 20);
    assert.deepEqual(before, await quotes('--to', '3182 ST KILDA'));
    const abroad = await quotes('--to', 'NZ 1010 AUCKLAND');
    assert.notDeepEqual(Object.keys(abroad), Object.keys(before));
  });

  test('explains which account a price belongs to, and marks estimates in the table', async () => {
    const card = { RateCardCode: 'L55', CalculatedFreightCharge: 10, CalculatedFuelCharge: 0 };
    const carrier = await startCarrierServer(({ path }) => ({
      json: {
        responseCode: 'SUCCESS',
        data: [path.startsWith('/v1/locations') ? { suburb: 'SYDNEY' } : { ...card, ETA: '1' }],
      },
    }));
    const account = ['account_number=CP1', 'api_key=secret', `base_url=${carrier.url}`];
    const fields = account.flatMap((field) => ['--set', field]);
    await run('carrier', 'connect', 'couriers_please', ...fields);
    const explain = () => quote('--to', '3000 MELBOURNE', '--explain');
    const live = await explain();
    assert.match(live, /Live price from the carrier +0\.00/);
    assert.ok(!live.includes('(estimate)'), live);
    // Freight of zero is listed, but GST of zero is not.
    assert.doesNotMatch(live, /^ {2}GST +0\.00$/m);
    await carrier.close();
    const estimated = await explain();
    assert.match(estimated, /^ ?couriers_please \(estimate\)/m);
    assert.match(estimated, /^ {2}.*estimate.* 0\.00$/im);
    const answered = (text: string) => {
      const [, quoted, failed] =
        /^(\d+) carrier services quoted.*?, (\d+) did not/m.exec(text) ?? [];
      return Number(quoted) + Number(failed);
    };
    assert.equal(answered(estimated), answered(live), 'an estimate is counted once');
    assert.match(estimated, /services quoted \(\d+ estimated from rate cards\), /);
    const json = await quotes('--to', '3000 MELBOURNE');
    assert.equal(json.couriers_please?.estimated, true);
    const names = Object.keys(json);
    const firstEstimate = names.findIndex((name) => json[name]?.estimated === true);
    assert.ok(names.slice(firstEstimate).every((name) => json[name]?.estimated === true));
  });
});
