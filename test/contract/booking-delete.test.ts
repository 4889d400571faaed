// DELETE /bookings/v4/{id}: deletes an unpaid booking for good and keeps a paid one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { bookingStatuses } from '../../src/domain/bookings/booking.ts';
import {
  assertRefusal,
  type BookingClient,
  forEveryBookingPath,
} from '../support/bookings/booking-client.ts';
import { setStatus } from '../support/bookings/bookings.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import type { TestApp, TestMember } from '../support/test-app.ts';

forEveryBookingPath('deleting a booking', (fixture) => {
  let t: TestApp;
  let prefix: string;
  let jane: TestMember;
  let client: BookingClient;
  let bobsClient: BookingClient;
  before(() => {
    ({ t, prefix, jane, client, bobs: bobsClient } = fixture());
  });

  test('answers 204 without a body, and the booking no longer exists', async () => {
    const kept = await client.create();
    const {
      id,
      items: [item],
    } = await client.create();
    const answer = await client.ask('DELETE', `/${id}`);
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
    for (const [method, path, body] of [
      ['GET', `/${id}`, undefined],
      ['PUT', `/${id}`, { description: 'No' }],
      ['DELETE', `/${id}`, undefined],
      ['GET', `/${id}/breakdown`, undefined],
      ['GET', `/${id}/items`, undefined],
      ['POST', `/${id}/items`, aCarton()],
      ['DELETE', `/${id}/items/${item?.id}`, undefined],
    ] as const)
      assertRefusal(await client.ask(method, path, body), {
        status: 404,
        error: 'not_found',
        message: new RegExp(`^There is no booking ${id} of yours\\.$`),
      });
    const listed = await client.done<{ id: number }[]>(200, 'GET', '');
    assert.ok(listed.every((booking) => booking.id !== id));
    assert.ok(listed.some((booking) => booking.id === kept.id));
    assert.ok((await client.create()).id > id);
  });

  test('accepts a trailing slash and any body, as real clients send them', async () => {
    for (const [path, payload, type] of [
      ['', '[]', 'application/json'],
      ['/', '[]', 'application/json'],
      ['', '{"id": ', 'application/json'],
      ['', 'a=1', 'application/x-www-form-urlencoded'],
    ] as const) {
      const { id } = await client.create();
      const answer = await t.inject({
        method: 'DELETE',
        url: `${prefix}/${id}${path}`,
        headers: { 'Api-Key': jane.key, 'content-type': type },
        payload,
      });
      assert.equal(answer.statusCode, 204, answer.body);
    }
  });

  test('deletes an unpaid booking that was changed before', async () => {
    const { id } = await client.create();
    await client.update(id, { description: 'Tiles' });
    await client.done(204, 'DELETE', `/${id}`);
  });

  test('refuses with 422 to delete a booking that was paid, in every later status', async () => {
    for (const status of bookingStatuses.filter((other) => other !== 'new')) {
      const { id } = await client.create();
      await setStatus(t.place, id, status);
      const refusal = await client.refused(
        id,
        { status: 422, error: 'booking_already_paid' },
        'DELETE',
        `/${id}`,
      );
      assert.deepEqual(Object.keys(refusal), ['error', 'message']);
    }
  });

  test("refuses to delete another member's booking, an unknown one, or any without credentials", async () => {
    const foreign = await bobsClient.create();
    for (const id of [foreign.id, 999_999_999])
      assertRefusal(await client.ask('DELETE', `/${id}`), { status: 404, error: 'not_found' });
    const missing = await t.inject({ method: 'DELETE', url: `${prefix}/${foreign.id}` });
    assertRefusal(missing, { status: 401, error: 'unauthorized' });
    assertRefusal(await client.ask('DELETE', '/x'), { status: 400, places: ['id'] });
    await bobsClient.read(foreign.id);
  });

  test('deletes a booking once when many clients delete it at the same time', async () => {
    const { id } = await client.create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.ask('DELETE', `/${id}`)),
    );
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [
      204,
      ...Array<number>(7).fill(404),
    ]);
  });

  test('an unread body does not disturb the next request on the connection', async () => {
    const { server } = t.server;
    if (server.address() === null) await t.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (method: string, id: number): Promise<[number | undefined, boolean]> => {
      const request = httpRequest({
        port,
        agent,
        method,
        path: `${prefix}/${id}`,
        headers: {
          'Api-Key': jane.key,
          'Content-Type': 'application/json',
          'Content-Length': 2,
        },
      });
      request.end('[]');
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      for await (const _chunk of answer) {
        // Read the body to its end, so that the connection can be used again.
      }
      return [answer.statusCode, request.reusedSocket];
    };
    const { id } = await client.create();
    assert.deepEqual(await send('GET', id), [200, false]);
    assert.deepEqual(await send('DELETE', id), [204, true]);
    assert.deepEqual(await send('DELETE', id), [404, true]);
    assert.deepEqual(await send('GET', id), [404, true]);
    agent.destroy();
  });

  test('answers 404 when a member deletes an anonymous quote', async () => {
    const anonymous = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      payload: sydneyToMelbourne(),
    });
    const { id } = anonymous.json<{ id: number }>();
    assertRefusal(await client.ask('DELETE', `/${id}`), { status: 404, error: 'not_found' });
  });
});
