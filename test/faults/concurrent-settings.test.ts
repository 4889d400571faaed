// Concurrent changes of one key's settings by its member, its plug-in and the operator, through two processes: every
// acknowledged change is kept.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  changeCourierSettings,
  changeKeySettings,
} from '../../src/application/keys/change-key-settings.ts';
import { deleteKey } from '../../src/application/keys/manage-keys.ts';
import type { SettingsDocument } from '../../src/application/ports.ts';
import type { Member } from '../../src/domain/members/member.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const rule = {
  name: 'Agreed',
  couriers: [],
  conditions: [],
  action: { type: 'discount', unit: 'percent', value: 10 },
};
const warehouse = { name: 'Main', suburb: 'SYDNEY', postcode: '2000', state: 'NSW', country: 'AU' };

for (const setup of setups) {
  describe(`simultaneous changes of settings on ${setup.name}`, () => {
    let t: TestApp;
    let other: TestApp;
    let jane: TestMember;
    let member: Member;
    before(async () => {
      t = await startTestApp(setup);
      // On SQLite both processes would be this one thread and block each other, so use a single one.
      other = setup.engine === 'sqlite' ? t : await startTestApp(setup, { place: t.place });
      jane = await t.addMember();
      const found = await t.app.store.members.find(jane.id);
      assert.ok(found);
      member = found;
    });
    after(async () => {
      if (other !== t) await other.close();
      await t.close();
    });

    const stored = async (): Promise<SettingsDocument> => {
      const document = await t.app.store.keys.findSettings(jane.keyId);
      assert.ok(document);
      return document;
    };

    test('keeps each acknowledged field of simultaneous changes', async () => {
      const fields = ['shipping_title', 'module_title', 'default_lenght', 'default_width'];
      await Promise.all(
        fields.map((name, at) =>
          changeKeySettings([t, other][at % 2]?.app ?? t.app, jane.keyId, {
            fields: [[name, '7']],
          }),
        ),
      );
      const { module_setting } = await stored();
      assert.deepEqual(Object.keys(module_setting).sort(), fields.toSorted());
    });

    test("keeps the operator's settings while a member and a plug-in change others", async () => {
      const byPlugin = async (): Promise<void> => {
        const answer = await t.inject({
          method: 'POST',
          url: '/api/bookings/v4/set_api_settings',
          headers: { 'api-key': jane.key },
          payload: { default_weight: '5' },
        });
        assert.equal(answer.statusCode, 200, answer.body);
      };
      await Promise.all([
        changeCourierSettings(t.app, jane.keyId, { parts: { warehouses: [warehouse] } }, member),
        changeKeySettings(other.app, jane.keyId, { parts: { rules: [rule] } }),
        byPlugin(),
        changeKeySettings(t.app, jane.keyId, { fields: [['street_type', 'business']] }),
      ]);
      const { module_setting, rules, warehouses, prices_agreed } = await stored();
      assert.deepEqual(
        [module_setting.default_weight, module_setting.street_type],
        ['5', 'business'],
      );
      assert.deepEqual([rules.length, warehouses.length, prices_agreed], [1, 1, true]);
    });

    test('rejects a change of a key that is being deleted', async () => {
      const { keyId: id } = await t.addMember('leaves@example.com');
      const removed = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      const deleting = t.app.store.transaction(async (store) => {
        await deleteKey({ ...t.app, store }, id);
        removed.resolve();
        await end.promise;
      });
      await removed.promise;
      const changing = assert.rejects(
        changeKeySettings(other.app, id, { fields: [['module_title', 'Late']] }),
        { data: { code: 'key_not_found', id } },
      );
      // Another process still finds the key until the deletion is committed.
      assert.ok(await other.app.store.keys.find(id));
      end.resolve();
      await Promise.all([deleting, changing]);
    });
  });
}
