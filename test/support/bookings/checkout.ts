// A member with credit who goes through a shop's checkout: quote, choose, confirm, read. By default it ships a carton
// from Sydney to Melbourne with the first carrier in the quotes; tests pass in what differs.
import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import { setCreditLimit } from '../../../src/application/payments/credit-account.ts';
import type { TestApp, TestMember } from '../test-app.ts';
import { type Body, sydneyToMelbourne } from './quote-bodies.ts';

type QuoteShown = {
  total: number;
  booking_cost?: number;
  estimated?: true;
  price_insurance_ex: number;
  fee: number;
  insured_amount: number;
  pickup_dates: string[];
  pickup_time: { from: string; to: string };
  tiers?: { identifier: number; total: number }[];
};

export type BookingShown = {
  id: number;
  status: string;
  cost?: number | null;
  additional_charges?: number | null;
  courier?: string | null;
  connote: string | null;
  charged_weight: number;
  scanned_weight: number;
  insured_value: number;
  declared_value: number;
  pickup_window: string[];
  quotes?: Record<string, QuoteShown>;
  quote_errors?: unknown[];
};

/** Each generation of the interface: the path of its bookings and its spelling of the pickup date. */
export const generations = [
  { name: 'v4', prefix: '/api', bookings: '/api/bookings/v4', date: 'pickup-date' },
  { name: 'v5', prefix: '/api/v5', bookings: '/api/v5/bookings/v4', date: 'pickup_date' },
] as const;

export type GenerationUrls = (typeof generations)[number];

export class Checkout {
  readonly t: TestApp;
  readonly member: TestMember;
  readonly urls: GenerationUrls;

  constructor(t: TestApp, member: TestMember, urls: GenerationUrls = generations[1]) {
    this.t = t;
    this.member = member;
    this.urls = urls;
  }

  as(urls: GenerationUrls, member = this.member): Checkout {
    return new Checkout(this.t, member, urls);
  }

  async giveCredit(dollars: number): Promise<void> {
    await setCreditLimit(this.t.app, String(this.member.id), Math.round(dollars * 100));
  }

  async quote(
    body: Body = sydneyToMelbourne(),
  ): Promise<Required<Pick<BookingShown, 'quotes'>> & BookingShown> {
    const answer = await this.post(this.urls.bookings, body);
    assert.equal(answer.statusCode, 201, answer.body);
    const booking = answer.json<BookingShown>();
    const { quotes } = booking;
    assert.ok(quotes);
    return { ...booking, quotes };
  }

  /** The body of a confirm with this carrier on its first pickup date. */
  confirmRequest(booking: BookingShown, carrier = 'toll', change: Body = {}): Body {
    const quote = booking.quotes?.[carrier];
    assert.ok(quote, `${carrier} has not quoted`);
    return { courier: carrier, [this.urls.date]: quote.pickup_dates[0], ...change };
  }

  confirm(
    id: number,
    body: Body,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.post(`${this.urls.bookings}/${id}/confirm`, body, headers);
  }

  /** Quotes and confirms a booking, and fails unless the confirm succeeds. */
  async book(change: Body = {}, carrier = 'toll'): Promise<BookingShown> {
    const quoted = await this.quote();
    const answer = await this.confirm(quoted.id, this.confirmRequest(quoted, carrier, change));
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  async read(id: number): Promise<BookingShown> {
    const answer = await this.t.get(`${this.urls.bookings}/${id}`, { 'api-key': this.member.key });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  }

  /** Creates and confirms a booking in one request. */
  create(body: Body, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.post(this.urls.bookings, body, headers);
  }

  post(
    url: string,
    payload: Body,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return this.t.inject({
      method: 'POST',
      url,
      headers: { 'api-key': this.member.key, ...headers },
      payload,
    });
  }
}
