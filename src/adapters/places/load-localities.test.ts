import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LocationsFileError, loadLocalities } from './load-localities.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-locations-'));
after(() => rmSync(folder, { recursive: true }));

function aFile(name: string, ...lines: string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

test('loads the shipped localities without a file', async () => {
  const localities = await loadLocalities();
  assert.ok(localities.all().length > 18_000);
});

test('searches an extending file together with the shipped localities', async () => {
  const file = aFile('extend.csv', 'locality,postcode,priority', 'ZZYZX SPRINGS,0870,900');
  const localities = await loadLocalities(file);
  assert.equal(localities.search('zzyzx', 1)[0]?.state, 'NT');
  assert.equal(localities.byPostcode('0870')[0]?.name, 'ZZYZX SPRINGS');
  assert.equal(localities.search('sydney', 1)[0]?.postcode, '2000');
});

test('uses only the localities of a replacing file', async () => {
  const file = aFile('replace.csv', 'mode,replace', 'locality,postcode', 'ZZYZX SPRINGS,0870');
  const localities = await loadLocalities(file);
  assert.equal(localities.all().length, 1);
  assert.deepEqual(localities.search('sydney', 1), []);
});

test('rejects a file with problems and lists all of them', async () => {
  const file = aFile('bad.csv', 'locality,postcode', 'A,1', 'B,2');
  await assert.rejects(loadLocalities(file), (error) => {
    assert.ok(error instanceof LocationsFileError);
    assert.equal(error.problems.length, 2);
    assert.equal(
      error.message,
      `The locations file ${file} cannot be used:\n` +
        'line 2: postcode "1" is not four digits\n' +
        'line 3: postcode "2" is not four digits',
    );
    return true;
  });
});

test('rejects a missing file by name', async () => {
  const file = join(folder, 'missing.csv');
  await assert.rejects(loadLocalities(file), (error) => {
    assert.ok(error instanceof LocationsFileError);
    assert.match(error.message, /missing\.csv cannot be used:\nENOENT/);
    return true;
  });
});

test('reports only the encoding or the separator of a file in Latin-1 or with semicolons', async () => {
  const file = join(folder, 'foreign.csv');
  for (const [content, line, message] of [
    [Buffer.from('locality,postcode\nCAF\xc9,3000\n', 'latin1'), 2, /not UTF-8 \(Windows-1252/],
    ['locality;postcode\nA;1\nB;2\n', 1, /not separated by commas/],
  ] as const) {
    writeFileSync(file, content);
    await assert.rejects(loadLocalities(file), (error) => {
      assert.ok(error instanceof LocationsFileError);
      assert.deepEqual(
        error.problems.map((problem) => problem.line),
        [line],
      );
      assert.match(error.message, message);
      return true;
    });
  }
});
