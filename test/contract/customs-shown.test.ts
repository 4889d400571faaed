// Customs declarations as the member and the operator read them, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { aDeclaration, declareCustoms } from '../support/bookings/customs.ts';
import { auckland, melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`a declaration on the pages of its booking on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let janes: Checkout;
    let pages: { members: Visitor; operators: Visitor };
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      janes = new Checkout(t, jane);
      const olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
      pages = { members: await visitor().signIn(jane), operators: await visitor().signIn(olga) };
    });
    after(() => t.close());

    const confirm = async (id: number): Promise<void> => {
      const answer = await janes.confirm(id, { payment_method: 'demo' });
      assert.equal(answer.statusCode, 200, answer.body);
    };
    const shownFor = async (id: number): Promise<[members: unknown, operators: unknown]> => {
      const own = await pages.members.get(`/bookings/v4/${id}`);
      const any = await pages.operators.get(`/operator/bookings/${id}`);
      assert.deepEqual([own.statusCode, any.statusCode], [200, 200], own.body + any.body);
      return [own.json().customs_declaration, any.json().customs_declaration];
    };

    test("the member's and the operator's page show the latest declaration, and the interface's booking is unchanged", async () => {
      const { id } = await janes.quote(sydneyToMelbourne({ receiver: auckland }));
      await declareCustoms(janes, id, aDeclaration({ contents_description: 'Slates' }));
      await declareCustoms(janes, id);
      await confirm(id);
      const [own, any] = await shownFor(id);
      assert.deepEqual(own, {
        contents_type: 'merchandise',
        contents_description: 'Ceramic tiles',
        currency: 'USD',
        items: [
          {
            description: 'Tile',
            quantity: 10,
            weight: 0.45,
            value: 12.5,
            country_of_origin: 'IT',
            hs_code: '690721',
          },
          {
            description: 'Tile glue',
            quantity: 2,
            weight: 1.2,
            value: 8,
            country_of_origin: 'AU',
          },
        ],
      });
      assert.deepEqual(any, own);
      for (const path of ['/api/bookings/v4', '/api/v5/bookings/v4']) {
        const byKey = await t.get(`${path}/${id}`, { 'api-key': jane.key });
        assert.equal(byKey.statusCode, 200, byKey.body);
        assert.equal('customs_declaration' in byKey.json(), false);
      }
    });

    test('shows no declaration for a domestic booking, even if it was international before', async () => {
      const inland = await janes.quote();
      const changed = await janes.quote(sydneyToMelbourne({ receiver: auckland }));
      await declareCustoms(janes, changed.id);
      const answer = await pages.members.send('PUT', `/bookings/v4/${changed.id}`, {
        receiver: melbourne,
      });
      assert.equal(answer.json().receiver.country, 'AU', answer.body);
      for (const { id } of [inland, changed]) {
        await confirm(id);
        assert.deepEqual(await shownFor(id), [undefined, undefined]);
      }
    });
  });
}
