// Settings that are too long are rejected by name on every route that writes them; those already stored still work.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`the limits of a key’s settings on ${setup.name}`, () => {
    let t: TestApp;
    let shop: TestMember;
    let jane: Visitor;
    before(async () => {
      t = await startTestApp(setup);
      shop = await t.addMember();
      jane = await new Visitor(t, '192.0.2.1').signIn(shop);
    });
    after(() => t.close());

    const stored = async () => (await jane.get(`/keys/${shop.keyId}/settings`)).json();
    const put = (parts: object) => jane.send('PUT', `/keys/${shop.keyId}/settings`, parts);
    const sendForm = (payload: object) =>
      t.inject({
        method: 'POST',
        url: '/api/v5/bookings/v4/set_api_settings',
        headers: { 'api-key': shop.key },
        payload,
      });

    const rulesErrors = (errors: object) =>
      assert.deepEqual(errors, { rules: ['rules: may have at most 500 entries; it has 20000.'] });

    test('refuses a list of 20 000 rules for its length, without reading the rules', async () => {
      const rules = Array(20_000).fill(0);
      const answer = await put({ rules });
      assert.equal(answer.statusCode, 400);
      rulesErrors(answer.json().errors);
      const settings = { rules };
      const cart = sydneyToMelbourne();
      const preview = await jane.send('POST', `/keys/${shop.keyId}/preview`, { settings, cart });
      assert.equal(preview.statusCode, 400);
      rulesErrors(preview.json().errors);
      assert.deepEqual((await stored()).rules, []);
    });

    test('refuses a shop form with 20 000 carriers for their number, without reading them', async () => {
      const answer = await sendForm({ enabled_courier: Array(20_000).fill([]) });
      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json().errors.module_setting.enabled_courier, [
        'module_setting.enabled_courier: may have at most 1000 entries; it has 20000.',
      ]);
      assert.deepEqual((await stored()).module_setting, {});
    });

    test('names at most a hundred unknown settings in one refusal', async () => {
      const parts = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`part_${n}`, 1]));
      const answer = await put(parts);
      assert.equal(answer.statusCode, 400);
      assert.equal(Object.keys(answer.json().errors).length, 100);
    });
  });
}
