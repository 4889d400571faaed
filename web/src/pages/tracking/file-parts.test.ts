import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filePartsOf } from './file-parts.ts';

describe('the parts of a file of tracking events', () => {
  it('begin with the header, and count the lines that they leave out', () => {
    assert.deepEqual(filePartsOf('\uFEFF# July\n\na,b\r\n1,2\n3,4\n5,6', 2), [
      { csv: '# July\n\na,b\r\n1,2\n3,4\n', skippedLines: 0 },
      { csv: '# July\n\na,b\r\n5,6', skippedLines: 2 },
    ]);
  });

  it('are never cut between the lines of a quoted cell', () => {
    const rows = ['1,"two\nlines"\n', '3,"a ""quoted"" word"\n', '# it\'s 5" long\n', '4,d\n'];
    assert.deepEqual(
      filePartsOf(`a,b\n${rows.join('')}`, 1),
      rows.map((row, n) => ({ csv: `a,b\n${row}`, skippedLines: [0, 2, 3, 4][n] })),
    );
  });

  it('lose only the line of a quotation mark that is never closed', () => {
    const parts = filePartsOf('a,b\n1,"open\n3,4\n5,6\n', 1);
    assert.deepEqual(
      parts.map(({ csv }) => csv),
      ['a,b\n1,"open\n', 'a,b\n3,4\n', 'a,b\n5,6\n'],
    );
  });

  it('are the whole text where there is nothing after the header', () => {
    for (const text of ['', 'a,b\n', '\n\n'])
      assert.deepEqual(filePartsOf(text), [{ csv: text, skippedLines: 0 }]);
  });
});
