// The output of `carriers check`: errors and warnings with their places, and a count of each.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { linehaul } from '../support/components/program.ts';
import { changed, goodFiles } from '../support/rate-cards/packs.ts';

test('a warning exits 0, and a warning with a mistake exits 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-check-'));
  const check = async (files: ReadonlyMap<string, string>) => {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return await linehaul({}, 'carriers', 'check', folder);
  };
  try {
    const unused = 'acme/cards/CARD/transits.csv';
    const warned = await check(goodFiles().set(unused, 'from_zone,to_zone,min,max\n'));
    assert.equal(
      warned.stdout,
      `${join(folder, unused)} warning: nothing in the card uses this table (it is "transits.csv")\n` +
        `${join(folder, 'acme/carrier.json')} warning: no card prices it (it is "acme_air")\n` +
        `1 carrier in ${folder}: no mistakes, 2 warnings.\n`,
    );
    assert.equal(warned.status, 0);
    const misspelt = await check(changed('zones', 'ALBURY', 'ALBERY'));
    assert.match(
      misspelt.stdout,
      /zones\.csv:4:16 warning: no suburb of 2640 has this name.* did you mean ALBURY\? \(suburb is "ALBERY"\)/,
    );
    assert.equal(misspelt.status, 0);
    const refused = await check(changed('carrier', '"14:00"', '"2 pm"'));
    assert.match(
      refused.stdout,
      /carrier\.json:9:\d+ pickup\.cutoffs\.default must be a time such as 16:30 \(it is "2 pm"\)/,
    );
    assert.match(refused.stdout, /^0 carriers in .*: 1 mistake, 1 warning\.$/m);
    assert.equal(refused.status, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
