// The interface's "Authentication" section, rule by rule, in both generations and both setups.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addKey, regenerateKey, setKeyActive } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { newAddresses } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const generations = [
  { name: 'v4', path: '/api/member', rejectedCode: 'unauthorized' },
  { name: 'v5', path: '/api/v5/member', rejectedCode: 'invalid_api_key' },
];
const memberBody = {
  company_name: 'Tile Warehouse',
  email: 'jane@tilewarehouse.example',
  first_name: 'Jane',
  last_name: 'Ceramic',
  phone: '0298765432',
  suburb: 'ALEXANDRIA',
  postcode: '2015',
  state: 'NSW',
  country: 'AU',
};

for (const setup of setups) {
  describe(`authentication on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let kim: TestMember;
    // Each test uses its own address, because failures are counted by address.
    const newAddress = newAddresses();
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0, v4AddressPerMinute: 0 } });
      jane = await t.addMember();
      kim = await t.addMember('kim@example.com');
    });
    after(() => t.close());

    for (const { name, path, rejectedCode } of generations) {
      test(`${name}: accepts a key in any case of its header`, async () => {
        for (const header of ['Api-key', 'api-key', 'API-KEY', 'Api-Key']) {
          const answer = await t.get(path, { [header]: jane.key }, newAddress());
          assert.equal(answer.statusCode, 200);
          assert.deepEqual(answer.json(), { id: jane.id, ...memberBody });
          assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
          assert.equal(answer.headers['cache-control'], 'no-store');
        }
      });

      test(`${name}: without credentials the 401 says that none were supplied`, async () => {
        const answer = await t.get(path, {}, newAddress());
        assert.equal(answer.statusCode, 401);
        assert.deepEqual(answer.json(), {
          error: 'unauthorized',
          message: 'No credentials were supplied. Send your API key in the Api-key header.',
        });
      });

      test(`${name}: a wrong key's 401 says that it was rejected`, async () => {
        const answer = await t.get(path, { 'api-key': 'lh_wrong' }, newAddress());
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.json().error, rejectedCode);
        assert.match(answer.json().message, /rejected.*active.*live account/);
      });

      test(`${name}: treats an empty key header as no credentials`, async () => {
        const answer = await t.get(path, { 'api-key': '  ' }, newAddress());
        assert.match(answer.json().message, /No credentials were supplied/);
      });

      test(`${name}: ignores a key under another header and names the right header`, async () => {
        for (const header of [
          'X-Api-Key',
          'Apikey',
          'Api_key',
          'X-Auth-Token',
          'X-Freight',
          'Authorization',
        ]) {
          const answer = await t.get(path, { [header]: jane.key }, newAddress());
          assert.equal(answer.statusCode, 401);
          assert.match(answer.json().message, /No credentials were supplied/);
          assert.ok(answer.json().message.includes(header), answer.json().message);
        }
        for (const scheme of ['Api-Key', 'ApiKey', 'Token']) {
          const answer = await t.get(
            path,
            { authorization: `${scheme} ${jane.key}` },
            newAddress(),
          );
          assert.equal(answer.statusCode, 401);
          assert.match(
            answer.json().message,
            /in the Authorization header.*Send it in the Api-key/,
          );
        }
      });

      test(`${name}: Bearer behaves exactly like no credentials and never counts as a failure`, async () => {
        const address = newAddress();
        const without = await t.get(path, {}, address);
        for (let attempt = 0; attempt < 12; attempt += 1) {
          const answer = await t.get(path, { authorization: `Bearer ${jane.key}` }, address);
          assert.equal(answer.statusCode, 401);
          assert.deepEqual(answer.json(), without.json());
        }
        assert.equal((await t.get(path, { 'api-key': jane.key }, address)).statusCode, 200);
      });

      test(`${name}: an inactive key is rejected at once and works again when switched on`, async () => {
        const address = newAddress();
        const headers = { 'api-key': jane.key };
        assert.equal((await t.get(path, headers, address)).statusCode, 200);
        await setKeyActive(t.app, jane.keyId, false);
        assert.equal((await t.get(path, headers, address)).statusCode, 401);
        await setKeyActive(t.app, jane.keyId, true);
        assert.equal((await t.get(path, headers, address)).statusCode, 200);
      });

      test(`${name}: a regenerated key takes over from the old one at once`, async () => {
        const address = newAddress();
        const carol = await t.addMember(`carol-${name}@example.com`);
        assert.equal((await t.get(path, { 'api-key': carol.key }, address)).statusCode, 200);
        const { key } = await regenerateKey(t.app, carol.keyId);
        assert.equal((await t.get(path, { 'api-key': carol.key }, address)).statusCode, 401);
        assert.equal((await t.get(path, { 'api-key': key }, address)).statusCode, 200);
      });

      test(`${name}: a closed account is rejected`, async () => {
        const bob = await t.addMember(`bob-${name}@example.com`);
        const address = newAddress();
        assert.equal((await t.get(path, { 'api-key': bob.key }, address)).statusCode, 200);
        await changeMember(t.app, bob.email, { isOpen: false });
        const answer = await t.get(path, { 'api-key': bob.key }, address);
        assert.equal(answer.statusCode, 401);
        assert.match(answer.json().message, /live account/);
      });

      test(`${name}: rejects a key with unusual characters without an internal error`, async () => {
        const address = newAddress();
        for (const key of ["' or 1=1 --", 'lh_%00', 'a'.repeat(4000), 'lh_é']) {
          const answer = await t.get(path, { 'api-key': key }, address);
          assert.equal(answer.statusCode, 401, key.slice(0, 20));
        }
      });

      test(`${name}: ten rejected attempts, then 429 for five minutes, then again`, async () => {
        const address = newAddress();
        for (let attempt = 0; attempt < 10; attempt += 1) {
          assert.equal((await t.get(path, { 'api-key': 'wrong' }, address)).statusCode, 401);
          // Successes neither count nor reset.
          if (attempt < 9) {
            assert.equal((await t.get(path, { 'api-key': jane.key }, address)).statusCode, 200);
          }
        }
        for (const key of ['wrong', kim.key]) {
          const refused = await t.get(path, { 'api-key': key }, address);
          assert.equal(refused.statusCode, 429);
          assert.equal(refused.headers['retry-after'], '300');
          if (name === 'v5') assert.deepEqual(refused.json(), { error: 'rate_limited' });
          else assert.equal(refused.json().code, 429);
        }
        // A request without credentials is not an attempt, and other addresses are counted separately.
        assert.equal((await t.get(path, {}, address)).statusCode, 401);
        assert.equal((await t.get(path, { 'api-key': kim.key }, newAddress())).statusCode, 200);
        t.advanceClock(5 * 60_000 - 1);
        assert.equal((await t.get(path, { 'api-key': kim.key }, address)).statusCode, 429);
        t.advanceClock(1);
        assert.equal((await t.get(path, { 'api-key': kim.key }, address)).statusCode, 200);
      });

      test(`${name}: fifty wrong attempts at the same moment get ten 401s between them`, async () => {
        const address = newAddress();
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, n) => t.get(path, { 'api-key': `wrong-${n}` }, address)),
        );
        const statuses = answers.map(({ statusCode }) => statusCode);
        assert.equal(statuses.filter((status) => status === 401).length, 10);
        assert.equal(statuses.filter((status) => status === 429).length, 40);
      });
    }

    for (const { name, path } of generations) {
      test(`${name}: keeps answering Retry-After 300 while an address is locked out`, async () => {
        const other = await startTestApp(setup, {
          limits: { v4AddressPerMinute: 12, v5PerMinute: 12 },
        });
        try {
          const ask = () => other.get(path, { 'api-key': 'wrong' });
          for (let attempt = 0; attempt < 10; attempt += 1) await ask();
          for (let attempt = 0; attempt < 10; attempt += 1) {
            assert.equal((await ask()).headers['retry-after'], '300');
          }
        } finally {
          await other.close();
        }
      });
    }

    for (const { name, path, rejectedCode } of generations) {
      test(`${name}: answers 401, not 429, to ten wrong keys from an address past its request limit`, async () => {
        const other = await startTestApp(setup, {
          limits: { v4AddressPerMinute: 3, v5PerMinute: 3 },
        });
        try {
          const { key } = await other.addMember();
          for (let n = 0; n < 3; n += 1) await other.get(path);
          assert.equal((await other.get(path)).statusCode, 429);
          for (let attempt = 0; attempt < 10; attempt += 1) {
            const answer = await other.get(path, { 'api-key': 'wrong' });
            assert.equal(answer.statusCode, 401, `attempt ${attempt}`);
            assert.equal(answer.json().error, rejectedCode);
            if (attempt === 8)
              assert.equal((await other.get(path, { 'api-key': key })).statusCode, 200);
          }
          const closed = await other.get(path, { 'api-key': 'wrong' });
          assert.equal(closed.statusCode, 429);
          assert.equal(closed.headers['retry-after'], '300');
        } finally {
          await other.close();
        }
      });
    }

    test('v5: rejects a wrong key on a quote as wrong when the anonymous quotes are used up', async () => {
      const other = await startTestApp(setup, { limits: { v5AnonymousPerHour: 1 } });
      try {
        const ask = (headers: Record<string, string>) =>
          other.inject({ method: 'POST', url: '/api/v5/bookings', headers, payload: {} });
        await ask({});
        assert.equal((await ask({})).json().error, 'rate_limited_anonymous_quotes');
        assert.equal((await ask({ 'api-key': 'wrong' })).json().error, 'invalid_api_key');
      } finally {
        await other.close();
      }
    });

    test('v4: wrong passwords sent at the same moment cost no more than ten hashes', async () => {
      const other = await startTestApp(setup, { limits: { v4AddressPerMinute: 0 } });
      try {
        let hashes = 0;
        const { passwords } = other.app;
        other.app.passwords = {
          ...passwords,
          isRight: (...values) => {
            hashes += 1;
            return passwords.isRight(...values);
          },
        };
        const guess = (n: number) =>
          other.get('/api/member', { authorization: basic('jane@example.com', `guess ${n}`) });
        const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => guess(n)));
        const count = (status: number) =>
          answers.filter(({ statusCode }) => statusCode === status).length;
        assert.deepEqual([count(401), count(429), hashes], [10, 40, 10]);
        assert.equal((await guess(50)).statusCode, 429);
        assert.equal(hashes, 10);
      } finally {
        await other.close();
      }
    });

    test('the breaker accepts a key used recently from the address and rejects all others', async () => {
      const address = newAddress();
      const shop = await addKey(t.app, {
        memberId: jane.id,
        moduleType: 'wordpress',
        site: 'shop.example',
        isDemo: false,
      });
      const ask = async (key: string, path = '/api/member', from = address) =>
        (await t.get(path, { 'api-key': key }, from)).statusCode;
      assert.equal(await ask(shop.key), 200);
      for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await ask('lh_off'), 401);
      for (const path of ['/api/member', '/api/v5/member', '/api/bookings/v4/api_details'])
        assert.equal(await ask(shop.key, path), 200);
      // A key accepted from another address only, a key that was rejected before, and an unknown key.
      assert.equal(await ask(kim.key, '/api/member', newAddress()), 200);
      for (const key of [kim.key, 'lh_off', 'lh_other']) assert.equal(await ask(key), 429);
      const password = { authorization: basic(jane.email, jane.password) };
      assert.equal((await t.get('/api/member', password, address)).statusCode, 429);
      await setKeyActive(t.app, shop.id, false);
      assert.equal(await ask(shop.key), 429);
      await setKeyActive(t.app, shop.id, true);
      assert.equal(await ask(shop.key), 200);
      // Accepted requests neither count towards the breaker nor close it.
      t.advanceClock(5 * 60_000);
      assert.equal(await ask(kim.key), 200);
    });

    test('the breaker stops accepting a key a day after its last use from the address', async () => {
      const address = newAddress();
      const ask = async (key: string) =>
        (await t.get('/api/member', { 'api-key': key }, address)).statusCode;
      assert.equal(await ask(jane.key), 200);
      t.advanceClock(24 * 60 * 60_000);
      for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await ask('lh_off'), 401);
      assert.equal(await ask(jane.key), 429);
    });

    test('v4 and v5 share one breaker for wrong credentials', async () => {
      const address = newAddress();
      for (let attempt = 0; attempt < 5; attempt += 1) {
        await t.get('/api/member', { 'api-key': 'wrong' }, address);
        await t.get('/api/v5/member', { 'api-key': 'wrong' }, address);
      }
      assert.equal((await t.get('/api/member', { 'api-key': jane.key }, address)).statusCode, 429);
    });

    test('v4: e-mail and password sign a member in, however Basic is written', async () => {
      const encoded = Buffer.from(`${jane.email}:${jane.password}`).toString('base64');
      const upper = Buffer.from(`${jane.email.toUpperCase()}:${jane.password}`).toString('base64');
      for (const header of [
        `Basic ${encoded}`,
        `Basic  ${encoded}`,
        `basic   ${encoded}`,
        `BASIC ${upper}`,
      ]) {
        const answer = await t.get('/api/member', { authorization: header }, newAddress());
        assert.equal(answer.statusCode, 200, header);
        assert.equal(answer.json().id, jane.id);
      }
    });

    test('v4: a password may hold colons and any Unicode', async () => {
      await changeMember(t.app, jane.email, { password: 'é: ☃ :日本' });
      const address = newAddress();
      const right = await t.get(
        '/api/member',
        { authorization: basic(jane.email, 'é: ☃ :日本') },
        address,
      );
      assert.equal(right.statusCode, 200);
      // The old password is cached; changing it must clear the cache.
      const old = await t.get(
        '/api/member',
        { authorization: basic(jane.email, jane.password) },
        address,
      );
      assert.equal(old.statusCode, 401);
      await changeMember(t.app, jane.email, { password: jane.password });
    });

    test('v4: rejects unreadable, unknown and wrong Basic credentials alike', async () => {
      const address = newAddress();
      for (const header of [
        'Basic',
        'Basic !!!',
        `Basic ${Buffer.from('no colon').toString('base64')}`,
        basic('unknown@example.com', 'x'),
        basic('no\0body@example.com', 'x'),
        basic(jane.email, 'wrong'),
        basic(jane.email, ''),
      ]) {
        const answer = await t.get('/api/member', { authorization: header }, address);
        assert.equal(answer.statusCode, 401, header);
        assert.match(answer.json().message, /rejected/, header);
      }
    });

    test('v4: the key takes precedence when both a key and Basic are sent', async () => {
      const headers = { 'api-key': 'wrong', authorization: basic(jane.email, jane.password) };
      assert.equal((await t.get('/api/member', headers, newAddress())).statusCode, 401);
    });

    test('v5: ignores Basic credentials', async () => {
      const address = newAddress();
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const answer = await t.get(
          '/api/v5/member',
          { authorization: basic(jane.email, jane.password) },
          address,
        );
        assert.equal(answer.statusCode, 401);
        assert.match(answer.json().message, /No credentials were supplied/);
      }
    });

    test('hashes a correct password once, however many requests use it at once', async () => {
      let hashes = 0;
      const { passwords } = t.app;
      const counting = {
        ...passwords,
        isRight: (password: string, hash: string) => {
          hashes += 1;
          return passwords.isRight(password, hash);
        },
      };
      Object.assign(t.app, { passwords: counting });
      const dave = await t.addMember('dave@example.com');
      const headers = { authorization: basic(dave.email, dave.password) };
      const address = newAddress();
      const ask = () => t.get('/api/member', headers, address);
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      answers.push(await ask(), await ask());
      assert.ok(answers.every(({ statusCode }) => statusCode === 200));
      assert.equal(hashes, 1);
      Object.assign(t.app, { passwords });
    });

    test('another process on the same store sees changes on its next request', async () => {
      const erin = await t.addMember('erin@example.com');
      const second = await startTestApp(setup, { place: t.place });
      try {
        const headers = { 'api-key': erin.key };
        assert.equal((await second.get('/api/v5/member', headers)).statusCode, 200);
        await setKeyActive(t.app, erin.keyId, false);
        await settledRevision(t, second);
        assert.equal((await second.get('/api/v5/member', headers)).statusCode, 401);
      } finally {
        await second.close();
      }
    });
  });
}

/** PostgreSQL notifies the other process in a separate message after the commit. */
async function settledRevision(first: TestApp, second: TestApp): Promise<void> {
  await until(
    'the second process knows the new revision',
    () => first.app.store.configurationRevision() === second.app.store.configurationRevision(),
  );
}
