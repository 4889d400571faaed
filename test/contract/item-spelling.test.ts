// An item's packaging type is answered as the client spelt it, because typed clients fail otherwise. Prices,
// documents and people use the canonical type.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import {
  type BookingClient,
  forEveryBookingPath,
  type ShownBooking,
} from '../support/bookings/booking-client.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import type { TestApp } from '../support/test-app.ts';

const spellings = [
  ['Wine_Beer_Liquor_Carton', 'Wine Beer Liquor Carton'],
  ['Satchel_5kg', 'Satchel 5kg'],
  ['Heavy_Carton', 'Heavy Carton'],
  ['Other_Misc', 'Other'],
  ['carton', 'Carton'],
  ['SATCHEL-500g', 'Satchel 500g'],
  ['wine/beer/liquor carton', 'Wine Beer Liquor Carton'],
  ['Pallet', 'Pallet'],
] as const;

const sent = spellings.map(([spelling]) => spelling as string);
const types = spellings.map(([, type]) => type as string);
const itemsOf = (descriptions: readonly string[]): Body[] =>
  descriptions.map((description) => aCarton({ description }));
const descriptionsOf = ({ items }: { items: readonly Body[] }): unknown[] =>
  items.map(({ description }) => description);

forEveryBookingPath('spelling of packaging types', (fixture) => {
  let t: TestApp;
  let prefix: string;
  let client: BookingClient;
  const { visitor } = visitorsOf(() => t);
  before(() => {
    ({ t, prefix, client } = fixture());
  });
  const create = (): Promise<ShownBooking> =>
    client.create(sydneyToMelbourne({ items: itemsOf(sent) }));

  test('a new booking returns each description as it was sent, also in later reads', async () => {
    const created = await create();
    assert.deepEqual(descriptionsOf(created), sent);
    assert.deepEqual(descriptionsOf(await client.read(created.id)), sent);
    const items = await client.done<Body[]>(200, 'GET', `/${created.id}/items`);
    assert.deepEqual(descriptionsOf({ items }), sent);
    const item = await client.done<Body>(
      200,
      'GET',
      `/${created.id}/items/${created.items[0]?.id}`,
    );
    assert.equal(item.description, sent[0]);
  });

  test('prices an item by its packaging type in every spelling', async () => {
    for (const [spelling, type] of spellings) {
      const priced = async (description: string) =>
        client.quotesFor(sydneyToMelbourne({ items: [aCarton({ description })] }));
      const quotes = await priced(spelling);
      assert.ok(Object.keys(quotes).length > 0, type);
      assert.deepEqual(quotes, await priced(type));
    }
  });

  test('added or changed items return the spelling of that request', async () => {
    const { id, items } = await client.create();
    const path = `/${id}/items`;
    const added = await client.done<Body>(
      201,
      'POST',
      path,
      aCarton({ description: 'heavy_CARTON' }),
    );
    assert.equal(added.description, 'heavy_CARTON');
    const first = `${path}/${items[0]?.id}`;
    const put = async (change: Body) =>
      (await client.done<Body>(200, 'PUT', first, change)).description;
    assert.equal(await put({ description: 'Satchel_5kg' }), 'Satchel_5kg');
    assert.equal(await put({ weight: 3 }), 'Satchel_5kg');
    assert.equal(await put({ description: 'satchel 5KG' }), 'satchel 5KG');
    assert.equal(await put({ description: 'Satchel 5kg' }), 'Satchel 5kg');
    const line = { id: items[0]?.id, description: 'other/misc' };
    const updated = await client.update(id, { items: [line, aCarton({ description: 'TUBE' })] });
    assert.deepEqual(descriptionsOf(updated), ['other/misc', 'heavy_CARTON', 'TUBE']);
    assert.deepEqual(descriptionsOf(await client.read(id)), descriptionsOf(updated));
  });

  test("free text that a key's rule replaces returns the rule's type", async () => {
    const shop = await t.addMember(`rule-${prefix.length}@example.com`);
    await changeKeySettings(t.app, shop.keyId, {
      parts: {
        package_type_rules: [{ min_weight: 0, max_weight: 50, package_type: 'Heavy Carton' }],
      },
    });
    const answer = await t.inject({
      method: 'POST',
      url: prefix,
      headers: { 'api-key': shop.key },
      payload: sydneyToMelbourne({ items: itemsOf(['Blue widget', 'heavy_carton']) }),
    });
    assert.equal(answer.statusCode, 201, answer.body);
    const url = `${prefix}/${answer.json().id}`;
    const read = await t.get(url, { 'api-key': shop.key });
    for (const booking of [answer.json(), read.json()])
      assert.deepEqual(descriptionsOf(booking), ['Heavy Carton', 'heavy_carton']);
  });

  test('an order and a booking attached to it keep the spelling', async () => {
    const orders = prefix.replace(/\/bookings.*/, '/orders');
    const { id } = await create();
    const post = async (body: Body): Promise<Body & { id: number }> => {
      const headers = { 'api-key': client.member.key };
      const answer = await t.inject({ method: 'POST', url: orders, headers, payload: body });
      assert.equal(answer.statusCode, 201, answer.body);
      return (await t.get(`/api/v5/orders/${answer.json().id}`, headers)).json();
    };
    const order_id = `${prefix}-own`;
    const own = await post(aFullOrder({ order_id, items: itemsOf(sent) }));
    assert.deepEqual(descriptionsOf(own as never), sent);
    const linked = { order_id: `${prefix}-linked`, transdirect_order_id: id, items: [] };
    const filled = await post(aFullOrder(linked));
    assert.deepEqual(descriptionsOf(filled as never), sent);
    const session = await visitor().signIn(client.member);
    const shown = (await session.get(`/orders/${own.id}`)).json();
    assert.deepEqual(descriptionsOf(shown), types);
  });

  test('the members area shows the packaging type by its name', async () => {
    const { id } = await create();
    const session = await visitor().signIn(client.member);
    assert.deepEqual(descriptionsOf((await session.get(`/bookings/v4/${id}`)).json()), types);
    const [listed] = (await session.get(`/bookings/v4?q=${id}`)).json();
    assert.deepEqual(descriptionsOf(listed), types);
    const body = sydneyToMelbourne({ items: itemsOf(sent) });
    const created = await session.send('POST', '/bookings/v4', body);
    assert.deepEqual(descriptionsOf(created.json()), types);
  });
});
