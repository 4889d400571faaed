import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberDetails } from '../../../test/support/factories.ts';
import { memberDetailIssues } from './member.ts';

test('rejects unusable details with their field', () => {
  const fields = (details: Parameters<typeof memberDetails>[0]) =>
    memberDetailIssues(memberDetails(details)).map(({ path }) => path[0]);
  assert.deepEqual(fields({ email: 'jane@example.com', country: 'NZ' }), []);
  assert.deepEqual(fields({ country: '' }), []);
  assert.deepEqual(fields({ email: 'jane' }), ['email']);
  assert.deepEqual(fields({ email: 'ja:ne@example.com' }), ['email']);
  for (const country of ['Australia', 'A', 'A1', 'AUS'])
    assert.deepEqual(fields({ country }), ['country'], country);
});

test('names the field of a detail that is too long', () => {
  assert.deepEqual(memberDetailIssues(memberDetails({ companyName: 'x'.repeat(256) })), [
    { path: ['company_name'], problem: 'too_long', length: 256, most: 255 },
  ]);
});
