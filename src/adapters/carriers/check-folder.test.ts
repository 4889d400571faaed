import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { cardFolder, changed, goodFiles } from '../../../test/support/rate-cards/packs.ts';
import { createLocalities } from '../../domain/places/localities.ts';
import { checkCarrierFolder } from './check-folder.ts';

const localities = createLocalities(
  (
    [
      ['MELBOURNE', '3000', 'VIC'],
      ['ST KILDA', '3182', 'VIC'],
      ['RICHMOND', '3121', 'VIC'],
      ['ALBURY', '2640', 'NSW'],
      ['LAVINGTON', '2641', 'NSW'],
      ['RICHMOND', '2753', 'NSW'],
      ['TIWI ISLANDS', '0822', 'NT'],
    ] as const
  ).map(([name, postcode, state]) => ({
    name,
    postcode,
    state,
    kind: 'delivery',
    priority: 500,
    coordinates: undefined,
  })),
);

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

/** Every problem of an operator's folder with these files, as code, file and message. */
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
    const checked = await checkCarrierFolder(folder, today, localities);
    return checked[kind].map(
      ({ code, file, line, value, message }) =>
        `${code} ${file.slice(folder.length + 1)}${kind === 'warnings' && line > 0 ? `:${line} ${value}` : ''}: ${message}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('reports an operator’s example whose price differs from the card', async () => {
  // 16.80 + 17.5 % fuel (2.94) = 19.74; + GST (1.97) = 21.71.
  assert.deepEqual(await check(goodFiles().set('acme/examples.json', example('21.71'))), []);
  assert.deepEqual(await check(goodFiles().set('acme/examples.json', example('21.70'))), [
    'example acme/examples.json: price is 21.71, expected 21.70',
  ]);
});

it('explains when a folder holds no carrier, or is itself one carrier', async () => {
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

it('reports a folder that does not exist', async () => {
  const missing = join(tmpdir(), 'linehaul-no-such-folder');
  const { carriers, problems } = await checkCarrierFolder(missing, 20_260_302, localities);
  assert.equal(carriers, 0);
  assert.deepEqual(
    problems.map(({ code, file, message }) => [code, file, message]),
    [['no_folder', missing, 'there is no such folder']],
  );
});

it('reports a string_id of a shipped carrier at its place in the operator’s file', async () => {
  const files = changed('carrier', '"acme_road"', '"allied"');
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-check-'));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const { problems } = await checkCarrierFolder(folder, 20_260_302, localities);
  rmSync(folder, { recursive: true });
  assert.deepEqual(problems, [
    {
      severity: 'error',
      code: 'string_id_taken',
      file: join(folder, 'acme/carrier.json'),
      line: 6,
      column: 34,
      field: 'services.0.string_id',
      value: 'allied',
      message:
        'this string_id belongs to the shipped carrier allied; call the folder "allied" to replace it',
    },
  ]);
});

it('does not report examples of a card with errors', async () => {
  const files = changed('lanes', 'MEL,DRW', 'MEL,PER').set('acme/examples.json', example('1'));
  const problems = await check(files);
  assert.equal(problems.filter((problem) => problem.startsWith('example')).length, 0);
  assert.ok(problems.some((problem) => problem.startsWith('unknown_zone')));
});

it('warns of a service without prices and of prices without fuel', async () => {
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

it('warns of files that are not read', async () => {
  const files = new Map<string, string>();
  for (const [path, text] of goodFiles()) files.set(path.replace('/cards/', '/card/'), text);
  const warnings = await check(files, { kind: 'warnings' });
  assert.match(warnings[0] ?? '', /^unread_file acme\/card: this is not read/);
  assert.match(warnings[1] ?? '', /^service_without_card/);
});

/** Warnings of unknown suburbs after these rows are added to a table. */
async function suburbsOf(
  table: 'zones' | 'lanes' | 'areas',
  ...rows: readonly string[]
): Promise<string[]> {
  const files = goodFiles();
  const path = `${cardFolder}/${table}.csv`;
  files.set(path, `${files.get(path)}${rows.join('\n')}\n`);
  const warnings = await check(files, { kind: 'warnings' });
  return warnings.flatMap((one) => {
    const [, warning] = one.split(`unknown_suburb ${path}`);
    return warning === undefined ? [] : [warning];
  });
}

it('warns of an unknown suburb at its place, with a similar suburb', async () => {
  const never = 'has this name, so the row never applies;';
  assert.deepEqual(
    await suburbsOf(
      'zones',
      'MEL,3000,3000,Melbourne,VIC,,1,1',
      'MEL,3000,3000,MELBURNE,VIC,,1,1',
      'MEL,3182,3182,Saint Kilda,VIC,,1,1',
      'MEL,3000,3207,St  Kilda,VIC,,1,1',
      'MEL,3000,3207,RICHMNOD,VIC,,1,1',
      'MEL,3000,3000,XANADU,VIC,,1,1',
    ),
    [
      `:7 MELBURNE: no suburb of 3000 ${never} did you mean MELBOURNE?`,
      `:8 Saint Kilda: no suburb of 3182 ${never} did you mean ST KILDA?`,
      `:10 RICHMNOD: no suburb of 3000-3207 ${never} did you mean RICHMOND?`,
      `:11 XANADU: no suburb of 3000 ${never} no suburb has a similar name`,
    ],
  );
});

it('refuses a suburb that lies outside the postcodes of its own row', async () => {
  const files = goodFiles();
  for (const [table, row] of [
    ['zones', 'MEL,3001,3001,ALBURY,VIC,,1,1'],
    ['zones', 'MEL,3000,3000,RICHMOND,VIC,,1,1'],
    ['areas', 'ONFWD,0830,0830,TIWI ISLANDS,delivery,40,consignment,,1'],
  ] as const) {
    const path = `${cardFolder}/${table}.csv`;
    files.set(path, `${files.get(path)}${row}\n`);
  }
  assert.deepEqual(await check(files), [
    `suburb_outside_range ${cardFolder}/zones.csv: ALBURY has the postcode 2640, not 3001`,
    `suburb_outside_range ${cardFolder}/zones.csv: RICHMOND has the postcodes 2753 and 3121, not 3000`,
    `suburb_outside_range ${cardFolder}/areas.csv: TIWI ISLANDS has the postcode 0822, not 0830`,
  ]);
});

it('refuses a suburb outside its row together with the other mistakes of its card', async () => {
  const files = goodFiles();
  const zones = `${cardFolder}/zones.csv`;
  files.set(zones, `${files.get(zones)}MEL,3001,3001,ALBURY,VIC,,1,1\n`);
  const lanes = `${cardFolder}/lanes.csv`;
  files.set(lanes, `${files.get(lanes)}road,MEL,NOWHERE,XANADU,,9,,,,kg,,,\n`);
  const found = await check(files);
  assert.equal(found.filter((one) => one.startsWith('suburb_outside_range')).length, 1);
  assert.equal(found.filter((one) => one.includes(lanes)).length, 1);
  // A suburb in an unknown zone is not reported as well: it follows from the unknown zone.
  const warnings = await check(files, { kind: 'warnings' });
  assert.ok(!warnings.some((one) => one.includes('XANADU')));
});

it('accepts a lane’s suburb in its destination zone or a zone inside it', async () => {
  const lane = (zone: string, suburb: string) => `road,MEL,${zone},${suburb},,9,,,,kg,,,`;
  const never = 'has this name, so the row never applies;';
  assert.deepEqual(
    await suburbsOf(
      'lanes',
      lane('NSW2', 'LAVINGTON'),
      lane('NSW', 'LAVINGTON'),
      lane('NSW2', 'LAVINGTN'),
      lane('NSW2', 'RICHMOND'),
      lane('*', 'RICHMOND'),
    ),
    [
      `:7 LAVINGTN: no suburb of zone NSW2 ${never} did you mean LAVINGTON?`,
      `:8 RICHMOND: no suburb of zone NSW2 ${never} did you mean RICHMOND 2753?`,
    ],
  );
});

it('accepts a zone’s parent from any of its rows, and any suburb abroad', async () => {
  const files = new Map([
    ...goodFiles(),
    [
      `${cardFolder}/zones.csv`,
      `zone,postcode_from,postcode_to,suburb,country,state,parent,pickup,delivery
MEL,3000,3207,,,VIC,,1,1
NSW2,2640,2649,,,NSW,NSW,0,1
NSW2,2640,2640,ALBURY,,NSW,,1,1
DRW,0800,0832,,,NT,,1,1
NZ,,,,NZ,,,0,1
`,
    ],
  ]);
  const path = `${cardFolder}/lanes.csv`;
  const lanes = ['road,MEL,NSW,ALBURY,,9,,,,kg,,,', 'road,MEL,NZ,AUCKLAND,,9,,,,kg,,,'];
  files.set(path, `${files.get(path)}${lanes.join('\n')}\n`);
  assert.deepEqual(
    await check(files, { kind: 'warnings' }),
    await check(goodFiles(), { kind: 'warnings' }),
  );
});

it('checks suburbs of areas, and lists the first of very many', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => {
    const letters = String.fromCharCode(65 + (index % 26), 65 + Math.floor(index / 26));
    return `SURF,0822,0822,NOWHERE ${letters},delivery,40,consignment,,1`;
  });
  const warnings = await suburbsOf('areas', ...rows);
  assert.equal(warnings.length, 21);
  assert.match(warnings[0] ?? '', /^:4 NOWHERE AA: no suburb of 0822 has this name/);
  assert.equal(warnings[20], ': and 40 more unknown suburbs in this file');
});
