// Two members who create orders, and the requests that tests of orders share.
import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { type Body, sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import type { Setup } from '../setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { aFullOrder } from './order-bodies.ts';

export type OrderAnswer = Body & { id: number; transdirect_order_status: string };

export const orderGenerations = [
  ['v4', '/api/orders'],
  ['v5', '/api/v5/orders'],
] as const;

export class OrderClient {
  readonly t: TestApp;
  readonly jane: TestMember;
  readonly bob: TestMember;
  #made = 0;

  private constructor(t: TestApp, jane: TestMember, bob: TestMember) {
    this.t = t;
    this.jane = jane;
    this.bob = bob;
  }

  static async open(setup: Setup): Promise<OrderClient> {
    const limits = { v4PerMinute: 0, v4AddressPerMinute: 0, v5PerMinute: 0 };
    const t = await startTestApp(setup, { limits });
    return new OrderClient(t, await t.addMember(), await t.addMember('bob@example.com'));
  }

  /** An order number that is unique in this run. */
  fresh(): string {
    this.#made += 1;
    return `N-${this.#made}`;
  }

  /** Creates a booking and returns its id. */
  async quoted(member = this.jane, body: Body = sydneyToMelbourne()): Promise<number> {
    const answer = await this.t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': member.key },
      payload: body,
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json().id;
  }
}

/** The requests of one generation. `client` is a function because members do not exist until a test runs. */
export function ordersAt(prefix: string, client: () => OrderClient) {
  const send = (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    member = client().jane,
  ): Promise<LightMyRequestResponse> =>
    client().t.inject({
      method,
      url: prefix + path,
      headers: { 'api-key': member.key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  return {
    send,
    create: async (change: Body = {}, member = client().jane): Promise<OrderAnswer> => {
      const body = aFullOrder({ order_id: client().fresh(), ...change });
      const answer = await send('POST', '', body, member);
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    },
    update: async (id: number, change: Body, member = client().jane): Promise<OrderAnswer> => {
      const answer = await send('PUT', `/${id}`, change, member);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    read: async (id: number, member = client().jane): Promise<OrderAnswer> => {
      const answer = await client().t.get(`${prefix}/${id}`, { 'api-key': member.key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
  };
}

/** Fails unless the answer has this status and names only the given field, if any. */
export async function refused(
  answer: Promise<LightMyRequestResponse>,
  status: number,
  field?: string,
): Promise<Body> {
  const { statusCode, body, json } = await answer;
  assert.equal(statusCode, status, body);
  const refusal: Body = json();
  if (field !== undefined) assert.deepEqual(Object.keys(refusal.errors as object), [field]);
  return refusal;
}
