// GET /couriers: the carriers with their display names, in both generations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { switchCarrier } from '../../src/application/carriers/switch-carrier.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

type Listed = Record<string, string | Record<string, string>>;

for (const setup of setups) {
  describe(`couriers on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup, { limits: { v4AddressPerMinute: 0, v4PerMinute: 0 } });
      jane = await t.addMember();
    });
    after(() => t.close());

    const listed = async (prefix: string): Promise<string[]> => {
      const answer = await t.get(`${prefix}/couriers`);
      assert.equal(answer.statusCode, 200);
      return Object.values(answer.json<Listed>()).flatMap((courier) =>
        typeof courier === 'string' ? [courier] : Object.values(courier),
      );
    };

    for (const prefix of ['/api', '/api/v5']) {
      test(`${prefix}: lists every string_id once, under its carrier's name`, async () => {
        const stringIds = await listed(prefix);
        assert.equal(new Set(stringIds).size, stringIds.length);
        const known = t.app.carriers
          .snapshot()
          .carriers.flatMap(({ terms }) => terms.services.map(({ stringId }) => stringId));
        assert.deepEqual(stringIds.toSorted(), known.toSorted());
        assert.ok(stringIds.length >= 45, `${stringIds.length} string_ids`);
      });

      test(`${prefix}: lists a carrier with one service as a text and others as named services`, async () => {
        const body = (await t.get(`${prefix}/couriers/`)).json<Listed>();
        assert.equal(body['Aramex Australia'], 'aramex');
        const tnt = body['TNT Express'];
        assert.ok(typeof tnt === 'object');
        assert.equal(tnt['Road Express'], 'tnt_road_express');
      });

      test(`${prefix}: needs no credentials, but rejects wrong ones`, async () => {
        const ask = async (key: string) =>
          (await t.get(`${prefix}/couriers`, { 'api-key': key }, `198.51.100.${prefix.length}`))
            .statusCode;
        assert.equal(await ask(jane.key), 200);
        assert.equal(await ask('wrong'), 401);
      });
    }

    test('names the services that carry only between countries to a signed-in member', async () => {
      const client = await visitor().signIn(jane);
      const named = (await client.get('/couriers/international')).json<string[]>();
      assert.ok(named.includes('dhl_express'), named.join());
      assert.ok(!named.includes('toll'));
    });

    test('every listed carrier appears in the answer to a quote, with a price or a reason', async () => {
      const { quotes, quote_errors } = (
        await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          headers: { 'api-key': jane.key },
          payload: sydneyToMelbourne(),
        })
      ).json<{ quotes: object; quote_errors: { courier: string }[] }>();
      assert.deepEqual(
        [...Object.keys(quotes), ...quote_errors.map(({ courier }) => courier)].toSorted(),
        (await listed('/api/v5')).toSorted(),
      );
    });

    test('a carrier that the operator disables is neither listed nor asked until it is enabled again', async () => {
      const isQuoted = async (): Promise<boolean> => {
        const { quotes, quote_errors } = (
          await t.inject({
            method: 'POST',
            url: '/api/quotes',
            headers: { 'api-key': jane.key },
            payload: sydneyToMelbourne(),
          })
        ).json<{ quotes: object; quote_errors: { courier: string }[] }>();
        return 'allied' in quotes || quote_errors.some(({ courier }) => courier === 'allied');
      };
      assert.ok((await listed('/api')).includes('allied'));
      assert.ok(await isQuoted());
      await switchCarrier(t.app, 'allied', true);
      await until('the carrier is off', async () => !(await listed('/api')).includes('allied'));
      assert.equal(await isQuoted(), false);
      // The carrier's other services stay on, as do other carriers.
      assert.ok((await listed('/api')).includes('aramex'));
      await switchCarrier(t.app, 'allied', false);
      await until('the carrier is on again', async () => (await listed('/api')).includes('allied'));
      assert.ok(await isQuoted());
    });
  });
}
