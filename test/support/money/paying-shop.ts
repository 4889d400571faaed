// Shops that buy through one generation, and what the tests of their payments begin with.
import { Checkout, type GenerationUrls } from '../bookings/checkout.ts';
import type { TestApp } from '../test-app.ts';

/** Tests of money ask more often than a client may. */
export const unlimited = { v4PerMinute: 0, v5PerMinute: 0 };

/** Each name is a member of their own in each generation. */
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
