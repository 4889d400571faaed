// Members with money, a gateway and a carrier that misbehave as told, and the service between them, which can die. What is
// true at the end of every story, whatever happened in it, is in `assertBooks`.
import assert from 'node:assert/strict';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { confirmBooking } from '../../../src/application/bookings/confirm-booking.ts';
import { createBooking } from '../../../src/application/bookings/create-booking.ts';
import type { ConfirmInput } from '../../../src/application/bookings/plan-confirmation.ts';
import type { SignedInCaller } from '../../../src/application/caller.ts';
import { finishCancellations } from '../../../src/application/jobs/finish-cancellations.ts';
import { recoverConfirmations } from '../../../src/application/jobs/recover-confirmations.ts';
import type { App, LiveCarrier } from '../../../src/application/ports.ts';
import { type MemberId, usesOwnAccounts } from '../../../src/domain/accounts/member.ts';
import type { Booking, BookingId } from '../../../src/domain/bookings/booking.ts';
import { isUnsettled } from '../../../src/domain/bookings/booking-status.ts';
import { balanceOf, type LedgerEntry } from '../../../src/domain/payments/ledger.ts';
import { findPaymentWish } from '../../../src/domain/payments/payment-method.ts';
import { ownAccountMark } from '../../../src/domain/quotes/own-account.ts';
import type { Quote } from '../../../src/domain/quotes/quote.ts';
import { dayMs, minuteMs } from '../../../src/domain/time/durations.ts';
import { parseQuoteRequest } from '../../../src/http/wire/quote-request.ts';
import { sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import { liveCarrier, ScriptedDesk } from '../carriers/scripted-desk.ts';
import { CarrierBooks, wireCarrier, wiredCarrier, wireUp } from '../carriers/wired-carrier.ts';
import { type Fate, mortal } from '../mortal-app.ts';
import type { Setup } from '../setups.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { saveCard } from './saved-card.ts';
import { ScriptedGateway } from './scripted-gateway.ts';

/** A carrier with numbers of ours, and one that has to be asked. */
export const cardCarrier = 'toll';
export const deskCarrier = 'live_one';

const ownMark = ownAccountMark(0);
const ownOf = (memberId: MemberId, { stringId }: LiveCarrier) => ({
  memberId,
  mark: ownMark,
  watchedAs: `${stringId}@${memberId}`,
});

export type WorldMember = { caller: SignedInCaller; card: string };
export type Told =
  | { kind: 'booking'; booking: Booking }
  | { kind: 'refused' | 'failed'; error: unknown }
  | { kind: 'died' };

export class MoneyWorld {
  readonly t: TestApp;
  readonly gateway: ScriptedGateway;
  readonly desk: ScriptedDesk;
  /** Of the carrier at the end of a real connector. */
  readonly books: CarrierBooks;
  readonly members: WorldMember[] = [];
  readonly bookings = new Map<BookingId, { member: WorldMember }>();
  /** What a client was told it has. */
  readonly acknowledged = new Map<BookingId, string | undefined>();
  readonly #app: App;
  #template: Booking | undefined;

  private constructor(
    t: TestApp,
    gateway: ScriptedGateway,
    desk: ScriptedDesk,
    books: CarrierBooks,
  ) {
    this.t = t;
    this.gateway = gateway;
    this.desk = desk;
    this.books = books;
    const { cancel } = wireUp({
      books,
      sent: t.app.store.sentConsignments,
      clock: t.app.clock,
      step: (work) => work(),
    });
    this.#app = { ...t.app, connections: { ...t.app.connections, cancel } };
  }

  /** `isPatient`: nobody is given up by the clock on the wall, so that nobody may hang. */
  static async open(setup: Setup, { isPatient = false } = {}): Promise<MoneyWorld> {
    const gateway = new ScriptedGateway();
    const desk = new ScriptedDesk();
    const books = new CarrierBooks();
    const wire = wiredCarrier(books, () => ({
      sent: t.app.store.sentConsignments,
      clock: t.app.clock,
    }));
    const live = [liveCarrier(deskCarrier, desk), wire];
    const t = await startTestApp(setup, {
      gateway,
      live,
      liveOf: (owner) => live.map((carrier) => ({ ...carrier, own: ownOf(owner, carrier) })),
      connectors: [auspost],
      // Whoever hangs is given up at once.
      timing: { confirmDeadlineMs: isPatient ? 20_000 : 1 },
    });
    return new MoneyWorld(t, gateway, desk, books);
  }

  /** The service as it is, and its way to take consignments back from the carrier at the end of the wire. */
  get app(): App {
    return this.#app;
  }

  close(): Promise<void> {
    return this.t.close();
  }

  /** Forgets the last story but keeps the database: opening one takes longer than a story. */
  begin(): void {
    this.members.length = 0;
    this.bookings.clear();
    this.acknowledged.clear();
    this.gateway.charges.clear();
    this.gateway.refunds.clear();
    this.desk.consignments.clear();
    this.books.consignments.length = 0;
  }

  /** `isOwn`: asks the carriers that have to be asked with accounts of their own. */
  async addMember(creditCents: number | undefined, { isOwn = false } = {}): Promise<WorldMember> {
    const { store } = this.app;
    const id = await store.members.add({
      email: `${this.app.secrets.randomText(12)}@example.com`,
      companyName: '',
      firstName: '',
      lastName: '',
      phone: '',
      suburb: '',
      postcode: '',
      state: '',
      country: 'AU',
      passwordHash: '',
      createdAtMs: 0,
    });
    assert.notEqual(id, 'email_taken');
    const known = await store.members.find(id as Exclude<typeof id, 'email_taken'>);
    assert.ok(known);
    const member = { ...known, mayConnectCarriers: isOwn, ownAccounts: isOwn ? 2 : 0 };
    if (creditCents !== undefined) await store.credit.setLimit(member.id, creditCents, 0);
    const card = await saveCard(this.app, member);
    const added = { caller: { kind: 'member' as const, member }, card };
    this.members.push(added);
    return added;
  }

  /** Quoted by all three carriers at this price. */
  async addBooking(member: WorldMember, priceCents: number): Promise<BookingId> {
    this.#template ??= await createBooking(
      this.app,
      member.caller,
      parseQuoteRequest(sydneyToMelbourne()),
    );
    const { id: _id, version: _version, ...template } = this.#template;
    const quotes = template.quotes
      .filter(({ carrier }) => [cardCarrier, deskCarrier, wireCarrier].includes(carrier))
      .map((quote): Quote => {
        const isOwn = usesOwnAccounts(member.caller.member) && quote.carrier !== cardCarrier;
        const adjustments = isOwn
          ? [{ kind: 'own_account' as const, name: ownMark, cents: 0 }]
          : [];
        const waterfall = { ...quote.waterfall, carrierPriceCents: priceCents, adjustments };
        return { ...quote, priceCents, feeCents: 0, totalCents: priceCents, waterfall };
      });
    const id = await this.app.store.bookings.add({
      ...template,
      memberId: member.caller.member.id,
      createdAtMs: this.app.clock.nowMs(),
      quotedAtMs: this.app.clock.nowMs(),
      quotes: quotes.map((quote) => ({
        ...quote,
        // The clock goes on in a story, and dates would pass.
        pickupDates: [farDate],
      })),
      failures: [],
    });
    this.bookings.set(id, { member });
    return id;
  }

  /** A client confirms and hears something, or nothing because the process died. */
  async confirm(
    id: BookingId,
    wish: { carrier: string; funding: 'credit' | 'card' | 'demo' | 'own' },
    fate: Fate = {},
    app = this.app,
  ): Promise<Told & { steps: number }> {
    const member = this.bookings.get(id)?.member;
    assert.ok(member);
    const process = mortal(app, fate);
    const input: ConfirmInput = {
      carrier: wish.carrier,
      tier: undefined,
      pickupDate: farDate,
      pickupTime: '',
      fields: { carrier: 'courier', tier: 'tier', pickupDate: 'date', pickupTime: 'time' },
      payment: findPaymentWish(wish.funding === 'card' ? member.card : wish.funding),
    };
    const told = await Promise.race([
      confirmBooking(process.app, member.caller, id, input).then(
        (booking): Told => ({ kind: 'booking', booking }),
        (error: unknown): Told => ({
          kind: error instanceof Error && error.name === 'Refusal' ? 'refused' : 'failed',
          error,
        }),
      ),
      process.died.then((): Told => ({ kind: 'died' })),
    ]);
    if (told.kind === 'booking' && !isUnsettled(told.booking.status))
      this.acknowledged.set(id, told.booking.connote);
    return { ...told, steps: process.steps() };
  }

  /** Another process looks at what is due now. */
  async lookOnce(): Promise<void> {
    await finishCancellations(this.app);
    await recoverConfirmations(this.app);
  }

  /** Another process, some time later: looks until there is nothing left to look at. */
  async recover(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      this.t.advanceClock(round < 30 ? minuteMs : dayMs);
      await finishCancellations(this.app);
      while ((await recoverConfirmations(this.app)) > 0) this.t.advanceClock(1);
      if ((await this.#openPayments()) === 0) return;
    }
    assert.fail('something is never settled');
  }

  async #openPayments(): Promise<number> {
    return (await this.app.store.payments.listDue(Number.MAX_SAFE_INTEGER, 1)).length;
  }

  /** What is true when everything is settled. */
  async assertBooks(): Promise<void> {
    const { store } = this.app;
    const connotes = new Set<string>();
    for (const [id, { member }] of this.bookings) {
      const booking = await store.bookings.find(id, member.caller.member.id);
      assert.ok(booking, `booking ${id} is gone`);
      await this.#assertBooking(booking);
      const { connote } = booking;
      if (connote !== undefined) {
        assert.ok(!connotes.has(connote), `connote ${connote} twice`);
        connotes.add(connote);
      }
    }
    for (const { caller } of this.members) {
      const { id } = caller.member;
      const entries = await store.ledger.list(id, 0, 10_000);
      const account = await store.credit.find(id);
      const used = balanceOf(entries, 'owed') + balanceOf(entries, 'held');
      if (account !== undefined) {
        assert.equal(account.usedCents, used, `the account of ${id} and its entries`);
        // Only what carriers charge afterwards may take it past its limit.
        const adjustments = balanceOf(
          entries.filter(({ kind }) => kind === 'adjustment'),
          'owed',
        );
        assert.ok(
          account.usedCents <= account.limitCents + Math.max(0, adjustments),
          `${id} is past the limit`,
        );
      }
      assert.equal(balanceOf(entries, 'held'), 0, `${id} has a hold left`);
    }
    await this.#assertGateway();
  }

  async #assertBooking(booking: Booking): Promise<void> {
    const { id, status, confirmation, memberId } = booking;
    assert.ok(memberId);
    const told = this.acknowledged.get(id);
    if (this.acknowledged.has(id)) {
      assert.ok(status === 'confirmed' || status === 'cancelled', `${id} was promised: ${status}`);
      assert.equal(booking.connote, told, `${id} was promised another connote`);
    }
    assert.ok(['new', 'confirmed', 'cancelled'].includes(status), `${id} is ${status}`);
    const kept = this.gateway
      .chargesOf(id)
      .filter(
        ({ outcome }) =>
          ![...this.gateway.refunds.values()].some(
            (refund) =>
              outcome.outcome === 'charged' && refund.chargeReference === outcome.reference,
          ),
      );
    const entries: LedgerEntry[] = await this.app.store.ledger.listOfBooking({
      bookingId: id,
      memberId,
    });
    const isLive = status === 'confirmed';
    const byCard = isLive && confirmation?.funding.startsWith('bankcard_') === true;
    const byCredit = isLive && confirmation?.funding === 'credit';
    const cost = confirmation?.costCents ?? 0;
    // What its carrier bills is no business of ours: there is not one entry, nor was there ever.
    if (confirmation?.isOwnAccount === true) {
      assert.equal(confirmation.funding, 'own_account');
      assert.deepEqual(entries, []);
    }
    assert.deepEqual(
      kept.map(({ request }) => request.amountCents),
      byCard && cost > 0 ? [cost] : [],
      `what the gateway kept for ${id} (${status}, ${confirmation?.funding})`,
    );
    // Whatever it was paid with, what the carrier charges on top is owed; of a demo it is only shown.
    const isOwed = isLive && confirmation?.funding !== 'demo';
    const additional = isOwed ? (booking.additionalCents ?? 0) : 0;
    assert.equal(balanceOf(entries, 'owed'), (byCredit ? cost : 0) + additional);
    assert.equal(balanceOf(entries, 'held'), 0);
    assert.equal(balanceOf(entries, 'refunds_due'), 0);
    assert.equal(balanceOf(entries, 'gateway'), byCard ? cost : 0);
    const consigned = [...this.desk.consignments].filter(
      ([reference, { outcome }]) =>
        outcome === 'booked' && (reference === String(id) || reference.startsWith(`${id}-`)),
    );
    // A cancelled one was taken by the carrier before.
    if (status !== 'cancelled')
      assert.equal(consigned.length, isLive && confirmation?.carrier === deskCarrier ? 1 : 0);
    const [consignment] = consigned;
    if (consignment !== undefined && consignment[1].outcome === 'booked')
      assert.equal(consignment[1].connote, booking.connote);
    if (status !== 'cancelled') assert.equal(booking.connote === undefined, status === 'new');
    const isWithWire =
      isLive && confirmation?.carrier === wireCarrier && booking.connote !== undefined;
    assert.deepEqual(
      this.books.activeOf(id).map((one) => one.id),
      isWithWire && !booking.connote?.startsWith('DEMO') ? [booking.connote] : [],
      `what the carrier has of ${id} (${status}, ${confirmation?.funding})`,
    );
  }

  /** Every charge the gateway has is written down here, and the other way round. */
  async #assertGateway(): Promise<void> {
    for (const [key, { request, outcome }] of this.gateway.charges) {
      const payment = await this.app.store.payments.findByKey(key);
      assert.ok(payment, `nobody knows the charge ${key}`);
      assert.equal(payment.bookingId, request.bookingId);
      assert.equal(payment.status, outcome.outcome);
    }
    for (const { caller } of this.members) {
      for (const payment of await this.app.store.payments.listOfMember(caller.member.id)) {
        const isAtGateway = payment.methodId !== undefined && payment.amountCents > 0;
        if (payment.status === 'charged' && isAtGateway)
          assert.ok(this.gateway.charges.has(payment.key), `payment ${payment.id} never happened`);
        if (payment.status === 'refunded' && isAtGateway)
          assert.ok(this.gateway.refunds.has(payment.key), `refund ${payment.id} never happened`);
        assert.ok(!['pending', 'unknown'].includes(payment.status), `${payment.id} is open`);
      }
    }
  }
}

const farDate = '2030-01-02';
