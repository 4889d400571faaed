// Opens shops that buy through one generation of the interface, for tests of payments.
import { Checkout, type GenerationUrls } from '../bookings/checkout.ts';
import type { TestApp } from '../test-app.ts';

/** Tests of payments send more requests than the rate limit allows. */
export const unlimited = { v4PerMinute: 0, v5PerMinute: 0 };

/** Each name is a separate member in each generation. */
export async function openShop(t: TestApp, urls: GenerationUrls, name = 'shop'): Promise<Checkout> {
  return new Checkout(t, await t.addMember(`${name}@${urls.name}.example`), urls);
}

export async function openCreditShop(
  t: TestApp,
  urls: GenerationUrls,
  { name = 'shop', dollars = 100_000 } = {},
): Promise<Checkout> {
  const shop = await openShop(t, urls, name);
  await shop.giveCredit(dollars);
  return shop;
}
