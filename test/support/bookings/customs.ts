// An export of tiles: its customs declaration, and a confirmed booking that has one.
import assert from 'node:assert/strict';
import type { BookingShown, Checkout } from './checkout.ts';
import { auckland, type Body, sydneyToMelbourne } from './quote-bodies.ts';

export function aDeclaration(change: Body = {}): Body {
  return {
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
      { description: 'Tile glue', quantity: 2, weight: 1.2, value: 8, country_of_origin: 'AU' },
    ],
    ...change,
  };
}

export async function declareCustoms(
  shop: Checkout,
  id: number,
  declaration: Body = aDeclaration(),
): Promise<void> {
  const answer = await shop.post(`${shop.urls.bookings}/${id}/custom_declaration`, declaration);
  assert.equal(answer.statusCode, 200, answer.body);
}

/** A demo booking, so that it needs no payment. */
export async function bookAbroad(shop: Checkout, declaration?: Body): Promise<BookingShown> {
  const { id } = await shop.quote(sydneyToMelbourne({ receiver: auckland }));
  await declareCustoms(shop, id, declaration);
  const answer = await shop.confirm(id, { payment_method: 'demo' });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
