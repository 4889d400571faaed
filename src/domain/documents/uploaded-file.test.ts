import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostFileBytes, readUploadedFile } from './uploaded-file.ts';

const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');
const jpeg = base64(0xff, 0xd8, 0xff, 0xe0, 0x00);
const pdf = Buffer.from('%PDF-1.7\n').toString('base64');

test("the content decides a file's type and extension, not its name", () => {
  for (const [name, content, expected] of [
    ['../../etc/passwd', jpeg, 'passwd.jpg'],
    ['C:\\Users\\x\\Delivery 7.JPEG', jpeg, 'Delivery 7.jpg'],
    ['virus.exe', pdf, 'virus.pdf'],
    ['"; filename=x.html', pdf, 'filenamex.pdf'],
    ['é…', jpeg, 'e....jpg'],
    ['', jpeg, 'file.jpg'],
  ] as const) {
    const file = readUploadedFile(name, content);
    assert.ok('mediaType' in file, JSON.stringify(file));
    assert.equal(file.name, expected);
  }
});

test('rejects every file that is not a picture or a PDF, too large, empty or unreadable', () => {
  const problemOf = (content: string, only?: 'pictures') => {
    const file = readUploadedFile('x', content, only === undefined ? {} : { only });
    return 'problem' in file ? file.problem : 'none';
  };
  assert.equal(problemOf(Buffer.from('<svg onload=alert(1)>').toString('base64')), 'file_type');
  assert.equal(problemOf(Buffer.from('<html>').toString('base64')), 'file_type');
  assert.equal(problemOf(pdf), 'none');
  assert.equal(problemOf(pdf, 'pictures'), 'file_type');
  assert.equal(problemOf(''), 'file_empty');
  assert.equal(problemOf('not base64!'), 'file_unreadable');
  const large = Buffer.alloc(mostFileBytes + 1, 0);
  large.set([0xff, 0xd8, 0xff]);
  assert.equal(problemOf(large.toString('base64')), 'file_too_large');
});
