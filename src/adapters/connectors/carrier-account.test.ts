// Checks of the fields of a carrier account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aramex } from '../../../carriers/aramex/connector/aramex.ts';
import { accountProblems, addressesIn, staysOnThisMachine } from './carrier-account.ts';

const given = { client_id: 'id-1', client_secret: 'secret-1' };

test('requires token_url when an account sets a test base_url', () => {
  assert.deepEqual(accountProblems(aramex, given, 'operator'), []);
  const elsewhere = { ...given, base_url: 'https://api.test.example' };
  assert.deepEqual(accountProblems(aramex, elsewhere, 'operator'), [
    'token_url is missing: the address that gives tokens',
  ]);
  const token_url = 'https://identity.test.example/connect/token';
  assert.deepEqual(accountProblems(aramex, { ...elsewhere, token_url }, 'operator'), []);
});

test('treats an account as local only if each of its addresses is a loopback address', () => {
  const isLocal = (account: Record<string, string>) =>
    staysOnThisMachine(addressesIn(aramex, { ...given, ...account }));
  const base_url = 'http://127.0.0.1:8101';
  const token_url = 'http://127.0.0.1:8101/connect/token';
  assert.equal(isLocal({ base_url, token_url }), true);
  assert.equal(isLocal({}), false);
  assert.equal(isLocal({ token_url }), false);
  assert.equal(isLocal({ base_url, token_url: 'https://identity.aramex.example/token' }), false);
  assert.equal(isLocal({ base_url: 'http://127.0.0.1.example', token_url }), false);
});
