// Members with money, a gateway and carriers that fail on request, and a service that can die. `settled-books.ts`
// checks what must be true at the end of every story.
import assert from 'node:assert/strict';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { confirmBooking } from '../../../src/application/bookings/confirm-booking.ts';
import type { ConfirmInput } from '../../../src/application/bookings/confirm-input.ts';
import { createBooking } from '../../../src/application/bookings/create-booking.ts';
import type { SignedInCaller } from '../../../src/application/caller.ts';
import { finishCancellations } from '../../../src/application/jobs/finish-cancellations.ts';
import { recoverConfirmations } from '../../../src/application/jobs/recover-confirmations.ts';
import type { App, LiveCarrier } from '../../../src/application/ports.ts';
import type { Booking, BookingId } from '../../../src/domain/bookings/booking.ts';
import { isUnsettled } from '../../../src/domain/bookings/booking-status.ts';
import { ownAccountMark } from '../../../src/domain/carriers/own-account.ts';
import { type MemberId, usesOwnAccounts } from '../../../src/domain/members/member.ts';
import type { Cents } from '../../../src/domain/money.ts';
import { balanceOf, type LedgerAccount } from '../../../src/domain/payments/ledger.ts';
import type { BookingPayment } from '../../../src/domain/payments/payment.ts';
import { findPaymentChoice } from '../../../src/domain/payments/payment-method.ts';
import type { Quote } from '../../../src/domain/quotes/quote.ts';
import { dayMs, minuteMs } from '../../../src/domain/time/durations.ts';
import { parseQuoteRequest } from '../../../src/http/quotes/quote-request.ts';
import { sydneyToMelbourne } from '../bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../carriers/scripted-booking.ts';
import { CarrierBooks, wireCarrier, wiredCarrier, wireUp } from '../carriers/wired-carrier.ts';
import { type Fate, mortal } from '../mortal-app.ts';
import type { Setup } from '../setups.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { saveCard } from './saved-card.ts';
import { ScriptedGateway } from './scripted-gateway.ts';
import { assertSettledBooks } from './settled-books.ts';

/** One carrier that we give connotes ourselves, and one that issues its own when it books. */
export const cardCarrier = 'toll';
export const bookableCarrier = 'live_one';

const ownMark = ownAccountMark(0);
const ownOf = (memberId: MemberId, { stringId }: LiveCarrier) => ({
  memberId,
  mark: ownMark,
  watchedAs: `${stringId}@${memberId}`,
});

type Funding = 'credit' | 'card' | 'demo' | 'own';
export type WorldMember = { caller: SignedInCaller; card: string };
export type Outcome =
  | { kind: 'booking'; booking: Booking }
  | { kind: 'refused' | 'failed'; error: unknown }
  | { kind: 'died' };

export class MoneyWorld {
  readonly t: TestApp;
  readonly gateway: ScriptedGateway;
  readonly carrierBooking: ScriptedBooking;
  /** The books of the carrier behind a real connector. */
  readonly books: CarrierBooks;
  readonly members: WorldMember[] = [];
  readonly bookings = new Map<BookingId, { member: WorldMember }>();
  /** The connote of each booking that a client got a success for. */
  readonly acknowledged = new Map<BookingId, string | undefined>();
  readonly #app: App;
  #template: Booking | undefined;

  private constructor(
    t: TestApp,
    gateway: ScriptedGateway,
    carrierBooking: ScriptedBooking,
    books: CarrierBooks,
  ) {
    this.t = t;
    this.gateway = gateway;
    this.carrierBooking = carrierBooking;
    this.books = books;
    const { cancel } = wireUp({
      books,
      sent: t.app.store.sentConsignments,
      clock: t.app.clock,
      step: (work) => work(),
    });
    this.#app = { ...t.app, connections: { ...t.app.connections, cancel } };
  }

  /** `isPatient` uses a long deadline, so that real time never ends a request. Nothing may then hang. */
  static async open(setup: Setup, { isPatient = false } = {}): Promise<MoneyWorld> {
    const gateway = new ScriptedGateway();
    const carrierBooking = new ScriptedBooking();
    const books = new CarrierBooks();
    const wire = wiredCarrier(books, () => ({
      sent: t.app.store.sentConsignments,
      clock: t.app.clock,
    }));
    const live = [liveCarrier(bookableCarrier, carrierBooking), wire];
    const t = await startTestApp(setup, {
      gateway,
      live,
      liveOf: (owner) => live.map((carrier) => ({ ...carrier, own: ownOf(owner, carrier) })),
      connectors: [auspost],
      // A hanging request times out at once.
      timing: { confirmDeadlineMs: isPatient ? 20_000 : 1 },
    });
    return new MoneyWorld(t, gateway, carrierBooking, books);
  }

  /** The service, with cancellation at the wired carrier. */
  get app(): App {
    return this.#app;
  }

  close(): Promise<void> {
    return this.t.close();
  }

  /** Clears the last story but keeps the database, because opening one takes longer than a story. */
  begin(): void {
    this.members.length = 0;
    this.bookings.clear();
    this.acknowledged.clear();
    this.gateway.charges.clear();
    this.gateway.refunds.clear();
    this.carrierBooking.consignments.clear();
    this.books.consignments.length = 0;
  }

  /** `isOwn` gives the member their own accounts with the live carriers. */
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

  /** A new booking quoted by all three carriers at this price. */
  async addBooking(member: WorldMember, priceCents: number): Promise<BookingId> {
    this.#template ??= await createBooking(
      this.app,
      member.caller,
      parseQuoteRequest(sydneyToMelbourne()),
    );
    const { id: _id, version: _version, ...template } = this.#template;
    const quotes = template.quotes
      .filter(({ carrier }) => [cardCarrier, bookableCarrier, wireCarrier].includes(carrier))
      .map((quote): Quote => {
        const isOwn = usesOwnAccounts(member.caller.member) && quote.carrier !== cardCarrier;
        const adjustments = isOwn
          ? [{ kind: 'own_account' as const, name: ownMark, cents: 0 }]
          : [];
        // The stored form has the price in these two parts.
        const gstCents = Math.round(priceCents / 11);
        const price = { exCents: priceCents - gstCents, gstCents, carrierPriceCents: priceCents };
        const waterfall = { ...quote.waterfall, ...price, adjustments };
        return { ...quote, priceCents, feeCents: 0, totalCents: priceCents, waterfall };
      });
    const id = await this.app.store.bookings.add({
      ...template,
      memberId: member.caller.member.id,
      createdAtMs: this.app.clock.nowMs(),
      quotedAtMs: this.app.clock.nowMs(),
      quotes: quotes.map((quote) => ({
        ...quote,
        // The clock advances during a story, and near dates would pass.
        pickupDates: [farDate],
      })),
      failures: [],
    });
    this.bookings.set(id, { member });
    return id;
  }

  /** Confirms a booking as a client; the process may die before it answers. */
  async confirm(
    id: BookingId,
    request: { carrier: string; funding: Funding },
    fate: Fate = {},
    app = this.app,
  ): Promise<Outcome & { steps: number }> {
    const member = this.bookings.get(id)?.member;
    assert.ok(member);
    const process = mortal(app, fate);
    const input: ConfirmInput = {
      carrier: request.carrier,
      tier: undefined,
      pickupDate: farDate,
      pickupTime: '',
      fields: { carrier: 'courier', tier: 'tier', pickupDate: 'date', pickupTime: 'time' },
      payment: findPaymentChoice(request.funding === 'card' ? member.card : request.funding),
    };
    const outcome = await Promise.race([
      confirmBooking(process.app, member.caller, id, input).then(
        (booking): Outcome => ({ kind: 'booking', booking }),
        (error: unknown): Outcome => ({
          kind: error instanceof Error && error.name === 'Refusal' ? 'refused' : 'failed',
          error,
        }),
      ),
      process.died.then((): Outcome => ({ kind: 'died' })),
    ]);
    if (outcome.kind === 'booking' && !isUnsettled(outcome.booking.status))
      this.acknowledged.set(id, outcome.booking.connote);
    return { ...outcome, steps: process.steps() };
  }

  /** Creates and confirms a booking at this price. */
  async book(
    member: WorldMember,
    priceCents: number,
    { carrier = cardCarrier, funding }: { carrier?: string; funding: Funding },
  ): Promise<Booking> {
    const id = await this.addBooking(member, priceCents);
    const outcome = await this.confirm(id, { carrier, funding });
    assert.ok(outcome.kind === 'booking', outcome.kind);
    return outcome.booking;
  }

  /** The newest payment or refund of a booking. */
  async lastPayment(id: BookingId): Promise<BookingPayment> {
    const last = (await this.app.store.payments.listOfBooking(id)).at(-1);
    assert.ok(last);
    return last;
  }

  /** The balance of a booking's ledger entries on this account. */
  async balance(id: BookingId, account: LedgerAccount): Promise<Cents> {
    const memberId = this.bookings.get(id)?.member.caller.member.id;
    assert.ok(memberId);
    const entries = await this.app.store.ledger.listOfBooking({ bookingId: id, memberId });
    return balanceOf(entries, account);
  }

  /** Runs recovery once, in another process, for everything that is due now. */
  async recoverOnce(): Promise<void> {
    await finishCancellations(this.app);
    await recoverConfirmations(this.app);
  }

  /** Lets time pass and runs recovery in another process until nothing is left. */
  async recover(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      this.t.advanceClock(round < 30 ? minuteMs : dayMs);
      await finishCancellations(this.app);
      while ((await recoverConfirmations(this.app)) > 0) this.t.advanceClock(1);
      if ((await this.#openPayments()) === 0) return;
    }
    assert.fail('a booking is never settled');
  }

  async #openPayments(): Promise<number> {
    return (await this.app.store.payments.listDue(Number.MAX_SAFE_INTEGER, 1)).length;
  }

  /** Checks everything that must be true once all is settled. */
  assertBooks(): Promise<void> {
    const { app, members, bookings, acknowledged, gateway, carrierBooking, books } = this;
    const story = { gateway, carrierBooking, bookableCarrier, books };
    return assertSettledBooks({ app, members, bookings, acknowledged, ...story });
  }
}

const farDate = '2030-01-02';
