// Simultaneous changes of one booking end as if they had been made one after the other, in some order: none is lost
// or mixed with another, and the prices fit the items. Several processes share only the store.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { aBooking, aLine } from '../../../test/support/bookings/bookings.ts';
import {
  MemoryBookings,
  priceOf,
  serviceOver,
} from '../../../test/support/bookings/memory-bookings.ts';
import { memberDetails } from '../../../test/support/factories.ts';
import { type Booking, bookingId } from '../../domain/bookings/booking.ts';
import { itemIdOf } from '../../domain/bookings/item-lines.ts';
import { memberId } from '../../domain/members/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import type { ItemChange, ItemInput } from '../quotes/quote-request.ts';
import { addItem, removeItem, updateItem } from './change-items.ts';
import { deleteBooking } from './delete-booking.ts';
import { type BookingChange, updateBooking } from './update-booking.ts';

const id = bookingId(7);
const owner = memberId(1);
const caller: SignedInCaller = {
  kind: 'member',
  member: {
    ...memberDetails(),
    id: owner,
    isOpen: true,
    mayBookLive: true,
    hasMultipickup: false,
    mayConnectCarriers: false,
    ownAccounts: 0,
    discountBasisPoints: 0,
    isOperator: false,
    group: '',
  },
};

type Operation =
  | { kind: 'add'; grams: number }
  | { kind: 'change'; line: number; quantity: number }
  | { kind: 'remove'; line: number }
  | { kind: 'update'; cents: number | undefined; line: number | undefined; grams: number }
  | { kind: 'delete' }
  | { kind: 'pay' };

const grams = fc.integer({ min: 1, max: 9000 });
const line = fc.integer({ min: 1, max: 4 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), grams }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      line,
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), line }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      cents: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
      line: fc.option(line, { nil: undefined }),
      grams,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'delete' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'pay' as const }) },
);

const nothing: ItemChange = {
  description: '',
  quantity: undefined,
  weightGrams: undefined,
  lengthTenthMm: undefined,
  widthTenthMm: undefined,
  heightTenthMm: undefined,
  sku: '',
};
const aCartonOf = (weightGrams: number): ItemInput => ({
  description: 'Carton',
  quantity: 1,
  weightGrams,
  lengthTenthMm: 4000,
  widthTenthMm: 3500,
  heightTenthMm: 2500,
  sku: '',
});
const noChange: BookingChange = {
  sender: undefined,
  receiver: undefined,
  lines: [],
  lineCount: 0,
  declaredCents: undefined,
  includesWarranty: undefined,
  tailgatePickup: undefined,
  tailgateDelivery: undefined,
  authorityToLeave: undefined,
  usesCache: undefined,
  description: undefined,
  customerReference: undefined,
  specialInstructions: undefined,
  pickupInstructions: undefined,
  notifications: { email: undefined, sms: undefined },
  issues: [],
};

/** Runs the operation and returns its result in a word. */
async function run(app: App, bookings: MemoryBookings, one: Operation): Promise<string> {
  const issues: [] = [];
  try {
    switch (one.kind) {
      case 'add': {
        const added = await addItem(app, caller, id, { input: aCartonOf(one.grams), issues });
        return `line ${added.line}`;
      }
      case 'change': {
        const name = { id, itemId: itemIdOf(id, one.line) };
        const input = { ...nothing, quantity: one.quantity };
        return `quantity ${(await updateItem(app, caller, name, { input, issues })).quantity}`;
      }
      case 'remove':
        await removeItem(app, caller, { id, itemId: itemIdOf(id, one.line) });
        return 'removed';
      case 'update': {
        const change = { ...nothing, weightGrams: one.grams };
        const lines =
          one.line === undefined
            ? [{ itemId: undefined, item: aCartonOf(one.grams) }]
            : [{ itemId: itemIdOf(id, one.line), change }];
        const whole = { ...noChange, declaredCents: one.cents, lines, lineCount: lines.length };
        assertPriced(await updateBooking(app, caller, id, whole));
        return 'updated';
      }
      case 'delete':
        await deleteBooking(app, caller, id);
        return 'deleted';
      case 'pay': {
        const now = bookings.records.get(id);
        if (now?.status !== 'new') return 'nothing to pay';
        bookings.put({ ...now, status: 'paid', version: now.version + 1 });
        return 'paid';
      }
    }
  } catch (error) {
    if (error instanceof Refusal) return error.data.code;
    throw error;
  }
}

function assertPriced({ items, declaredCents, quotes }: Booking): void {
  const weightGrams = items.reduce((sum, item) => sum + item.weightGrams * item.quantity, 0);
  assert.equal(quotes[0]?.priceCents, priceOf({ weightGrams, declaredValueCents: declaredCents }));
}

/**
 * The same rules as a model without concurrency: the state of the booking, and the effect and result of each
 * operation.
 */
type Model = {
  items: ReadonlyMap<number, { grams: number; quantity: number }>;
  lastLine: number;
  cents: number;
  state: 'new' | 'paid' | 'deleted';
};

const beginning: Model = {
  items: new Map([
    [1, { grams: 5000, quantity: 1 }],
    [2, { grams: 700, quantity: 2 }],
  ]),
  lastLine: 2,
  cents: 0,
  state: 'new',
};

function expectedOf(model: Model, one: Operation): [Model, string] {
  const { items, lastLine, state } = model;
  if (state === 'deleted')
    return [model, one.kind === 'pay' ? 'nothing to pay' : 'booking_not_found'];
  const isNamed = one.kind === 'change' || one.kind === 'remove';
  if (isNamed && !items.has(one.line)) return [model, 'item_not_found'];
  if (state === 'paid')
    return [model, one.kind === 'pay' ? 'nothing to pay' : 'booking_already_paid'];
  const next = new Map(items);
  const withItems = (answer: string, more: Partial<Model> = {}): [Model, string] => [
    { ...model, ...more, items: next },
    answer,
  ];
  switch (one.kind) {
    case 'add':
      next.set(lastLine + 1, { grams: one.grams, quantity: 1 });
      return withItems(`line ${lastLine + 1}`, { lastLine: lastLine + 1 });
    case 'change':
      next.set(one.line, { grams: items.get(one.line)?.grams ?? 0, quantity: one.quantity });
      return withItems(`quantity ${one.quantity}`);
    case 'remove':
      if (items.size === 1) return [model, 'last_item'];
      next.delete(one.line);
      return withItems('removed');
    case 'update': {
      const known = one.line === undefined ? undefined : items.get(one.line);
      if (one.line !== undefined && known === undefined) return [model, 'validation'];
      const at = one.line ?? lastLine + 1;
      next.set(at, { grams: one.grams, quantity: known?.quantity ?? 1 });
      const cents = one.cents ?? model.cents;
      return withItems('updated', { cents, lastLine: Math.max(lastLine, at) });
    }
    case 'delete':
      return [{ ...model, state: 'deleted' }, 'deleted'];
    case 'pay':
      return [{ ...model, state: 'paid' }, 'paid'];
  }
}

function modelOf(booking: Booking | undefined): unknown {
  if (booking === undefined) return 'deleted';
  const { items, lastLine, declaredCents, status } = booking;
  return {
    items: items.map((item) => [item.line, item.weightGrams, item.quantity]),
    lastLine,
    cents: declaredCents,
    state: status,
  };
}

function shownModel({ items, lastLine, cents, state }: Model): unknown {
  if (state === 'deleted') return 'deleted';
  return {
    items: [...items].map(([at, item]) => [at, item.grams, item.quantity]),
    lastLine,
    cents,
    state,
  };
}

type Answered = { one: Operation; answer: string };

/** Whether some order of the operations, one after the other, gives these results and this end state. */
function isSerial(model: Model, left: readonly Answered[], end: string): boolean {
  if (left.length === 0) return JSON.stringify(shownModel(model)) === end;
  return left.some(({ one, answer }, n) => {
    const [next, expected] = expectedOf(model, one);
    return expected === answer && isSerial(next, left.toSpliced(n, 1), end);
  });
}

describe('simultaneous changes of one booking', () => {
  const start = (): MemoryBookings => {
    const bookings = new MemoryBookings();
    const items = [aLine(1), aLine(2, { weightGrams: 700, quantity: 2 })];
    bookings.put({
      ...aBooking({ memberId: owner, items, lastLine: 2 }),
      id,
      version: 1,
    });
    return bookings;
  };

  const interleaved = async (
    scheduler: fc.Scheduler,
    processes: number,
    operations: readonly Operation[],
  ): Promise<Answered[]> => {
    const bookings = start();
    const apps = Array.from({ length: processes }, (_, n) =>
      serviceOver(bookings, async (name, work) => {
        // Both the call and its answer take time.
        await scheduler.schedule(Promise.resolve(), `${name} of process ${n} begins`);
        const result = await work();
        return await scheduler.schedule(Promise.resolve(result), `${name} of process ${n} ends`);
      }),
    );
    const answers = await scheduler.waitFor(
      Promise.all(
        operations.map(async (one, n) => {
          const app = apps[n % processes];
          assert.ok(app);
          if (one.kind === 'pay') await scheduler.schedule(Promise.resolve(), 'payment');
          return { one, answer: await run(app, bookings, one) };
        }),
      ),
    );
    const booking = bookings.records.get(id);
    if (booking !== undefined && booking.quotes.length > 0) assertPriced(booking);
    // Operations that were refused have no effect.
    const done = answers.filter(({ answer }) => answer !== 'booking_changed');
    const end = JSON.stringify(modelOf(booking));
    assert.ok(isSerial(beginning, done, end), `no order of ${JSON.stringify(done)} ends as ${end}`);
    return answers;
  };

  test('several processes end as if the changes came in some order', async () => {
    // Not shrunk: with a shorter schedule the scheduler may wait for ever. The seed is printed.
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 2, max: 3 }),
        fc.array(operation, { minLength: 2, maxLength: 6 }),
        async (scheduler, processes, operations) => {
          await interleaved(scheduler, processes, operations);
        },
      ),
      { numRuns: 400, endOnFailure: true },
    );
  });

  test('accepts every change that a single process makes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          operation.filter(({ kind }) => kind !== 'pay'),
          { minLength: 2, maxLength: 6 },
        ),
        async (scheduler, operations) => {
          const answers = await interleaved(scheduler, 1, operations);
          assert.ok(answers.every(({ answer }) => answer !== 'booking_changed'));
        },
      ),
      { numRuns: 200, endOnFailure: true },
    );
  });

  test('a change gives up after four tries against endless other changes, with no effect', async () => {
    const bookings = start();
    let quotes = 0;
    const app = serviceOver(bookings, async (name, work) => {
      const result = await work();
      if (name !== 'quote') return result;
      quotes += 1;
      const now = bookings.records.get(id);
      assert.ok(now);
      bookings.put({ ...now, version: now.version + 1, description: `other ${quotes}` });
      return result;
    });
    assert.equal(await run(app, bookings, { kind: 'add', grams: 1 }), 'booking_changed');
    const now = bookings.records.get(id);
    assert.deepEqual(
      [quotes, now?.items.length, now?.version, now?.description],
      [4, 2, 5, 'other 4'],
    );
  });
});
