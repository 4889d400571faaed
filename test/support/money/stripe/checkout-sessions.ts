// Checkout Sessions as Stripe's API reference describes them, for saving a card only: `mode=setup`, on Stripe's own
// page. `finish` does what the card's owner does on that page.
import { type Form, listOf, textOf, textsOf } from './form.ts';
import type { StripeAccount } from './stripe-account.ts';
import type { Session } from './stripe-objects.ts';
import { invalid, missing } from './stripe-problem.ts';

const createParams = [
  'mode',
  'customer',
  'allowed_payment_method_types',
  'success_url',
  'cancel_url',
  'metadata',
  'setup_intent_data',
];

export class CheckoutSessions {
  readonly all = new Map<string, Session>();
  readonly #account: StripeAccount;

  constructor(account: StripeAccount) {
    this.#account = account;
  }

  create(form: Form): Session {
    const unknown = Object.keys(form).find((name) => !createParams.includes(name));
    if (unknown !== undefined)
      throw invalid('parameter_unknown', `Received unknown parameter: ${unknown}`);
    if (textOf(form, 'mode') !== 'setup') throw invalid('', 'only set-ups are made here');
    // Without a list of types, Stripe requires the currency.
    if (listOf(form, 'allowed_payment_method_types').length === 0)
      throw invalid('parameter_missing', 'Missing required param: currency.');
    const success = textOf(form, 'success_url') ?? '';
    for (const url of [success, textOf(form, 'cancel_url') ?? ''])
      if (!/^https?:\/\//.test(url)) throw invalid('url_invalid', `Not a valid URL: ${url}`);
    const customer = this.#account.readCustomer(textOf(form, 'customer') ?? '').id;
    const id = `cs_test_1Fake${this.all.size + 1}`;
    const setup = this.#account.beginSetup(customer);
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'setup',
      status: 'open',
      customer,
      setup_intent: setup.id,
      metadata: textsOf(form, 'metadata'),
      url: `https://checkout.stripe.com/c/pay/${id}`,
      success_url: success,
      cancel_url: textOf(form, 'cancel_url') ?? '',
    };
    this.all.set(id, session);
    return session;
  }

  read(id: string): Session {
    const session = this.all.get(id);
    if (session === undefined) throw missing('checkout.session', id, 'session');
    return session;
  }

  /** Completes the page with this card; returns the address that Stripe redirects to. */
  finish(id: string, methodId: string): string {
    const session = this.read(id);
    this.#account.finishSetup(session.setup_intent, methodId);
    session.status = 'complete';
    session.url = null;
    return session.success_url.replace('{CHECKOUT_SESSION_ID}', id);
  }
}
