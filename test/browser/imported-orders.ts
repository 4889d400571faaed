// Creates orders for page tests, by importing a file on the orders page or through the shop's key.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import type { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

export const header =
  'order_id,name,email,phone,address,suburb,postcode,state,packaging,quantity,weight,length,width,height';
export const line = (number: string, suburb: string, postcode: string, weight = '5') =>
  `${number},Rita Receiver,rita@example.com,0400 000 000,1 Smith Street,${suburb},${postcode},,Carton,1,${weight},40,30,30`;

/** Imports a file and saves it; the page then shows the result of each line. */
export async function imported(
  area: MembersArea,
  as: TestMember,
  ...lines: string[]
): Promise<Page> {
  const page = await area.visit('/orders/import', { as });
  await page.getByLabel('Or paste it').fill([header, ...lines].join('\n'));
  await page.getByRole('button', { name: /^Save \d+ order/ }).click();
  await page.getByText(/orders? saved/).waitFor();
  return page;
}

/** Creates an order through the shop's plug-in and returns its id. */
export async function createdByShop(
  area: MembersArea,
  by: TestMember,
  change: Body,
): Promise<number> {
  const answer = await area.t.inject({
    method: 'POST',
    url: '/api/v5/orders',
    headers: { 'api-key': by.key },
    payload: aFullOrder(change),
  });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
}
