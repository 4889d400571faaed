// A member's item presets in the members area: saved under a name, listed by name and removed, only by their owner.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`item presets on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    test('saves a line under a name, replaces it under the same name, and removes it', async () => {
      const client = await visitor().signIn(jane);
      const listed = async () => (await client.get('/item-presets')).json();
      assert.deepEqual(await listed(), []);
      const pallet = { description: 'pallet', quantity: '1', length: 116.5, width: '116.5' };
      const saved = await client.send('POST', '/item-presets', { name: 'Chep pallet', ...pallet });
      assert.equal(saved.statusCode, 201, saved.body);
      const { id, ...rest } = saved.json();
      const shown = { description: 'Pallet', quantity: 1, length: 116.5, width: 116.5 };
      assert.deepEqual(rest, { name: 'Chep pallet', ...shown, weight: null, height: null });
      const box = { name: 'A box', description: 'Box', quantity: 2, weight: 5 };
      await client.send('POST', '/item-presets', box);
      await client.send('POST', '/item-presets', { ...pallet, name: 'CHEP  pallet', height: 90 });
      const all = await listed();
      assert.deepEqual(
        all.map(({ name, height }: { name: string; height: number }) => [name, height]),
        [
          ['A box', null],
          ['CHEP  pallet', 90],
        ],
      );
      const stranger = await visitor().signIn(await t.addMember('stranger@example.com'));
      assert.deepEqual((await stranger.get('/item-presets')).json(), []);
      assert.equal((await stranger.send('DELETE', `/item-presets/${id}`)).statusCode, 204);
      assert.equal((await listed()).length, 2, 'a stranger removes nothing');
      assert.equal((await client.send('DELETE', `/item-presets/${id}`)).statusCode, 204);
      assert.deepEqual((await listed()).length, 1);
    });

    test('names every wrong field of a preset, and the limit', async () => {
      const member = await t.addMember('limit@example.com');
      const client = await visitor().signIn(member);
      const save = (body: object) => client.send('POST', '/item-presets', body);
      const unread = await save({ name: ' ', description: 'Sofa', quantity: 'x' });
      assert.equal(unread.statusCode, 400);
      assert.deepEqual(Object.keys(unread.json().errors).toSorted(), [
        'description',
        'name',
        'quantity',
      ]);
      const box = { name: 'Box', description: 'Box', quantity: 1 };
      const outside = await save({ ...box, quantity: 0, weight: -5 });
      assert.equal(outside.statusCode, 422);
      assert.deepEqual(outside.json().errors, {
        weight: ['weight must be greater than 0.'],
        quantity: ['quantity must be at least 1.'],
      });
      for (let n = 1; n <= 50; n += 1) await save({ ...box, name: `Box ${n}` });
      const full = await save({ ...box, name: 'Box 51' });
      assert.equal(full.statusCode, 422, full.body);
      assert.match(full.json().message, /already have 50 presets/);
      assert.equal((await client.get('/item-presets')).json().length, 50);
      assert.equal((await save({ ...box, name: 'Box 50', weight: 3 })).statusCode, 201);
    });
  });
}
