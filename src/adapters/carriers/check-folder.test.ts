import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { changed, goodFiles } from '../../../test/support/packs.ts';
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
async function check(files: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-check-'));
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const { problems } = await checkCarrierFolder(folder);
    return problems.map(
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
  const { problems } = await checkCarrierFolder(folder);
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
