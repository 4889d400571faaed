import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvText } from './csv-text.ts';

test('quotes cells where needed, keeps numbers and disarms formulas', () => {
  assert.equal(
    csvText([
      ['a', 'b,c', 'd"e', 'f\ng'],
      [1.5, -2, null, undefined],
      ['=1+1', '-3', '@x', '+61 2'],
    ]),
    'a,"b,c","d""e","f\ng"\r\n1.5,-2,,\r\n\'=1+1,\'-3,\'@x,\'+61 2\r\n',
  );
});

test('disarms formulas that begin with a full-width sign, which some spreadsheets read as the ASCII one', () => {
  assert.equal(csvText([['＝1+1', '＋1', '－1', '＠x', 'a＝1']]), "'＝1+1,'＋1,'－1,'＠x,a＝1\r\n");
});
