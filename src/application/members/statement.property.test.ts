// A page of a statement agrees with the sum of the whole history, for any entries and period. Entries that are added
// at the same time never make a total differ from its lines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { isLong } from '../../../test/support/long-form.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import {
  adjust,
  balanceOf,
  chargeMethod,
  holdCredit,
  type NewLedgerEntry,
  postHold,
  receivePayment,
  reverseReceipt,
  reverseSale,
  sellOnCredit,
  voidHold,
} from '../../domain/payments/ledger.ts';
import { linesPerPage, readStatement } from '../payments/credit-account.ts';

type Posting = { atMs: number; make: (owner: MemberId) => NewLedgerEntry[] };

/** Two machines' clocks differ, and a clock may be set back, so a later entry may have an earlier time. */
const instant = fc.integer({ min: 0, max: 40 });
const kinds = [
  ...[sellOnCredit, sellOnCredit, reverseSale, receivePayment, reverseReceipt, chargeMethod],
  ...[holdCredit, voidHold, postHold],
  (of: Parameters<typeof adjust>[0], cents: number) => adjust(of, cents - 500),
];
const posting: fc.Arbitrary<Posting> = fc
  .record({
    atMs: instant,
    cents: fc.integer({ min: 0, max: 1_000 }),
    kind: fc.constantFrom(...kinds),
  })
  .map(({ atMs, cents, kind }) => ({
    atMs,
    make: (owner) =>
      kind({ memberId: owner, bookingId: bookingId(7), paymentId: undefined }, cents),
  }));
const postings = fc.array(posting, { maxLength: 4 * linesPerPage, size: 'max' });
const span = fc.record(
  { sinceMs: instant, untilMs: instant },
  { requiredKeys: [], noNullPrototype: true },
);

for (const setup of setups) {
  describe(`pages of a statement on ${setup.engine}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup);
    });
    after(() => t.close());

    let members = 0;
    const addMember = async (): Promise<MemberId> => {
      members += 1;
      return memberId((await t.addMember(`member-${members}@example.com`)).id);
    };

    const post = (owner: MemberId, ledger: readonly Posting[]): Promise<void> =>
      t.app.store.transaction(async ({ ledger: books }) => {
        for (const { atMs, make } of ledger)
          await books.post(make(owner), { nowMs: atMs, isLimited: false });
      });

    /** The simplest possible calculation. */
    const addUp = async (
      owner: MemberId,
      { sinceMs = 0, untilMs = Number.POSITIVE_INFINITY }: { sinceMs?: number; untilMs?: number },
    ) => {
      const entries = await t.app.store.ledger.list(owner, 0, 10_000);
      const lines = entries
        .map((entry, at) => ({
          ...entry,
          amountCents: balanceOf([entry], 'owed'),
          balanceCents: balanceOf(entries.slice(0, at + 1), 'owed'),
        }))
        .filter(({ amountCents, atMs }) => amountCents !== 0 && atMs >= sinceMs && atMs < untilMs)
        .map(({ id, atMs, kind, amountCents, balanceCents, bookingId: ofBooking }) => ({
          ...{ id, atMs, kind, amountCents, balanceCents, bookingId: ofBooking },
          connote: undefined,
          reference: undefined,
        }));
      return {
        lines,
        owedCents: balanceOf(entries, 'owed'),
        heldCents: balanceOf(entries, 'held'),
      };
    };

    test('each page equals a sum of the entries', async () => {
      // Another member's entries must not appear.
      await post(await addMember(), fc.sample(posting, 60));
      await fc.assert(
        fc.asyncProperty(
          postings,
          fc.array(span, { minLength: 1, maxLength: 4 }),
          async (ledger, spans) => {
            const owner = await addMember();
            await post(owner, ledger);
            for (const wanted of [{}, ...spans]) {
              const whole = await addUp(owner, wanted);
              assert.deepEqual(await readStatement(t.app, String(owner), wanted), whole);
              const pages = Math.ceil(whole.lines.length / linesPerPage) + 1;
              for (let page = 1; page <= pages; page += 1) {
                const end = Math.max(0, whole.lines.length - (page - 1) * linesPerPage);
                const lines = whole.lines.slice(Math.max(0, end - linesPerPage), end);
                const read = await readStatement(t.app, String(owner), { ...wanted, page });
                assert.deepEqual(read, { ...whole, lines });
              }
            }
          },
        ),
        { numRuns: isLong ? 200 : 12 },
      );
    });

    test('the last line of the first page shows the amount owed while entries are written', async () => {
      const owner = await addMember();
      const of = { memberId: owner, bookingId: undefined, paymentId: undefined };
      const { ledger } = t.app.store;
      for (let cents = 1; cents <= linesPerPage + 10; cents += 1) {
        const [read] = await Promise.all([
          readStatement(t.app, String(owner), { page: 1 }),
          ledger.post(sellOnCredit(of, cents), { nowMs: 1, isLimited: false }),
          ledger.post(receivePayment(of, 1), { nowMs: 1, isLimited: false }),
        ]);
        const { lines, owedCents } = read;
        assert.equal(lines.at(-1)?.balanceCents ?? 0, owedCents);
        for (const [at, line] of lines.entries())
          if (at > 0)
            assert.equal(line.balanceCents - line.amountCents, lines[at - 1]?.balanceCents);
      }
    });
  });
}
