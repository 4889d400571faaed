// The interface's "Authentication" rule 7: members create keys in the members area. Every row checks the key's owner.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { keyId } from '../../src/domain/keys/api-key.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`API keys in the members area on ${setup.name}`, () => {
    let t: TestApp;
    let jane: Visitor;
    let stranger: Visitor;
    before(async () => {
      t = await startTestApp(setup);
      jane = await new Visitor(t, '192.0.2.1').signIn(await t.addMember());
      stranger = await new Visitor(t, '192.0.2.2').signIn(await t.addMember('other@example.com'));
    });
    after(() => t.close());

    const add = async (change: object = {}) => {
      const answer = await jane.send('POST', '/keys', {
        module_type: 'shopify',
        site: 'shop.example',
        ...change,
      });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    };
    const works = async (key: string): Promise<boolean> =>
      (await t.get('/api/v5/member', { 'api-key': key }, `203.0.113.${counter()}`)).statusCode ===
      200;
    let counted = 0;
    const counter = (): number => {
      counted += 1;
      return counted;
    };

    test('a key is created with a module type and a site, works at once and is shown once', async () => {
      const made = await add({ demo_mode: true });
      assert.match(made.key, /^lh_[\w-]{32}$/);
      assert.ok(made.key.startsWith(made.prefix));
      assert.equal(made.demo_mode, true);
      assert.ok(await works(made.key));
      const { key: _secret, ...shown } = made;
      assert.deepEqual((await jane.get(`/keys/${made.id}`)).json(), shown);
      const listed = (await jane.get('/keys')).json();
      assert.deepEqual(
        listed.find((key: { id: number }) => key.id === made.id),
        shown,
      );
      assert.ok(!JSON.stringify(listed).includes(made.key));
    });

    test('rejects an unknown module type and a missing site beside the field', async () => {
      const answer = await jane.send('POST', '/keys', { module_type: 'fax' });
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(Object.keys(answer.json().errors).sort(), ['module_type', 'site']);
    });

    test('a key is deactivated, activated, renamed and made a demo key', async () => {
      const { id, key } = await add();
      const change = async (body: object) => (await jane.send('PUT', `/keys/${id}`, body)).json();
      assert.equal((await change({ active: false })).active, false);
      assert.equal(await works(key), false);
      assert.equal((await change({ active: true })).active, true);
      assert.ok(await works(key));
      const renamed = await change({
        site: ' new.example ',
        module_type: 'magento',
        demo_mode: true,
      });
      assert.deepEqual(
        [renamed.site, renamed.module_type, renamed.demo_mode, renamed.active],
        ['new.example', 'magento', true, true],
      );
      assert.equal((await change({})).site, 'new.example');
      const tooLong = await jane.send('PUT', `/keys/${id}`, { site: 'x'.repeat(256) });
      assert.equal(tooLong.statusCode, 400);
    });

    test('a regenerated key replaces the old one at once', async () => {
      const { id, key } = await add();
      const fresh = (await jane.send('POST', `/keys/${id}/regenerate`)).json();
      assert.equal(fresh.id, id);
      assert.notEqual(fresh.key, key);
      assert.equal(await works(key), false);
      assert.ok(await works(fresh.key));
    });

    test('deleting a key deletes its settings', async () => {
      const { id, key } = await add();
      assert.equal((await jane.send('DELETE', `/keys/${id}`)).statusCode, 204);
      assert.equal(await works(key), false);
      const answer = await jane.get(`/keys/${id}`);
      assert.equal(answer.statusCode, 404);
      assert.deepEqual(answer.json(), {
        error: 'key_not_found',
        message: `There is no API key ${id} of yours.`,
      });
      assert.equal((await jane.get(`/keys/${id}/settings`)).statusCode, 404);
    });

    test('reads settings, changes them in part and applies them on the next request', async () => {
      const { id, key } = await add();
      const before = (await jane.get(`/keys/${id}/settings`)).json();
      assert.deepEqual(Object.keys(before).sort(), [
        'module_setting',
        'package_type_rules',
        'rules',
        'warehouses',
      ]);
      const module_setting = { ...before.module_setting, quote_diplay: 'display_cheapest' };
      const changed = await jane.send('PUT', `/keys/${id}/settings`, { module_setting });
      assert.equal(changed.statusCode, 200, changed.body);
      assert.equal(changed.json().module_setting.quote_diplay, 'display_cheapest');
      assert.deepEqual(changed.json().rules, before.rules);
      const quoted = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': key },
        payload: sydneyToMelbourne(),
      });
      assert.equal(Object.keys(quoted.json().quotes).length, 1);
    });

    test('rejects settings with mistakes as a whole, each with its path', async () => {
      const { id } = await add();
      const answer = await jane.send('PUT', `/keys/${id}/settings`, {
        module_setting: { quote_diplay: 'display_nothing', surcharge_amount: 'lots' },
        rules: [{ name: 'No action' }],
      });
      assert.equal(answer.statusCode, 400);
      const { errors } = answer.json();
      assert.deepEqual(Object.keys(errors.module_setting).sort(), [
        'quote_diplay',
        'surcharge_amount',
      ]);
      assert.ok(errors.rules['0'].action);
      const after = (await jane.get(`/keys/${id}/settings`)).json();
      assert.deepEqual(after.rules, []);
    });

    test('accepts carriers by name in rules and surcharges, and rejects new unknown names', async () => {
      const { id } = await add();
      const put = (settings: object) => jane.send('PUT', `/keys/${id}/settings`, settings);
      const rule = (...couriers: string[]) => ({ couriers, action: { type: 'show_only' } });
      const named = await put({
        rules: [rule('Couriers Please', 'TOLL')],
        module_setting: { courier_settings: { Allied: { surcharge: 1 } } },
      });
      assert.equal(named.statusCode, 200, named.body);
      const { rules, module_setting } = named.json();
      assert.deepEqual(rules[0].couriers, ['couriers_please', 'toll']);
      assert.deepEqual(module_setting.courier_settings, { allied: { surcharge: 1 } });
      const refused = await put({
        rules: [rule('toll'), rule('tol', 'toll')],
        module_setting: { courier_settings: { pony: { surcharge: 1 } }, enabled_courier: ['pony'] },
      });
      assert.equal(refused.statusCode, 400, refused.body);
      const { errors } = refused.json();
      assert.deepEqual(Object.keys(errors.rules), ['1']);
      assert.match(JSON.stringify(errors.rules['1'].couriers), /there is no carrier tol\./);
      assert.deepEqual(Object.keys(errors.module_setting).sort(), [
        'courier_settings',
        'enabled_courier',
      ]);
      // An older version may have stored an unknown carrier.
      await changeKeySettings(t.app, keyId(id), { parts: { rules: [rule('gone_since')] } });
      const kept = await put({ rules: [rule('gone_since'), rule('Toll')] });
      assert.equal(kept.statusCode, 200, kept.body);
      assert.deepEqual(
        kept.json().rules.map(({ couriers }: { couriers: string[] }) => couriers),
        [['gone_since'], ['toll']],
      );
    });

    test('a preview quotes a cart with changed settings and stores nothing', async () => {
      const { id } = await add();
      const before = (await jane.get('/bookings/v4')).json().length;
      const preview = (settings: object, cart: object = sydneyToMelbourne()) =>
        jane.send('POST', `/keys/${id}/preview`, { settings, cart });
      const all = await preview({});
      assert.equal(all.statusCode, 200, all.body);
      assert.ok(Object.keys(all.json().quotes).length >= 25);
      const cheapest = await preview({ module_setting: { quote_diplay: 'display_cheapest' } });
      assert.equal(Object.keys(cheapest.json().quotes).length, 1);
      assert.deepEqual((await jane.get(`/keys/${id}/settings`)).json().module_setting, {});
      const wrong = await preview({ module_setting: { quote_diplay: 'x' } });
      assert.ok(wrong.json().errors.module_setting.quote_diplay);
      const empty = await preview({}, {});
      assert.equal(empty.statusCode, 400);
      assert.ok(empty.json().errors.receiver);
      assert.equal((await jane.send('POST', `/keys/${id}/preview`, {})).statusCode, 400);
      assert.equal((await jane.get('/bookings/v4')).json().length, before);
    });

    test("a key's owner sees its last hundred calls and why one was refused", async () => {
      const { id, key } = await add();
      const headers = { 'api-key': key };
      await t.get('/api/v5/member?secret=1', headers);
      await t.inject({ method: 'POST', url: '/api/v5/bookings', headers, payload: {} });
      await t.get('/api/bookings/v4/999999', headers);
      const calls = (await jane.get(`/keys/${id}/calls`)).json();
      assert.deepEqual(
        calls.map((call: { method: string; path: string; status: number; refusal: string }) => [
          call.method,
          call.path,
          call.status,
          call.refusal,
        ]),
        [
          ['GET', '/api/bookings/v4/999999', 404, 'booking_not_found'],
          ['POST', '/api/v5/bookings', 400, 'validation'],
          ['GET', '/api/v5/member', 200, null],
        ],
      );
      const [unknown, invalid, served] = calls.map(({ why }: { why: string | null }) => why);
      assert.equal(unknown, 'There is no booking 999999 of yours.');
      assert.match(invalid, /^receiver is missing\. Send it\. items must be .* sender is missing/);
      assert.equal(served, null);
      assert.match(calls[0].request_id, /./);
      assert.ok(!JSON.stringify(calls).includes('secret'), 'logged calls omit query strings');
      for (let n = 0; n < 120; n += 1) await t.get('/api/v5/couriers', headers);
      const later = (await jane.get(`/keys/${id}/calls`)).json();
      assert.equal(later.length, 100);
      assert.ok(later.every((call: { path: string }) => call.path === '/api/v5/couriers'));
      await t.get('/api/v5/member', headers);
      assert.equal((await jane.get(`/keys/${id}/calls`)).json().length, 100);
      await t.get('/api/v5/member', headers);
      assert.equal((await jane.send('DELETE', `/keys/${id}`)).statusCode, 204);
      await t.app.keyCalls.write();
      assert.equal(t.log.filter(({ level }) => level === 'warn').length, 0);
    });

    test('shortens and escapes client input in the list of refused calls', async () => {
      const { id, key } = await add();
      const suburb = `NO\u0000WHERE \ud800 ${'Ü'.repeat(200)}`;
      const items = Array.from({ length: 20 }, () => ({ description: `A thing\nof ${suburb}` }));
      const payload = { ...sydneyToMelbourne({ items }), receiver: { suburb, postcode: '3000' } };
      const headers = { 'api-key': key };
      const answer = await t.inject({ method: 'POST', url: '/api/v5/bookings', headers, payload });
      assert.equal(answer.statusCode, 400, answer.body);
      const [call] = (await jane.get(`/keys/${id}/calls`)).json();
      assert.deepEqual([call.refusal, call.why.length], ['validation', 500]);
      assert.match(call.why, /items\.0\.description/);
      assert.doesNotMatch(call.why, /\p{Cc}/u);
    });

    test("answers every request for another member's key with 404", async () => {
      const { id, key } = await add();
      const asks: [Parameters<Visitor['send']>[0], string, object?][] = [
        ['GET', ''],
        ['PUT', '', { active: false }],
        ['DELETE', ''],
        ['POST', '/regenerate'],
        ['GET', '/settings'],
        ['GET', '/calls'],
        ['PUT', '/settings', { rules: [] }],
        ['POST', '/preview', { settings: {}, cart: sydneyToMelbourne() }],
      ];
      for (const [method, path, body] of asks) {
        const answer = await stranger.send(method, `/keys/${id}${path}`, body);
        assert.equal(answer.statusCode, 404, `${method} ${path}`);
        assert.equal(answer.json().error, 'key_not_found');
      }
      assert.ok(await works(key));
      const listed = (await stranger.get('/keys')).json();
      assert.ok(listed.every((key: { id: number }) => key.id !== id));
    });

    test('a member has at most a hundred keys', async () => {
      const many = await new Visitor(t, '192.0.2.3').signIn(await t.addMember('many@example.com'));
      const body = { module_type: 'custom_site', site: 'one of many' };
      for (let n = 1; n < 100; n += 1) {
        assert.equal((await many.send('POST', '/keys', body)).statusCode, 201);
      }
      const answer = await many.send('POST', '/keys', body);
      assert.equal(answer.statusCode, 422);
      assert.match(answer.json().errors.site[0], /100 API keys/);
    });
  });
}
