// The effect of every shop setting, one row each, before and after. A check compares the rows with all settable
// names, so that each setting has one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settableNames } from '../../src/application/keys/setting-names.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Market } from '../support/bookings/market.ts';
import {
  aCarton,
  type Body,
  melbourne,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';

type Row = {
  /** The setting, or several that only work together. */
  settings: Body;
  /** Settings that it depends on, set both before and after. */
  given?: Body;
  /** The visible effect, which must differ before and after. */
  seen: (market: Market) => Promise<unknown>;
};

const [anySetup] = setups;
assert.ok(anySetup);

/** Quotes of a cart: carriers with prices and cover, or the errors. */
const quotes =
  (body: Body = sydneyToMelbourne()) =>
  async ({ t, shop }: Market): Promise<unknown> => {
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': shop.key },
      payload: body,
    });
    return answer.statusCode === 201 ? answer.json().quotes : answer.json().errors;
  };
const answerAt =
  (url: string) =>
  async ({ t, shop }: Market): Promise<unknown> =>
    (await t.get(url, { 'api-key': shop.key })).json();
const details = answerAt('/api/v5/bookings/v4/api_details');
const sync = answerAt('/api/v5/bookings/sync');

const box = { order_boxing: 'on', box_length: 60, box_width: 60, box_height: 60 };
/** Eight of these fill one corner of a carton. */
const small = aCarton({ weight: 1, length: 20, width: 20, height: 20, quantity: 8 });
const cart = quotes(sydneyToMelbourne({ items: [small] }));
const sized = (field: string) => quotes(sydneyToMelbourne({ items: [without(aCarton(), field)] }));

const rows: readonly Row[] = [
  { settings: { enabled_courier: ['toll'] }, seen: quotes() },
  { settings: { quote_diplay: 'display_cheapest' }, seen: quotes() },
  { settings: { surcharge_amount: '1.50' }, seen: quotes() },
  { settings: { courier_settings: { toll: { surcharge: 2 } } }, seen: quotes() },
  { settings: { default_weight: 5 }, seen: sized('weight') },
  { settings: { default_lenght: 40 }, seen: sized('length') },
  { settings: { default_width: 35 }, seen: sized('width') },
  { settings: { default_height: 25 }, seen: sized('height') },
  {
    settings: { street_type: 'business' },
    seen: quotes(sydneyToMelbourne({ receiver: without(melbourne, 'type') })),
  },
  { settings: { insurance_select: 'on' }, given: { insurance_value: 500 }, seen: quotes() },
  { settings: { insurance_value: 900 }, given: { insurance_select: 'on' }, seen: quotes() },
  { settings: { multipickup: 'on' }, seen: quotes() },
  { settings: { order_boxing: 'on' }, given: { ...box, order_boxing: 'off' }, seen: cart },
  // A carton that holds fewer of them: more cartons.
  { settings: { box_length: 20 }, given: box, seen: cart },
  { settings: { box_width: 20 }, given: box, seen: cart },
  { settings: { box_height: 20 }, given: box, seen: cart },
  { settings: { box_weight: 2 }, given: box, seen: cart },
  // A carton below the minimum fill is not used.
  { settings: { minimum_fill_percent: 90 }, given: box, seen: cart },
  { settings: { module_title: 'Tiles' }, seen: details },
  { settings: { shipping_title: 'Courier' }, seen: details },
  { settings: { enable_sync: 'enabled' }, seen: sync },
  { settings: { sync_from_date: '2026-01-01' }, seen: details },
  { settings: { mode: 'simplified_mode' }, seen: details },
  { settings: { sync_all_order: 'on' }, seen: details },
  { settings: { multiwarehouse_enabled: 'on' }, seen: sync },
  { settings: { pending: 'on' }, seen: sync },
  { settings: { processing: 'on' }, seen: sync },
  { settings: { onhold: 'on' }, seen: sync },
  { settings: { completed: 'on' }, seen: sync },
  { settings: { cancelled: 'on' }, seen: sync },
  { settings: { refunded: 'on' }, seen: sync },
  { settings: { failed: 'on' }, seen: sync },
];

describe('effect of each setting', () => {
  let market: Market;
  before(async () => {
    market = await Market.open(anySetup);
    await changeMember(market.t.app, String(market.shop.id), { hasMultipickup: true });
  });
  after(() => market.t.close());

  for (const { settings, given = {}, seen } of rows) {
    const name = Object.keys(settings).join(', ');
    test(`${name}: changes the next request, and removing the setting restores it`, async () => {
      await market.set({ module_setting: given });
      const without = await seen(market);
      await market.set({ module_setting: { ...given, ...settings } });
      assert.notDeepEqual(await seen(market), without);
      await market.set({ module_setting: given });
      assert.deepEqual(await seen(market), without);
    });
  }

  test('every setting has a row in this test', () => {
    const named = rows.flatMap(({ settings }) => Object.keys(settings));
    assert.deepEqual(named.toSorted(), [...settableNames].toSorted());
  });
});
