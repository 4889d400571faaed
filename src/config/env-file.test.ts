import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnvFile } from './env-file.ts';

test('ignores a byte order mark before the first name', () => {
  assert.deepEqual(readEnvFile('\uFEFFPORT=9000\r\nHOST=0.0.0.0\r\n'), {
    values: { PORT: '9000', HOST: '0.0.0.0' },
    problems: [],
  });
});

test('names lines that are not NAME=value without their content', () => {
  const { values, problems } = readEnvFile(
    [
      '# settings',
      '',
      'export PORT=9000 # as ever',
      'HOST: 0.0.0.0',
      'OPERATOR_ADDRESS="1 High Street',
      'not a line of its own',
      'Sydney"',
      'SECRET_KEY abc',
      "OPERATOR_NAME=O'Brien",
    ].join('\n'),
  );
  assert.equal(values.PORT, '9000');
  assert.equal(values.OPERATOR_NAME, "O'Brien");
  assert.deepEqual(problems, [
    'line 4 of .env is not NAME=value',
    'line 8 of .env is not NAME=value',
  ]);
});
