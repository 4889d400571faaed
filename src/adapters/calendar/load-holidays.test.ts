import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { findHolidayTable } from './holiday-table.ts';
import { loadHolidays, prepareHolidays } from './load-holidays.ts';

describe('the table of holidays', () => {
  let directory = '';
  let file = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'linehaul-holidays-'));
    file = await prepareHolidays({ directory, currentYear: 2026 });
  });

  after(() => rm(directory, { recursive: true }));

  async function tableOf(path: string) {
    const table = findHolidayTable(await readFile(path, 'utf8'));
    assert.ok(table !== undefined);
    return table;
  }

  test('the prepared table is small and covers last year to five years ahead', async () => {
    const table = await tableOf(file);
    assert.deepEqual([table.firstYear, table.lastYear], [2025, 2031]);
    assert.ok((await readFile(file)).byteLength < 50_000);
    assert.deepEqual(await readdir(directory), ['holidays.json']);
  });

  test('uses a prepared table unchanged', async () => {
    const own = await mkdtemp(join(directory, 'used-'));
    const table = await tableOf(file);
    const marked = { ...table, states: { ...table.states, NSW: [['2026-07-01', 'Founders Day']] } };
    await writeFile(join(own, 'holidays.json'), JSON.stringify(marked));
    const { holidays, remarks } = await loadHolidays({ directory: own, currentYear: 2030 });
    assert.deepEqual([...holidays.NSW.values()], ['Founders Day']);
    assert.deepEqual(remarks, []);
  });

  test('computes and saves a missing, damaged or outdated table again', async () => {
    const table = await tableOf(file);
    const contents = [
      undefined,
      '{"format":"holid',
      '{}',
      JSON.stringify({ ...table, lastYear: 2026 }),
    ];
    for (const content of contents) {
      const own = await mkdtemp(join(directory, 'anew-'));
      if (content !== undefined) await writeFile(join(own, 'holidays.json'), content);
      const { holidays, remarks } = await loadHolidays({ directory: own, currentYear: 2026 });
      assert.equal(holidays.melbourne?.get(findDayNumber('2026-11-03') ?? 0), 'Melbourne Cup');
      assert.match(remarks.join(), /computed again into/);
      assert.equal((await tableOf(join(own, 'holidays.json'))).lastYear, 2031);
    }
  });

  test('a table that cannot be saved does not stop the service', async () => {
    // A file has the name of the folder.
    const { holidays, remarks } = await loadHolidays({
      directory: join(file, 'below'),
      currentYear: 2026,
    });
    assert.ok(holidays.ACT.size > 50);
    assert.match(remarks.join(), /computed but not kept/);
  });

  test("applies the operator's corrections, and remarks name the file", async () => {
    const overridesFile = join(directory, 'corrections.csv');
    await writeFile(
      overridesFile,
      'date,state,name,action\n2026-08-12,QLD,Royal Queensland Show,add\n2026-08-13,QLD,None,remove\n',
    );
    const { holidays, remarks } = await loadHolidays({
      directory,
      currentYear: 2026,
      overridesFile,
    });
    assert.equal(holidays.QLD.get(findDayNumber('2026-08-12') ?? 0), 'Royal Queensland Show');
    assert.deepEqual(remarks, [
      `${overridesFile}: line 3: 2026-08-13 is not a holiday in QLD, so there is nothing to remove`,
    ]);
  });

  test('works without a corrections file, and a wrong one stops the start', async () => {
    const missing = join(directory, 'none.csv');
    const { remarks } = await loadHolidays({
      directory,
      currentYear: 2026,
      overridesFile: missing,
    });
    assert.deepEqual(remarks, []);
    const wrong = join(directory, 'wrong.csv');
    await writeFile(wrong, 'date,state,name,action\n2026-08-12,QLD,Show,ad\n');
    await assert.rejects(
      loadHolidays({ directory, currentYear: 2026, overridesFile: wrong }),
      /wrong\.csv:2: action: "ad" is neither add nor remove/,
    );
  });

  test('reports only the encoding or the separator of a corrections file in UTF-16, Latin-1 or with semicolons', async () => {
    const file = join(directory, 'foreign.csv');
    for (const [content, message] of [
      [
        Buffer.from('date,state,name,action\n2026-08-12,QLD,Caf\xe9,add\n', 'latin1'),
        /:2: .*not UTF-8/,
      ],
      [Buffer.from('\uFEFFdate,state\n', 'utf16le'), /UTF-16/],
      ['date;state;name;action\n2026-08-12;QLD;Show;add\n', /:1: .*not separated by commas/],
    ] as const) {
      await writeFile(file, content);
      await assert.rejects(
        loadHolidays({ directory, currentYear: 2026, overridesFile: file }),
        (error: Error) => {
          assert.match(error.message, message);
          assert.equal(error.message.split('\n').length, 1);
          return true;
        },
      );
    }
  });
});
