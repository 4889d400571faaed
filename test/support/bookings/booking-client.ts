// A client for one member's bookings at one of the paths of the interface: creates, changes and reads them.
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { type Booking, bookingId } from '../../../src/domain/bookings/booking.ts';
import { setups } from '../setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { type Body, sydneyToMelbourne } from './quote-bodies.ts';

/** Every path to bookings that clients use. */
const bookingPaths = [
  ['v4', '/api/bookings/v4'],
  ['v4 without /v4', '/api/bookings'],
  ['v5', '/api/v5/bookings/v4'],
] as const;

export type Fixture = {
  t: TestApp;
  prefix: string;
  jane: TestMember;
  /** Jane's client. */
  client: BookingClient;
  /** Another member's client. */
  bobs: BookingClient;
};

/** Runs the same tests in every setup and at every path. The office exists only while a test runs. */
export function forEveryBookingPath(title: string, tests: (fixture: () => Fixture) => void): void {
  for (const setup of setups)
    describe(`${title} on ${setup.name}`, () => {
      let t: TestApp;
      let jane: TestMember;
      let bob: TestMember;
      before(async () => {
        t = await startTestApp(setup, { limits: { v4PerMinute: 0, v4AddressPerMinute: 0 } });
        jane = await t.addMember();
        bob = await t.addMember('bob@example.com');
      });
      after(() => t.close());
      for (const [name, prefix] of bookingPaths)
        describe(name, () => {
          tests(() => ({
            t,
            prefix,
            jane,
            client: new BookingClient(t, jane, prefix),
            bobs: new BookingClient(t, bob, prefix),
          }));
        });
    });
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type ShownBooking = Body & {
  id: number;
  items: ShownItem[];
  quotes: Record<string, { total: number }>;
  sender: Body;
  receiver: Body;
};
export type ShownItem = Body & { id: number; quantity: number };
export type ShownRefusal = { error: string; message: string; errors?: Body };

export class BookingClient {
  readonly t: TestApp;
  readonly member: TestMember;
  readonly #prefix: string;

  constructor(t: TestApp, member: TestMember, prefix: string) {
    this.t = t;
    this.member = member;
    this.#prefix = prefix;
  }

  /** `path` is relative to the bookings, such as `/12/items`. */
  ask(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) {
    return this.t.inject({
      method,
      url: this.#prefix + path,
      headers: {
        'api-key': this.member.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  }

  async done<Answer = ShownBooking>(
    status: number,
    ...request: Parameters<BookingClient['ask']>
  ): Promise<Answer> {
    const answer = await this.ask(...request);
    assert.equal(answer.statusCode, status, answer.body);
    return (answer.body === '' ? undefined : answer.json()) as Answer;
  }

  create(body: Body = sydneyToMelbourne()): Promise<ShownBooking> {
    return this.done(201, 'POST', '', body);
  }

  read(id: number): Promise<ShownBooking> {
    return this.done(200, 'GET', `/${id}`);
  }

  update(id: number, change: Body): Promise<ShownBooking> {
    return this.done(200, 'PUT', `/${id}`, change);
  }

  /** The quotes of a new booking with this body. */
  async quotesFor(body: Body): Promise<ShownBooking['quotes']> {
    return (await this.create(body)).quotes;
  }

  /** The booking as stored, with details that the interface does not show. */
  async stored(id: number): Promise<Booking> {
    const found = await this.t.app.store.bookings.find(bookingId(id), this.member.id);
    assert.ok(found);
    return found;
  }

  /**
   * Sends a request that must fail with this status, code and these invalid fields, and must leave the booking
   * unchanged.
   */
  async refused(
    id: number,
    expected: { status: number; error?: string; places?: readonly string[]; message?: RegExp },
    ...request: Parameters<BookingClient['ask']>
  ): Promise<ShownRefusal> {
    const before = await this.stored(id);
    const answer = await this.ask(...request);
    const refusal = assertRefusal(answer, expected);
    assert.deepEqual(await this.stored(id), before);
    return refusal;
  }
}

export function assertRefusal(
  answer: LightMyRequestResponse,
  expected: { status: number; error?: string; places?: readonly string[]; message?: RegExp },
): ShownRefusal {
  const { status, error = 'validation_error', places, message } = expected;
  assert.equal(answer.statusCode, status, answer.body);
  const refusal = answer.json<ShownRefusal>();
  assert.equal(refusal.error, error);
  if (places !== undefined)
    assert.deepEqual(placesIn(refusal.errors ?? {}).toSorted(), places.toSorted());
  if (message !== undefined) assert.match(refusal.message, message);
  assert.notEqual(refusal.message, '');
  return refusal;
}

/** Lists the fields of `{items: {0: {weight: ["…"]}}}` as `items.0.weight`. */
function placesIn(errors: object, path: readonly string[] = []): string[] {
  return Object.entries(errors).flatMap(([name, value]) =>
    Array.isArray(value) ? [[...path, name].join('.')] : placesIn(value, [...path, name]),
  );
}
