// After any operations on a booking, in any order, the books balance, the credit limit is kept, and a settled booking
// leaves nothing owed or due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bookingId } from '../bookings/booking.ts';
import { memberId } from '../members/member.ts';
import { availableCents } from './credit.ts';
import {
  adjust,
  balanceOf,
  chargeMethod,
  holdCredit,
  type LedgerAccount,
  type NewLedgerEntry,
  oweRefund,
  payRefund,
  postHold,
  receivePayment,
  reverseSale,
  sellOnCredit,
  usedChange,
  voidHold,
} from './ledger.ts';
import { paymentId } from './payment.ts';

const of = { memberId: memberId(1), bookingId: bookingId(2), paymentId: paymentId(3) };
const amount = fc.integer({ min: 0, max: 1_000_000_00 });

const anyEntries = fc.oneof(
  ...[
    holdCredit,
    voidHold,
    postHold,
    sellOnCredit,
    chargeMethod,
    reverseSale,
    oweRefund,
    payRefund,
    receivePayment,
  ].map((make) => amount.map((cents) => make(of, cents))),
  fc.integer({ min: -1000, max: 1000 }).map((cents) => adjust(of, cents)),
);

function accountsOf(entries: readonly NewLedgerEntry[]): LedgerAccount[] {
  return [...new Set(entries.flatMap(({ debit, credit }) => [debit, credit]))];
}

test('any entries sum to zero over all accounts', () => {
  fc.assert(
    fc.property(fc.array(anyEntries), (postings) => {
      const entries = postings.flat();
      const sum = accountsOf(entries).reduce(
        (total, account) => total + balanceOf(entries, account),
        0,
      );
      assert.equal(sum, 0);
      for (const { amountCents, debit, credit } of entries) {
        assert.ok(amountCents > 0);
        assert.notEqual(debit, credit);
      }
    }),
  );
});

type Step = 'post' | 'void' | 'cancel';
const bookings = fc.array(
  fc.record({
    cents: amount,
    path: fc.constantFrom<Step[]>(['post'], ['void'], ['post', 'cancel'], []),
  }),
  { maxLength: 40 },
);

test('holds never exceed the limit, and undone holds take nothing', () => {
  fc.assert(
    fc.property(amount, bookings, (limitCents, attempts) => {
      const entries: NewLedgerEntry[] = [];
      let kept = 0;
      const take = (more: NewLedgerEntry[]): void => {
        entries.push(...more);
        assert.ok(availableCents({ limitCents, usedCents: usedChange(entries) }) >= 0);
        assert.ok(usedChange(entries) <= limitCents);
      };
      for (const { cents, path } of attempts) {
        if (usedChange(entries) + cents > limitCents) continue;
        take(holdCredit(of, cents));
        if (path.includes('post')) take(postHold(of, cents));
        if (path.includes('void')) take(voidHold(of, cents));
        if (path.includes('cancel')) take(reverseSale(of, cents));
        if (!path.includes('void') && !path.includes('cancel')) kept += cents;
      }
      assert.equal(usedChange(entries), kept);
      assert.equal(balanceOf(entries, 'holds') + balanceOf(entries, 'held'), 0);
    }),
  );
});

test('a refunded charge leaves every account unchanged', () => {
  fc.assert(
    fc.property(amount, (cents) => {
      const entries = [
        ...chargeMethod(of, cents),
        ...oweRefund(of, cents),
        ...payRefund(of, cents),
      ];
      for (const account of accountsOf(entries)) assert.equal(balanceOf(entries, account), 0);
    }),
  );
});

test('a balance payment reduces the amount owed, and its refund restores it', () => {
  fc.assert(
    fc.property(amount, (cents) => {
      const balance = { ...of, bookingId: undefined };
      const paid = chargeMethod(balance, cents);
      assert.deepEqual([balanceOf(paid, 'owed'), balanceOf(paid, 'gateway')], [-cents || 0, cents]);
      const entries = [...paid, ...oweRefund(balance, cents), ...payRefund(balance, cents)];
      for (const account of accountsOf(entries)) assert.equal(balanceOf(entries, account), 0);
    }),
  );
});

test('a charge never uses the limit of the credit account', () => {
  assert.equal(usedChange([...chargeMethod(of, 100), ...oweRefund(of, 100)]), 0);
});

test('an adjustment is added to or subtracted from the amount owed', () => {
  assert.equal(usedChange(adjust(of, 250)), 250);
  assert.equal(usedChange(adjust(of, -250)), -250);
  assert.deepEqual(adjust(of, 0), []);
});

test('throws for an invalid amount', () => {
  for (const cents of [-1, 0.5, Number.NaN]) assert.throws(() => holdCredit(of, cents));
});
