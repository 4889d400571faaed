// Two members: one whose key has no shop settings, and a shop whose settings a test changes. Tests compare the two,
// so they do not depend on the sample prices.
import assert from 'node:assert/strict';
import { changeKeySettings } from '../../../src/application/keys/change-key-settings.ts';
import type { Setup } from '../setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { type Body, sydneyToMelbourne } from './quote-bodies.ts';

type Tier = {
  identifier: number;
  description: string;
  total: number;
  price_insurance_ex: number;
  fee: number;
};
export type Quotes = Record<
  string,
  {
    total: number;
    price_insurance_ex: number;
    fee: number;
    insured_amount: number;
    transit_time: string;
    tiers?: Tier[];
  }
>;
export type Answer = {
  id: number;
  items: Body[];
  quotes: Quotes;
  quote_errors: { courier: string; code: string; message: string }[];
  declared_value: number;
  insured_value: number;
};

/** Fails if there is no figure, because two NaNs would compare as equal. */
export function cents(dollars: number | undefined): number {
  assert.ok(dollars !== undefined);
  return Math.round(dollars * 100);
}

export class Market {
  readonly t: TestApp;
  readonly plain: TestMember;
  readonly shop: TestMember;
  /** Quotes of a carton from Sydney to Melbourne for the key without settings. */
  plainQuotes: Quotes = {};

  private constructor(t: TestApp, plain: TestMember, shop: TestMember) {
    this.t = t;
    this.plain = plain;
    this.shop = shop;
  }

  static async open(setup: Setup): Promise<Market> {
    const t = await startTestApp(setup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
    const market = new Market(t, await t.addMember(), await t.addMember('shop@example.com'));
    market.plainQuotes = (await market.quoted(sydneyToMelbourne(), market.plain)).quotes;
    return market;
  }

  /** Replaces all settings of the shop's key. */
  async set(parts: Body): Promise<void> {
    const blank = { module_setting: {}, warehouses: [], rules: [], package_type_rules: [] };
    await changeKeySettings(this.t.app, this.shop.keyId, { parts: { ...blank, ...parts } });
  }

  async quoted(body: Body = sydneyToMelbourne(), member = this.shop): Promise<Answer> {
    const answer = await this.t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': member.key },
      payload: body,
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  }

  /** Every carrier's price without warranty must equal the plain price changed by `price`. */
  assertPrices(quotes: Quotes, price: (cents: number, carrier: string) => number): void {
    assert.ok(Object.keys(quotes).length >= 20);
    for (const [carrier, quote] of Object.entries(quotes)) {
      const before = cents(this.plainQuotes[carrier]?.price_insurance_ex);
      assert.equal(cents(quote.price_insurance_ex), price(before, carrier), carrier);
      assert.equal(cents(quote.total), cents(quote.price_insurance_ex) + cents(quote.fee));
    }
  }
}
