import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { cardFolder, changed, goodFiles } from '../../../test/support/packs.ts';
import { checkCarrierFolder } from './check-folder.ts';

const example = (price: string): string =>
  JSON.stringify({
    format: 'examples/1',
    date: '2026-03-02',
    examples: [
      {
        name: 'twenty kilograms to Albury',
        service: 'acme_road',
        from: { postcode: '3000', suburb: 'MELBOURNE', state: 'VIC' },
        to: { postcode: '2640', suburb: 'ALBURY', state: 'NSW' },
        items: [{ type: 'Carton', kg: 20, cm: [10, 10, 10] }],
        expect: { freight: '16.80', price },
      },
    ],
  });

/** Code, file and value of every problem of an operator's folder with these files. */
async function check(
  files: ReadonlyMap<string, string>,
  {
    kind = 'problems',
    today = 20_260_302,
  }: { kind?: 'problems' | 'warnings'; today?: number } = {},
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-check-'));
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const checked = await checkCarrierFolder(folder, today);
    return checked[kind].map(
      ({ code, file, message }) => `${code} ${file.slice(folder.length + 1)}: ${message}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('an operator’s examples are recomputed with the check', async () => {
  // 16.80 and 17.5 % fuel (2.94) are 19.74, with GST (1.97) 21.71.
  assert.deepEqual(await check(goodFiles().set('acme/examples.json', example('21.71'))), []);
  assert.deepEqual(await check(goodFiles().set('acme/examples.json', example('21.70'))), [
    'example acme/examples.json: price is 21.71, expected 21.70',
  ]);
});

it('a folder without a carrier, and the folder of one carrier, are told from folders of carriers', async () => {
  assert.deepEqual(await check(new Map()), [
    'no_carriers : there is no carrier in this folder: each has a folder of its own with a carrier.json',
  ]);
  const own = [...goodFiles()].map(([path, text]) => [path.slice('acme/'.length), text] as const);
  const [only, ...others] = await check(new Map(own));
  assert.match(
    only ?? '',
    /^one_carrier : this is the folder of one carrier; name the folder above/,
  );
  assert.deepEqual(others, []);
});

it('a string_id that a shipped carrier has is a mistake of the operator’s own file, where it stands', async () => {
  const files = changed('carrier', '"acme_road"', '"allied"');
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-check-'));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { problems } = await checkCarrierFolder(folder, 20_260_302);
  rmSync(folder, { recursive: true });
  assert.deepEqual(problems, [
    {
      severity: 'error',
      code: 'string_id_taken',
      file: join(folder, 'acme/carrier.json'),
      line: 6,
      column: 34,
      value: 'allied',
      message:
        'this string_id belongs to the shipped carrier allied; call the folder "allied" to replace it',
    },
  ]);
});

it('examples of a refused card are not complained about as well', async () => {
  const files = changed('lanes', 'MEL,DRW', 'MEL,PER').set('acme/examples.json', example('1'));
  const problems = await check(files);
  assert.equal(problems.filter((problem) => problem.startsWith('example')).length, 0);
  assert.ok(problems.some((problem) => problem.startsWith('unknown_zone')));
});

it('what would leave a carrier without prices, or prices without fuel, is warned of', async () => {
  const kind = 'warnings';
  const withoutAir = goodFiles();
  const noAir = 'service_without_card acme/carrier.json: no card prices it';
  assert.deepEqual(await check(withoutAir, { kind }), [noAir]);

  const ending = changed('card', '"valid_to": null', '"valid_to": "2026-06-30"');
  const ends = async (today: number) => (await check(ending, { kind, today }))[0];
  assert.equal(await ends(20_260_302), noAir);
  assert.match((await ends(20_260_620)) ?? '', /^card_ends .*ends on 2026-06-30, in 10 days$/);
  assert.match((await ends(20_260_701)) ?? '', /^card_ended .*ended on 2026-06-30$/);
  assert.match((await ends(20_251_231)) ?? '', /^card_not_yet .*begins on 2026-01-01$/);

  const lapsing = changed(
    'card',
    '"from": "2026-01-05" }',
    '"from": "2026-01-05", "to": "2026-05-31" }',
  );
  lapsing.delete(`${cardFolder}/fuel.csv`);
  const fuel = async (today: number) =>
    (await check(lapsing, { kind, today })).find((one) => one.startsWith('fuel'));
  assert.equal(await fuel(20_260_302), undefined);
  assert.match((await fuel(20_260_521)) ?? '', /no fuel levy after 2026-05-31, in 10 days$/);
  assert.match((await fuel(20_260_601)) ?? '', /after 2026-05-31: it quotes without one$/);
});

it('files that nothing reads are named', async () => {
  const files = new Map<string, string>();
  for (const [path, text] of goodFiles()) files.set(path.replace('/cards/', '/card/'), text);
  const warnings = await check(files, { kind: 'warnings' });
  assert.match(warnings[0] ?? '', /^unread_file acme\/card: nothing reads this/);
  assert.match(warnings[1] ?? '', /^service_without_card/);
});
