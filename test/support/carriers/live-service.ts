// A service with scripted live carriers beside the shipped ones. Requests get whole answers, or streams over a real
// connection, because a stream can only be read and left while open on one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as post } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEvents, type StreamEvent } from '../bookings/event-stream.ts';
import { type Body, sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import { membersPrefix, type Visitor } from '../pages/members-area.ts';
import { setups } from '../setups.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestMember } from '../test-app.ts';
import type { ScriptedCarrier } from './scripted-carriers.ts';

export type Failed = {
  courier: string;
  code: string;
  serviceability: string;
  retryable: boolean;
  message: string;
};
export type LiveAnswer = {
  id: number;
  quotes: Record<string, { total: number; price_insurance_ex: number }>;
  quote_errors: Failed[];
};

/** Deadlines that never pass during a test. */
export const patient = { carrierDeadlineMs: 600_000, quoteBudgetMs: 600_000 };
/** Deadlines that pass immediately. */
export const passedDeadlines = { carrierDeadlineMs: 5, quoteBudgetMs: 5 };

export const uncached: Body = { options: { disable_cache: true } };

export class LiveService {
  readonly t: TestApp;
  readonly jane: TestMember;

  private constructor(t: TestApp, jane: TestMember) {
    this.t = t;
    this.jane = jane;
  }

  static async start(
    live: readonly ScriptedCarrier[],
    timing: NonNullable<TestAppOptions['timing']> = patient,
  ): Promise<LiveService> {
    const [setup] = setups;
    assert.ok(setup);
    const t = await startTestApp(setup, { live, timing });
    return new LiveService(t, await t.addMember());
  }

  async quote(member = this.jane, body: Body = sydneyToMelbourne()): Promise<LiveAnswer> {
    const answer = await this.t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': member.key },
      payload: body,
    });
    assert.equal(answer.statusCode, 201, answer.body);
    return answer.json();
  }

  /** With a visitor, as the members area does; otherwise with Jane's key. */
  async stream(
    body: Body = sydneyToMelbourne(),
    visitor?: Visitor,
  ): Promise<{ events: AsyncGenerator<StreamEvent>; leave(): void }> {
    const { server } = this.t.server;
    if (server.address() === null) await this.t.server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.address() as AddressInfo;
    const request = post({
      port,
      method: 'POST',
      path: visitor === undefined ? '/api/v5/bookings/stream' : `${membersPrefix}/bookings/stream`,
      headers: {
        'content-type': 'application/json',
        ...(visitor === undefined
          ? { 'api-key': this.jane.key }
          : { cookie: visitor.cookie, 'x-csrf-token': visitor.csrfToken }),
      },
      agent: false,
    });
    request.end(JSON.stringify(body));
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    // Leaving the stream breaks the answer off, which is an error that the test expects.
    answer.on('error', () => {});
    return {
      events: readEvents(answer.setEncoding('utf8')),
      leave: () => request.destroy(),
    };
  }

  /** The number of carriers that answer from their rate cards, without a request. */
  cardCount(): number {
    return this.t.app.carriers
      .snapshot()
      .carriers.reduce((count, { terms }) => count + terms.services.length, 0);
  }
}

export function errorOf(
  { quote_errors }: LiveAnswer,
  carrier: string,
): Omit<Failed, 'courier' | 'message'> {
  const found = quote_errors.find(({ courier }) => courier === carrier);
  assert.ok(found, `${carrier} quoted`);
  const { code, serviceability, retryable, message } = found;
  assert.notEqual(message, '');
  return { code, serviceability, retryable };
}
