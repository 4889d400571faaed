import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFault } from '../../wording/csv.ts';
import { parseCsv } from './csv.ts';
import { CsvDecoder, decodeCsv, separatorFault } from './csv-file.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('a file that is not CSV in UTF-8', () => {
  for (const [what, bytes, code, message, line, column] of [
    ['Windows-1252', latin('a,b\nx,Café\n'), 'csv_not_utf8', /Windows-1252/, 2, 6],
    ['UTF-16', Buffer.from('\uFEFFa,b\n', 'utf16le'), 'csv_not_utf8', /UTF-16/, 0, 0],
    ['UTF-16 without a mark', Buffer.from('a,b\n', 'utf16le'), 'csv_not_utf8', /UTF-16/, 0, 0],
    ['a workbook', latin('PK\u0003\u0004…'), 'csv_workbook', /workbook/, 0, 0],
  ] as const)
    it(`is recognised as ${what}`, () => {
      const fault = decodeCsv(bytes);
      assert.ok(typeof fault !== 'string');
      assert.deepEqual([fault.code, fault.line, fault.column], [code, line, column]);
      assert.match(describeFault(fault), message);
      assert.match(describeFault(fault), /CSV UTF-8/);
    });

  it('is recognised in pieces, also when a character is split between two', () => {
    const whole = Buffer.from('a,b\nx,Café\n');
    const decoder = new CsvDecoder();
    const cut = whole.indexOf(0xa9);
    assert.equal(decoder.decode(whole.subarray(0, cut)), 'a,b\nx,Caf');
    assert.equal(decoder.decode(whole.subarray(cut)), 'é\n');
    const fault = decoder.decode(latin('y,b\nz,Café\n'));
    assert.ok(typeof fault !== 'string');
    assert.equal(fault.line, 4);
    const cutOff = new CsvDecoder();
    cutOff.decode(whole.subarray(0, cut));
    assert.equal(cutOff.end()?.code, 'csv_not_utf8');
  });
});

it('returns the text of a UTF-8 file with its byte order mark', () => {
  assert.equal(decodeCsv(Buffer.from('\uFEFFa,Café\n')), '\uFEFFa,Café\n');
});

it('names another separator in the first line', () => {
  const faultOf = (text: string) => separatorFault(parseCsv(text, () => undefined)[0]);
  for (const text of ['a;b\n1;2\n', '# rates\na\tb\n', 'a|b\n'])
    assert.equal(faultOf(text)?.code, 'csv_not_commas');
  for (const text of ['', 'a\n', 'a,b;c\n']) assert.equal(faultOf(text), undefined);
});
