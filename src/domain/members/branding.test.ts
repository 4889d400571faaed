import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastWithWhite, readPictureSize } from './branding.ts';

test('white text has its largest contrast on black and none on white', () => {
  assert.equal(contrastWithWhite('#000000'), 21);
  assert.equal(contrastWithWhite('#ffffff'), 1);
  assert.equal(contrastWithWhite('#767676').toFixed(2), '4.54');
});

test('reads the size of PNG and JPEG files and of nothing else', () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAC0lEQVR4nGNgQAUAAA8AAcrD0q0AAAAASUVORK5CYII=',
    'base64',
  );
  assert.deepEqual(readPictureSize(png), { mediaType: 'image/png', width: 2, height: 3 });
  const jpeg = Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, 0xc0, 0, 11, 8, 0, 5, 0, 7, 1, 0, 0x11, 0],
  ]);
  assert.deepEqual(readPictureSize(jpeg), { mediaType: 'image/jpeg', width: 7, height: 5 });
  for (const other of ['', '<svg onload="alert(1)"/>', 'GIF89a', '\xff\xd8\xff\xff\xff\xff\xff'])
    assert.equal(readPictureSize(Buffer.from(other, 'latin1')), undefined, other);
});
