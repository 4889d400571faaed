// Jane and Jim have their own Australia Post accounts; Joan is quoted with the house account. The carrier is a
// scripted server that recognises each account by its number.
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import {
  connectAccount,
  disconnectAccount,
} from '../../../src/application/carriers/carrier-accounts.ts';
import { changeMember } from '../../../src/application/members/change-member.ts';
import { getMember } from '../../../src/application/members/find-member.ts';
import type { Member } from '../../../src/domain/members/member.ts';
import { Checkout } from '../bookings/checkout.ts';
import { doorToDoor } from '../bookings/quote-bodies.ts';
import type { Setup } from '../setups.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { until } from '../until.ts';
import { type CarrierServer, startCarrierServer } from './scripted-carrier-server.ts';
import { Post } from './scripted-post.ts';

export const parcel = 'auspost_regular_eparcel';
export const house = '9999999999';
export const accounts = { jane: '1111111111', jim: '2222222222' } as const;
export const uncached = { ...doorToDoor(), options: { disable_cache: true } };

export class OwnAccounts {
  readonly post = new Post();
  t!: TestApp;
  server!: CarrierServer;
  jane!: Checkout;
  jim!: Checkout;
  joan!: Checkout;

  async open(setup: Setup): Promise<void> {
    this.server = await startCarrierServer((request) => this.post.answer(request));
    this.post.server = this.server;
    this.post.dollars.set(house, 30).set(accounts.jane, 18.4).set(accounts.jim, 25);
    this.t = await startTestApp(setup, { connectors: [auspost], limits: { v5PerMinute: 0 } });
    this.jane = new Checkout(this.t, await this.t.addMember('jane@own.example'));
    this.jim = new Checkout(this.t, await this.t.addMember('jim@own.example'));
    this.joan = new Checkout(this.t, await this.t.addMember('joan@house.example'));
    await this.joan.giveCredit(10_000);
    const secrets = { api_key: 'house-key', password: 'house-password' };
    await connectAccount(this.t.app, undefined, {
      carrier: 'auspost',
      account: { ...secrets, account_number: house, base_url: this.server.url },
      policy: 'live_then_card',
      isUntested: true,
    });
    await until('the house account is connected', () => this.t.app.carriers.live.length > 0);
    for (const shop of [this.jane, this.jim])
      await changeMember(this.t.app, shop.member.email, { mayConnectCarriers: true });
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.server.close();
  }

  /** Restores the initial state: the carrier works, and both members' accounts are connected. */
  async connectBoth(): Promise<void> {
    this.post.faults = {};
    await this.connect(this.jane);
    await this.connect(this.jim);
  }

  async memberOf(shop: Checkout): Promise<Member> {
    return await getMember(this.t.app, shop.member.email);
  }

  accountOf(shop: Checkout): string {
    return accounts[shop === this.jane ? 'jane' : 'jim'];
  }

  given(shop: Checkout): Record<string, string> {
    return {
      api_key: `key-of-${shop.member.email}`,
      password: `password-of-${shop.member.email}`,
      account_number: this.accountOf(shop),
    };
  }

  async connect(shop: Checkout): Promise<void> {
    this.t.advanceClock(1);
    await connectAccount(this.t.app, await this.memberOf(shop), {
      carrier: 'auspost',
      account: this.given(shop),
      isUntested: true,
    });
  }

  async disconnect(shop: Checkout): Promise<void> {
    await disconnectAccount(this.t.app, await this.memberOf(shop), 'auspost');
  }

  async book(shop: Checkout) {
    const quoted = await shop.quote(uncached);
    const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, parcel));
    return { id: quoted.id, answer, quoted };
  }

  async pdf(shop: Checkout, id: number, path = 'label') {
    return await this.t.get(`/api/v5/bookings/v4/${id}/${path}`, { 'api-key': shop.member.key });
  }

  /** The account number of every request to a path, in order. */
  askedWith(path: RegExp): unknown[] {
    return this.server.requests
      .filter((request) => path.test(request.path))
      .map(({ headers }) => headers['account-number']);
  }

  async entriesOf(shop: Checkout): Promise<number> {
    return (await this.t.app.store.ledger.list(shop.member.id, 0, 500)).length;
  }
}

export function errorOf(booking: { quote_errors?: unknown[] }): string | undefined {
  const errors = (booking.quote_errors ?? []) as { courier: string; code: string }[];
  return errors.find(({ courier }) => courier === parcel)?.code;
}
