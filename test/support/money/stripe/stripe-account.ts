// A Stripe account with customers, payment methods, payments and refunds, written from Stripe's public API reference
// (version 2026-10-28). Only `#settle` and `createRefund` move money, and they count each time, so that a test can
// check how much really moved.
import { type Form, listOf, textOf, textsOf } from './form.ts';
import type { Behaviour, Customer, Intent, Method, Refund, Setup } from './stripe-objects.ts';
import { invalid, missing, StripeProblem } from './stripe-problem.ts';

const leastCents = 50;
const createIntentParams = [
  'amount',
  'currency',
  'customer',
  'payment_method',
  'allowed_payment_method_types',
  'description',
  'metadata',
];
const confirmParams = ['off_session', 'payment_method', 'mandate'];

export class StripeAccount {
  readonly intents = new Map<string, Intent>();
  readonly refunds: Refund[] = [];
  readonly customers = new Map<string, Customer>();
  readonly methods = new Map<string, Method>();
  readonly setups = new Map<string, Setup>();
  /** Payment method types that the account has enabled. */
  readonly enabledTypes = new Set(['card', 'link', 'paypal', 'payto']);
  /** Ids of payment intents, one entry for each time that money was taken. */
  readonly taken: string[] = [];
  readonly #behaviours = new Map<string, Behaviour>();
  #count = 0;

  #newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_1Fake${String(this.#count).padStart(8, '0')}`;
  }

  addMethod(type: string, behaviour: Behaviour, details: object = {}): string {
    const id = this.#newId('pm');
    this.methods.set(id, {
      id,
      object: 'payment_method',
      type,
      customer: null,
      [type]: details,
    });
    this.#behaviours.set(id, behaviour);
    return id;
  }

  /** Changes a saved method's behaviour, because a bank may decline a card that it accepted before. */
  change(methodId: string, behaviour: Behaviour): void {
    this.#behaviours.set(methodId, behaviour);
  }

  /**
   * Saves a method as if its owner had completed Stripe's page, such as a wallet or a card with authentication.
   */
  addSetup(methodId: string, customer: Partial<Customer> = {}, mandate?: string): string {
    const id = this.#newId('cus');
    this.customers.set(id, { id, object: 'customer', email: '', metadata: {}, ...customer });
    this.#method(methodId, 'payment_method').customer = id;
    const setup: Setup = {
      id: this.#newId('seti'),
      object: 'setup_intent',
      status: 'succeeded',
      customer: id,
      payment_method: methodId,
      mandate: mandate ?? null,
      usage: 'off_session',
    };
    this.setups.set(setup.id, setup);
    return setup.id;
  }

  createIntent(form: Form): Intent {
    if ('payment_method_types' in form) {
      throw invalid(
        'payment_method_types_no_longer_supported',
        'payment_method_types cannot be sent any more.',
      );
    }
    refuseUnknown(form, createIntentParams);
    const amount = Number(textOf(form, 'amount'));
    if (!Number.isSafeInteger(amount))
      throw invalid('parameter_invalid_integer', 'Invalid integer');
    if (amount < leastCents) {
      throw invalid('amount_too_small', 'Amount must be at least $0.50 aud', { param: 'amount' });
    }
    const customer = this.readCustomer(textOf(form, 'customer') ?? '');
    const method = this.#method(textOf(form, 'payment_method') ?? '', 'payment_method');
    if (method.customer !== customer.id) {
      throw invalid(
        'payment_method_unexpected_state',
        'The payment method does not belong to the Customer you supplied.',
      );
    }
    // Stripe silently ignores types that the account has not enabled.
    const types = listOf(form, 'allowed_payment_method_types').filter((type) =>
      this.enabledTypes.has(type),
    );
    if (!types.includes(method.type)) {
      throw invalid(
        'payment_intent_incompatible_payment_method',
        `The payment method type "${method.type}" is not allowed for this PaymentIntent.`,
      );
    }
    const id = this.#newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: textOf(form, 'currency') ?? '',
      customer: customer.id,
      payment_method: method.id,
      payment_method_types: types,
      status: 'requires_confirmation',
      last_payment_error: null,
      metadata: textsOf(form, 'metadata'),
      description: textOf(form, 'description') ?? null,
      client_secret: `${id}_secret_fake`,
      cancellation_reason: null,
      created: this.#count,
    };
    this.intents.set(id, intent);
    return intent;
  }

  confirmIntent(id: string, form: Form): Intent {
    refuseUnknown(form, confirmParams);
    const intent = this.intent(id);
    if (!['requires_confirmation', 'requires_payment_method'].includes(intent.status)) {
      throw unexpected(intent, 'confirm');
    }
    const method = this.#method(
      textOf(form, 'payment_method') ?? intent.payment_method ?? '',
      'payment_method',
    );
    const behaviour = this.#behaviours.get(method.id) ?? { does: 'accept' };
    switch (behaviour.does) {
      case 'accept':
        this.#settle(intent);
        return intent;
      case 'process':
        intent.status = 'processing';
        return intent;
      case 'ask_owner':
        intent.status = 'requires_action';
        return intent;
      case 'decline':
        throw this.#decline(intent, method, behaviour);
    }
  }

  cancelIntent(id: string, form: Form): Intent {
    const intent = this.intent(id);
    const open = ['requires_confirmation', 'requires_payment_method', 'requires_action'];
    if (!open.includes(intent.status)) throw unexpected(intent, 'cancel');
    intent.status = 'canceled';
    intent.cancellation_reason = textOf(form, 'cancellation_reason') ?? null;
    return intent;
  }

  settleLater(id: string, outcome: 'succeeded' | 'failed'): Intent {
    const intent = this.intent(id);
    if (intent.status !== 'processing') throw new Error(`${id} is not processing`);
    if (outcome === 'succeeded') this.#settle(intent);
    else {
      intent.status = 'requires_payment_method';
      intent.last_payment_error = {
        type: 'invalid_request_error',
        code: 'payment_intent_payment_attempt_failed',
        message: 'The payment failed.',
      };
    }
    return intent;
  }

  #settle(intent: Intent): void {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    this.taken.push(intent.id);
  }

  #decline(
    intent: Intent,
    method: Method,
    { code, declineCode }: { code: string; declineCode?: string },
  ): StripeProblem {
    const detail = {
      type: 'card_error',
      code,
      ...(declineCode === undefined ? {} : { decline_code: declineCode }),
      message: 'Your card was declined.',
      payment_method: method,
    };
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_payment_error = detail;
    return new StripeProblem(402, { ...detail, payment_intent: { ...intent } }, true);
  }

  createRefund(form: Form): Refund {
    refuseUnknown(form, ['payment_intent', 'amount', 'metadata']);
    const intent = this.intent(textOf(form, 'payment_intent') ?? '', 'payment_intent');
    if (intent.status !== 'succeeded') {
      throw invalid(
        'charge_not_refundable',
        'This PaymentIntent does not have a successful charge.',
      );
    }
    const left = intent.amount - this.refundedCents(intent.id);
    if (left === 0) {
      throw invalid('charge_already_refunded', `Charge of ${intent.id} has already been refunded.`);
    }
    const amount = Number(textOf(form, 'amount') ?? left);
    if (amount > left) {
      throw invalid('', `Refund amount is greater than unrefunded amount on charge.`, {
        param: 'amount',
      });
    }
    const refund: Refund = {
      id: this.#newId('re'),
      object: 'refund',
      amount,
      payment_intent: intent.id,
      status: 'succeeded',
      metadata: textsOf(form, 'metadata'),
      created: this.#count,
    };
    this.refunds.unshift(refund);
    return refund;
  }

  refundedCents(intentId: string): number {
    return this.refunds
      .filter(({ payment_intent, status }) => payment_intent === intentId && status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  listRefunds(intentId: string): Refund[] {
    this.intent(intentId, 'payment_intent');
    return this.refunds.filter(({ payment_intent }) => payment_intent === intentId);
  }

  createCustomer(form: Form): Customer {
    refuseUnknown(form, ['email', 'metadata']);
    const id = this.#newId('cus');
    const customer: Customer = {
      id,
      object: 'customer',
      email: textOf(form, 'email') ?? '',
      metadata: textsOf(form, 'metadata'),
    };
    this.customers.set(id, customer);
    return customer;
  }

  createSetup(form: Form): object {
    if (textOf(form, 'usage') !== 'off_session')
      throw invalid('', 'usage must be off_session here');
    const customer = this.readCustomer(textOf(form, 'customer') ?? '');
    const method = this.#method(textOf(form, 'payment_method') ?? '', 'payment_method');
    const behaviour = this.#behaviours.get(method.id);
    const setup: Setup = {
      id: this.#newId('seti'),
      object: 'setup_intent',
      status: behaviour?.does === 'ask_owner' ? 'requires_action' : 'succeeded',
      customer: customer.id,
      payment_method: method.id,
      mandate: null,
      usage: 'off_session',
    };
    if (behaviour?.does === 'decline' && behaviour.code === 'card_declined_at_once') {
      throw new StripeProblem(
        402,
        { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' },
        true,
      );
    }
    this.setups.set(setup.id, setup);
    if (setup.status === 'succeeded') method.customer = customer.id;
    return this.#expanded(setup, listOf(form, 'expand'));
  }

  /** Starts a setup without a card, as a Checkout Session does. */
  beginSetup(customer: string): Setup {
    const setup: Setup = {
      id: this.#newId('seti'),
      object: 'setup_intent',
      status: 'requires_payment_method',
      customer,
      payment_method: null,
      mandate: null,
      usage: 'off_session',
    };
    this.setups.set(setup.id, setup);
    return setup;
  }

  finishSetup(id: string, methodId: string): void {
    const setup = this.setups.get(id);
    if (setup === undefined) throw missing('setupintent', id, 'intent');
    const method = this.#method(methodId, 'payment_method');
    method.customer = setup.customer;
    Object.assign(setup, { status: 'succeeded', payment_method: methodId });
  }

  cancelSetup(id: string): Setup {
    const setup = this.setups.get(id);
    if (setup === undefined) throw missing('setupintent', id, 'intent');
    setup.status = 'canceled';
    return setup;
  }

  readSetup(id: string, expand: readonly string[]): object {
    const setup = this.setups.get(id);
    if (setup === undefined) throw missing('setupintent', id, 'intent');
    return this.#expanded(setup, expand);
  }

  readMethod(id: string, expand: readonly string[]): object {
    return this.#expanded(this.#method(id, 'payment_method'), expand);
  }

  intent(id: string, param = 'intent'): Intent {
    const intent = this.intents.get(id);
    if (intent === undefined) throw missing('payment_intent', id, param);
    return intent;
  }

  #expanded(object: object, expand: readonly string[]): object {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        expand.includes(name) && typeof value === 'string'
          ? (this.customers.get(value) ?? this.methods.get(value) ?? value)
          : value,
      ]),
    );
  }

  readCustomer(id: string): Customer {
    const customer = this.customers.get(id);
    if (customer === undefined) throw missing('customer', id, 'customer');
    return customer;
  }

  #method(id: string, param: string): Method {
    const method = this.methods.get(id);
    if (method === undefined) throw missing('PaymentMethod', id, param);
    return method;
  }
}

function unexpected(intent: Intent, verb: string): StripeProblem {
  return invalid(
    'payment_intent_unexpected_state',
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    { payment_intent: { ...intent } },
  );
}

function refuseUnknown(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => name !== 'expand' && !known.includes(name));
  if (unknown !== undefined) {
    throw invalid('parameter_unknown', `Received unknown parameter: ${unknown}`, {
      param: unknown,
    });
  }
}
