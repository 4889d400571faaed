// Monthly invoices: previewed, issued once without gaps in their numbers, read by their members only, sent by e-mail, and
// each ledger entry on exactly one of them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Command } from 'commander';
import fc from 'fast-check';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { SendingPace } from '../../src/application/mail/sending-pace.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import {
  readStatement,
  receiveCreditPayment,
} from '../../src/application/payments/credit-account.ts';
import {
  issueMonthlyInvoice,
  issueUntilLastMonth,
  readMonth,
} from '../../src/application/payments/monthly-invoices.ts';
import { payBalance } from '../../src/application/payments/pay-balance.ts';
import { sendMonthlyInvoices } from '../../src/application/payments/send-monthly-invoices.ts';
import type { App, Mailing, MailOutcome, Message } from '../../src/application/ports.ts';
import type { Context } from '../../src/cli/command.ts';
import { addMonthlyInvoiceCommands } from '../../src/cli/commands/monthly-invoices.ts';
import type { Output } from '../../src/cli/output.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { balanceOf } from '../../src/domain/payments/ledger.ts';
import {
  type MonthlyInvoiceFacts,
  sumsOfMonth,
} from '../../src/domain/payments/monthly-invoice.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import { homeDay } from '../../src/domain/time/home-clock.ts';
import { writeMail } from '../../src/wording/mail.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const seller = {
  name: 'Harbour Freight Desk',
  abn: '51824753556',
  address: ['1 Wharf Road', 'Sydney NSW 2000'],
  isGstRegistered: true,
};

for (const setup of setups) {
  describe(`monthly invoices on ${setup.name}`, () => {
    let t: TestApp;
    let office: Visitor;
    const people: { who: Visitor; member: TestMember }[] = [];
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup, { limits: { v5PerMinute: 0 }, operator: { seller } });
      const olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
      office = await visitor().signIn(olga);
      people.push({ who: office, member: olga });
    });
    after(() => t.close());
    // Each test has a month of its own.
    beforeEach(() => nextMonth());

    const nowMonth = (): string => homeDay(t.app.clock.nowMs()).slice(0, 7);
    /** To the second day of the next month. */
    const nextMonth = async (): Promise<void> => {
      const month = nowMonth();
      while (nowMonth() === month) t.advanceClock(dayMs);
      await advance(dayMs);
    };
    /** Sessions end meanwhile. */
    const advance = async (ms: number): Promise<void> => {
      t.advanceClock(ms);
      for (const { who, member } of people) await who.signIn(member);
    };
    const debtor = async (email: string) => {
      const member = await t.addMember(email);
      const shop = new Checkout(t, member);
      await shop.giveCredit(100_000);
      const jane = await visitor().signIn(member);
      people.push({ who: jane, member });
      return { member, shop, jane };
    };
    type Debtor = Awaited<ReturnType<typeof debtor>>;
    const issue = ({ member }: Debtor, month: string, email = false) =>
      office.send('POST', '/operator/monthly-invoices', { month, member: member.id, email });
    const problems = async () => (await office.get('/operator/attention')).json().monthly_invoices;
    const isOf =
      ({ id }: TestMember) =>
      (problem: { member: { id: number } }) =>
        problem.member.id === id;
    const factsOf = async (name: string): Promise<MonthlyInvoiceFacts> => {
      const number = Number(name.replace('MI-', ''));
      const found = await t.app.store.monthlyInvoices.find(number);
      assert.ok(found);
      return found.facts;
    };
    const charge = async (booking: number, additionalCents: number): Promise<void> => {
      const change = { scannedGrams: undefined, additionalCents };
      await adjustBooking(t.app, bookingId(booking), change);
    };

    test('a month with a booking, a later charge, a cancellation and a payment becomes one tax invoice', async () => {
      const debt = await debtor('month@example.com');
      const { member, shop, jane } = debt;
      const month = nowMonth();
      const kept = await shop.book();
      const cancelled = await shop.book();
      await charge(kept.id, 11_00);
      await cancelBooking(t.app, bookingId(cancelled.id));
      await receiveCreditPayment(t.app, member.email, { amountCents: 5_00, reference: 'NPP 77' });
      const early = await issue(debt, month);
      assert.equal(early.statusCode, 400);
      assert.match(early.json().errors.month[0], /is not a past month/);
      await nextMonth();
      const path = `/operator/monthly-invoices/preview?month=${month}`;
      const previewed = async () =>
        (await office.get(path))
          .json()
          .members.find((one: { member: { id: number } }) => one.member.id === member.id);
      const cost = Number(kept.cost);
      const amount = Math.round((cost + 11 - 5) * 100) / 100;
      const { number: none, lines, amount: shown } = await previewed();
      assert.deepEqual([none, lines, shown], [null, 5, amount]);
      const issued = await issue(debt, month);
      assert.equal(issued.statusCode, 200, issued.body);
      const { number, is_new } = issued.json();
      assert.deepEqual([is_new, (await previewed()).number], [true, number]);
      assert.deepEqual((await issue(debt, month)).json(), { number, is_new: false });
      const [listed, ...others] = (await jane.get('/credit/monthly-invoices')).json();
      assert.deepEqual(others, []);
      assert.deepEqual(
        [listed.number, listed.month, listed.amount, listed.left, listed.state],
        [number, month, amount, amount, 'open'],
      );
      const facts = await factsOf(number);
      const sums = sumsOfMonth(facts);
      assert.deepEqual(
        facts.charges.map(({ kind }) => kind),
        ['sale', 'sale', 'adjustment', 'reversal'],
      );
      // What is cancelled has no GST left.
      const ofCancelled = facts.charges.filter((one) => one.bookingId === cancelled.id);
      assert.equal(
        ofCancelled.reduce((sum, one) => sum + one.gstCents, 0),
        0,
      );
      assert.equal(facts.charges[2]?.gstCents, 1_00);
      assert.equal(sums.exCents + sums.gstCents, sums.chargedCents);
      const pdf = await jane.get(`/credit/monthly-invoices/${number}`);
      assert.equal(pdf.headers['content-type'], 'application/pdf');
      const text = (await openPdf(pdf.rawPayload)).map((page) => page.text).join('\n');
      for (const words of [
        ...['Tax invoice', number, 'ABN 51 824 753 556', 'Amount due by', kept.connote, 'NPP 77'],
        ...['Later charge', 'Cancelled', 'Balance brought forward'],
      ])
        assert.ok(text.includes(String(words)), `${words} in ${text}`);
      const csv = await jane.get(`/credit/monthly-invoices/${number}/lines.csv`);
      assert.equal(csv.body.trim().split('\n').length, 6);
      assert.match(csv.body, /payment_bank,,,NPP 77,,,-5\r?\n/);
      const printed = await office.get(`/operator/monthly-invoices/${number}`);
      assert.equal(printed.statusCode, 200);
      const stranger = await debtor('other-month@example.com');
      for (const file of ['', '/lines.csv'])
        assert.equal(
          (await stranger.jane.get(`/credit/monthly-invoices/${number}${file}`)).statusCode,
          404,
        );
      assert.deepEqual((await stranger.jane.get('/credit/monthly-invoices')).json(), []);
      assert.equal((await jane.get(`/operator/monthly-invoices/${number}`)).statusCode, 403);
      assert.equal((await jane.get('/credit/monthly-invoices/nothing')).statusCode, 404);
      // A payment pays the oldest debt; later it is overdue.
      const card = await saveCard(t.app, member);
      const pay = { amountCents: 10_00, method: card, afterPayment: 0 };
      const whole = await t.app.store.members.find(member.id as never);
      assert.ok(whole);
      await payBalance(t.app, { kind: 'member', member: whole }, pay);
      const stateOf = async () => {
        const [one] = (await jane.get('/credit/monthly-invoices')).json();
        return [one.state, one.left];
      };
      const left = Math.round((amount - 10) * 100) / 100;
      assert.deepEqual(await stateOf(), ['part_paid', left]);
      await advance(15 * dayMs);
      assert.deepEqual(await stateOf(), ['overdue', left]);
      const rest = { amountCents: Math.round(left * 100), reference: 'NPP 78' };
      await receiveCreditPayment(t.app, member.email, rest);
      assert.deepEqual(await stateOf(), ['paid', 0]);
    });

    test('an unpaid invoice stays open when a booking of the next month is booked and cancelled', async () => {
      const debt = await debtor('unpaid@example.com');
      const month = nowMonth();
      const kept = await debt.shop.book();
      await nextMonth();
      await issue(debt, month);
      const stateOf = async () => {
        const [invoice] = (await debt.jane.get('/credit/monthly-invoices')).json();
        return [invoice.state, invoice.left];
      };
      const next = await debt.shop.book();
      await charge(next.id, 11_00);
      await cancelBooking(t.app, bookingId(next.id));
      assert.deepEqual(await stateOf(), ['open', kept.cost]);
      await charge(kept.id, 11_00);
      await cancelBooking(t.app, bookingId(kept.id));
      assert.deepEqual(await stateOf(), ['paid', 0]);
    });

    test('later charges are invoiced for bookings without an invoice of their own, and cancelled with their GST', async () => {
      const { member, shop } = await debtor('by-hand@example.com');
      const month = nowMonth();
      const byHand = (await shop.quote()).id;
      const hand = { status: 'booked_manually', connote: 'HAND0001' } as const;
      await setBookingStatus(t.app, bookingId(byHand), hand);
      await charge(byHand, 11_00);
      const silent = (await shop.quote()).id;
      const failed = { status: 'request_failed', connote: undefined } as const;
      await setBookingStatus(t.app, bookingId(silent), failed);
      await charge(silent, 22_00);
      await cancelBooking(t.app, bookingId(silent));
      const covered = { declared_value: 5_000, include_warranty: true } as const;
      const quoted = await shop.quote(sydneyToMelbourne({ ...covered }));
      const method = { payment_method: await saveCard(t.app, member) };
      const byCard = quoted.id;
      const confirmed = await shop.confirm(byCard, shop.confirmRequest(quoted, 'toll', method));
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      await charge(byCard, 66_00);
      t.advanceClock(dayMs);
      await cancelBooking(t.app, bookingId(byCard));
      await nextMonth();
      const { number } = (await issue({ member } as Debtor, month)).json();
      const { charges } = await factsOf(number);
      assert.deepEqual(
        charges.map((one) => [one.bookingId, one.connote, one.gstCents, one.totalCents]),
        [
          [byHand, 'HAND0001', 1_00, 11_00],
          [silent, '', 2_00, 22_00],
          [silent, '', -2_00, -22_00],
          [byCard, confirmed.json().connote, 6_00, 66_00],
          [byCard, confirmed.json().connote, -6_00, -66_00],
        ],
      );
    });

    test('an invoice that cannot be issued is an issue until it is issued', async () => {
      const month = nowMonth();
      const debt = await debtor('unissued@example.com');
      await debt.shop.book();
      await nextMonth();
      const { member } = debt;
      const { store, operator } = t.app;
      const failing = {
        ...t.app,
        operator: { ...operator, issuesMonthlyInvoices: true },
        store: { ...store, transaction: () => Promise.reject(new Error('disk full')) },
      };
      await issueUntilLastMonth(failing);
      t.advanceClock(hourMs);
      await issueUntilLastMonth(failing);
      const [unissued, ...others] = (await problems()).filter(isOf(member));
      assert.deepEqual(
        [unissued.month, unissued.number, unissued.email, others],
        [month, null, null, []],
      );
      await issue(debt, month);
      assert.deepEqual((await problems()).filter(isOf(member)), []);
      await issueUntilLastMonth(failing);
      assert.deepEqual((await problems()).filter(isOf(member)), []);
    });

    /** Restores the exit status, which must be 1. */
    const commandLine = async (
      ...args: string[]
    ): Promise<{ failed: { member: string; error: string }[] }> => {
      const program = new Command();
      let result: unknown;
      const output = { result: (value: unknown) => (result = value) };
      addMonthlyInvoiceCommands(program, {
        withApp: (_options: unknown, work: (app: App, to: Output) => Promise<void>) =>
          work(t.app, output as unknown as Output),
      } as unknown as Context);
      await program.parseAsync(['node', 'linehaul', 'monthly-invoice', ...args]);
      assert.equal(process.exitCode, 1);
      process.exitCode = undefined;
      return result as Awaited<ReturnType<typeof commandLine>>;
    };

    test('months are issued in order: by hand the oldest has to be first, and the job catches up', async () => {
      const debts = [await debtor('order@example.com'), await debtor('job@example.com')];
      const [debt, other] = debts as [Debtor, Debtor];
      const fresh = await debtor('fresh@example.com');
      const months: string[] = [];
      for (let n = 0; n < 4; n += 1) {
        months.push(nowMonth());
        // The second month has no entries.
        if (n !== 1) for (const { shop } of debts) await shop.book();
        if (n === 3) await fresh.shop.book();
        await nextMonth();
        if (n === 0) for (const one of debts) await issue(one, months[0] ?? '');
      }
      const [first = '', , third = '', last = ''] = months;
      const refused = await issue(debt, last);
      assert.equal(refused.statusCode, 409);
      assert.match(refused.json().message, new RegExp(`Issue ${third} first`));
      const preview = async (month: string) =>
        (await office.get(`/operator/monthly-invoices/preview?month=${month}`))
          .json()
          .members.find((one: { member: { id: number } }) => one.member.id === debt.member.id);
      assert.equal((await preview(last)).issue_first, third);
      const { failed } = await commandLine('issue', '--month', last);
      const errors = failed.filter(({ member }) =>
        debts.some((one) => one.member.email === member),
      );
      assert.match(errors[0]?.error ?? '', new RegExp(`Issue ${third} first`));
      assert.equal(errors.length, debts.length);
      assert.equal((await fresh.jane.get('/credit/monthly-invoices')).json().length, 1);
      const issued = (await issue(debt, third)).json();
      await issue(debt, last);
      assert.deepEqual((await issue(debt, third)).json(), { ...issued, is_new: false });
      assert.equal((await preview(third)).number, issued.number);
      const automatic = { ...t.app.operator, issuesMonthlyInvoices: true };
      await issueUntilLastMonth({ ...t.app, operator: automatic });
      for (const { jane } of debts) {
        const listed = (await jane.get('/credit/monthly-invoices')).json();
        assert.deepEqual(
          listed.map((one: { month: string }) => one.month),
          [last, third, first],
        );
        for (const { number } of listed) {
          const { firstDay, lastDay, charges } = await factsOf(number);
          assert.ok(charges.every(({ day }) => day >= firstDay && day <= lastDay));
        }
      }
      assert.equal((await issue(other, first)).json().is_new, false);
    });

    test('issues the invoices of a month once, however many do it and wherever one dies', async () => {
      const month = nowMonth();
      const debtors = [await debtor('first@example.com'), await debtor('second@example.com')];
      for (const { shop } of debtors) await shop.book();
      await nextMonth();
      const [first, second] = debtors as [Debtor, Debtor];
      const { store } = t.app;
      const dying = {
        ...t.app,
        store: {
          ...store,
          transaction: ((work) =>
            store.transaction(async (within) => {
              await work(within);
              throw new Error('killed');
            })) as typeof store.transaction,
        },
      };
      const period = readMonth(t.app, month);
      const options = { isMailed: true };
      await assert.rejects(
        issueMonthlyInvoice(dying, first.member.email, period, options),
        /killed/,
      );
      const numbers = async (): Promise<number[]> =>
        (await store.monthlyInvoices.list({ limit: 100, skip: 0 })).map(({ number }) => number);
      const before = await numbers();
      const issued = await Promise.all([
        ...[1, 2, 3].map(() => issueMonthlyInvoice(t.app, first.member.email, period, options)),
        issueUntilLastMonth({
          ...t.app,
          operator: { ...t.app.operator, issuesMonthlyInvoices: true },
        }),
      ]);
      assert.equal(new Set(issued.slice(0, 3).map((one) => one?.number)).size, 1);
      const [secondNumber] = (await second.jane.get('/credit/monthly-invoices')).json();
      assert.equal(secondNumber.month, month);
      const all = await numbers();
      assert.ok(all.length >= before.length + 2);
      assert.deepEqual(
        all,
        Array.from({ length: all.length }, (_one, at) => all.length - at),
        'numbers have no gap',
      );
      await issueUntilLastMonth(t.app);
      assert.deepEqual(await numbers(), all, 'nothing is issued unless it is switched on');
    });

    test('sends each invoice once with its PDF, again when it is asked for, and retries a deferred one', async () => {
      const debt = await debtor('mail@example.com');
      const month = nowMonth();
      await debt.shop.book();
      await nextMonth();
      const sent: Message[] = [];
      const outcomes: MailOutcome[] = [{ kind: 'deferred', detail: 'busy' }];
      const mailing: Mailing = {
        mailer: {
          send: async (message) => {
            sent.push(message);
            return outcomes.shift() ?? { kind: 'accepted' };
          },
          check: async () => ({ kind: 'accepted' }),
          close: () => {},
        },
        write: writeMail,
        publicUrl: 'https://freight.example.com',
        pace: new SendingPace(6_000),
        lastServed: { shipments: 0, demos: 0 },
      };
      const mine = () => sent.filter(({ to }) => to.address === debt.member.email);
      const work = async (): Promise<void> => {
        for (let round = 0; round < 60; round += 1) {
          t.advanceClock(1_000);
          await sendMonthlyInvoices(t.app, mailing);
        }
      };
      // What earlier tests queued.
      outcomes.length = 0;
      await work();
      sent.length = 0;
      outcomes.push({ kind: 'deferred', detail: 'busy' });
      const { number } = (await issue(debt, month, true)).json();
      await issue(debt, month, true);
      await work();
      t.advanceClock(5 * hourMs);
      await work();
      await work();
      assert.equal(mine().length, 2, 'once deferred, once sent');
      const [one, two] = mine();
      assert.equal(one?.messageId, two?.messageId, 'mail systems recognise the copy');
      const [file] = two?.attachments ?? [];
      assert.equal(file?.name, `${number}.pdf`);
      const text = (await openPdf(Buffer.from(file?.bytes ?? []))).map((page) => page.text).join();
      assert.ok(text.includes(number));
      assert.match(two?.text ?? '', /Amount due: \$/);
      const path = `/operator/monthly-invoices/${number}/email`;
      assert.equal((await office.send('POST', path)).statusCode, 204);
      await office.send('POST', path);
      const [waiting] = (await office.get(`/operator/monthly-invoices?month=${month}`)).json();
      assert.equal(waiting.email.status, 'waiting');
      await work();
      assert.equal(mine().length, 3);
      assert.notEqual(mine()[2]?.messageId, two?.messageId);
      outcomes.push({ kind: 'refused', detail: '550 no such mailbox' });
      await office.send('POST', path);
      await work();
      const [unsent] = (await problems()).filter(isOf(debt.member));
      assert.deepEqual(
        [unsent.number, unsent.month, unsent.email],
        [number, month, { status: 'failed', detail: '550 no such mailbox' }],
      );
      await office.send('POST', path);
      assert.deepEqual((await problems()).filter(isOf(debt.member)), []);
      const missing = await office.send('POST', '/operator/monthly-invoices/MI-999999/email');
      assert.equal(missing.statusCode, 404);
    });

    test('each entry is on exactly one invoice, and the balance carried equals the ledger', async () => {
      const debt = await debtor('property@example.com');
      const { member, shop } = debt;
      const card = await saveCard(t.app, member);
      const whole = await t.app.store.members.find(member.id as never);
      assert.ok(whole);
      const booked: number[] = [];
      let paid = 0;
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.constant({ does: 'book' as const, n: 0 }) },
        fc.record({ does: fc.constantFrom('charge', 'cancel', 'bank', 'card'), n: fc.nat(9_99) }),
      );
      const months = fc.array(fc.array(step, { maxLength: 4 }), { minLength: 4, maxLength: 6 });
      // One history: the months follow each other.
      const [history = []] = fc.sample(months, { numRuns: 1, seed: 30 });
      history.unshift([{ does: 'book', n: 0 }]);
      for (const steps of history) {
        const month = nowMonth();
        for (const { does, n } of steps) {
          t.advanceClock(hourMs);
          const of = booked[n % Math.max(1, booked.length)];
          if (does === 'book') booked.push((await shop.book()).id);
          else if (does === 'bank')
            await receiveCreditPayment(t.app, member.email, {
              amountCents: n + 1,
              reference: undefined,
              isAnother: true,
            });
          else if (does === 'card') {
            const input = { amountCents: 1_00 + n, method: card, afterPayment: paid };
            await payBalance(t.app, { kind: 'member', member: whole }, input).then(
              ({ id }) => {
                paid = id;
              },
              () => undefined,
            );
          } else if (of !== undefined && does === 'charge')
            await charge(of, n).catch(() => undefined);
          else if (of !== undefined)
            await cancelBooking(t.app, bookingId(of)).catch(() => undefined);
        }
        await nextMonth();
        await issue(debt, month);
      }
      const entries = await t.app.store.ledger.list(member.id as never, 0, 10_000);
      const owing = entries.filter((entry) => balanceOf([entry], 'owed') !== 0);
      const invoices = (await debt.jane.get('/credit/monthly-invoices')).json().toReversed();
      assert.ok(invoices.length >= 3);
      const seen: number[] = [];
      let balance = 0;
      for (const { number } of invoices) {
        const facts = await factsOf(number);
        assert.equal(facts.openingCents, balance, 'the balance is carried forward');
        seen.push(
          ...facts.charges.map(({ entryId }) => entryId),
          ...facts.payments.map(({ entryId }) => entryId),
        );
        balance = sumsOfMonth(facts).closingCents;
      }
      assert.deepEqual(
        seen.toSorted((left, right) => left - right),
        owing.map(({ id }) => id),
      );
      assert.equal(balance, (await readStatement(t.app, member.email)).owedCents);
    });
  });
}
