// Takes a card or wallet that an operator names into Stripe, as a method of the member's customer there that
// can be charged without its owner. Card numbers never come here: what is named was collected by Stripe's own
// form or page (`pm_…`), or set up there by its owner (`seti_…`).
import type { Stripe } from 'stripe';
import type { Gateway, Log } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/accounts/member.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { fingerprintOf, maskedLabel, storedToken, typesOf } from './saved-method.ts';
import type { StripeClient } from './stripe-client.ts';
import { declineOf, traceOf, troubleOf } from './stripe-trouble.ts';

type SaveRequest = Parameters<Gateway['saveMethod']>[0];
type Found = {
  method: Stripe.PaymentMethod;
  customer: Stripe.Customer;
  mandate: string | undefined;
};

const mostCustomers = 100;
/** The newest first; one is usual. */
const mostSetups = 100;

export function stripeMethods(parts: {
  client: StripeClient;
  log: Log;
}): Pick<Gateway, 'saveMethod'> {
  return {
    saveMethod: async (request) => {
      try {
        const { method, customer, mandate } = await parts.client.ask((stripe) =>
          request.token.startsWith('seti_')
            ? findSetUp(stripe, request)
            : findOrSetUp(stripe, request),
        );
        return {
          token: storedToken({ id: method.id, mandate }),
          customer: customer.id,
          maskedLabel: maskedLabel(method),
          fingerprint: fingerprintOf(method),
        };
      } catch (error) {
        if (error instanceof Refusal) throw error;
        const trouble = troubleOf(error);
        parts.log.warn({ member: request.memberId, ...traceOf(trouble) }, 'a method was not saved');
        throw refusalOf(trouble, request);
      }
    },
  };
}

/** What its owner has agreed to already, on a page of Stripe's. */
async function findSetUp(stripe: Stripe, request: SaveRequest): Promise<Found> {
  if (!/^seti_\w+$/.test(request.token)) throw refused(unknownShape);
  const setup = await stripe.setupIntents.retrieve(request.token, {
    expand: ['payment_method', 'customer'],
  });
  if (setup.status !== 'succeeded') {
    throw refused(
      `The set-up is ${setup.status.replaceAll('_', ' ')} at Stripe. Let its owner finish it first.`,
    );
  }
  return {
    method: getMethod(setup.payment_method, request),
    customer: getCustomer(setup.customer, request.memberId),
    mandate: idOf(setup.mandate),
  };
}

async function findOrSetUp(stripe: Stripe, request: SaveRequest): Promise<Found> {
  if (!/^pm_\w+$/.test(request.token)) throw refused(unknownShape);
  const named = await stripe.paymentMethods.retrieve(request.token, { expand: ['customer'] });
  const method = getMethod(named, request);
  if (method.customer !== null) {
    const customer = getCustomer(method.customer, request.memberId);
    return { method, customer, mandate: await findMandate(stripe, method.id) };
  }
  if (request.kind === 'wallet') {
    throw refused(
      "The wallet is not set up for later payments. Let its owner agree on a page of Stripe's and give the seti_… of that.",
    );
  }
  const customer = await obtainCustomer(stripe, request);
  return { ...(await setUpCard(stripe, customer, method.id, request)), customer };
}

/** What the owner agreed to when it was set up, if that was a mandate: some wallets can not be charged without it. */
async function findMandate(stripe: Stripe, methodId: string): Promise<string | undefined> {
  const setups = await stripe.setupIntents.list({ payment_method: methodId, limit: mostSetups });
  const agreed = setups.data.find(({ status, mandate }) => status === 'succeeded' && mandate);
  return idOf(agreed?.mandate ?? null);
}

/** Asks the bank whether the card is good and may be charged later; only then it belongs to the customer. */
async function setUpCard(
  stripe: Stripe,
  customer: Stripe.Customer,
  methodId: string,
  request: SaveRequest,
): Promise<Pick<Found, 'method' | 'mandate'>> {
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: methodId,
    allowed_payment_method_types: [...typesOf('card')],
    usage: 'off_session',
    confirm: true,
    expand: ['payment_method'],
    metadata: { linehaul_member: request.memberId },
  });
  if (setup.status === 'succeeded') {
    return { method: getMethod(setup.payment_method, request), mandate: idOf(setup.mandate) };
  }
  await stripe.setupIntents.cancel(setup.id);
  throw refused(
    "The bank wants the card's owner to approve that it is saved. Let them do so on a page of Stripe's and give the seti_… of that.",
  );
}

/** One customer for each member, found again by the member's number. */
async function obtainCustomer(stripe: Stripe, request: SaveRequest): Promise<Stripe.Customer> {
  const { email, memberId } = request;
  const { data } = await stripe.customers.list({ email, limit: mostCustomers });
  const known = data.find(({ metadata }) => metadata.linehaul_member === String(memberId));
  return (
    known ?? (await stripe.customers.create({ email, metadata: { linehaul_member: memberId } }))
  );
}

function getMethod(
  method: string | Stripe.PaymentMethod | null,
  { kind }: SaveRequest,
): Stripe.PaymentMethod {
  if (method === null || typeof method === 'string') throw refused(unknownToken);
  if (!typesOf(kind).includes(method.type)) {
    const what = method.type.replaceAll('_', ' ');
    throw refused(`The token stands for ${what}, which can not be saved as a ${kind}.`);
  }
  return method;
}

function getCustomer(
  customer: string | Stripe.Customer | Stripe.DeletedCustomer | null,
  memberId: MemberId,
): Stripe.Customer {
  if (customer === null || typeof customer === 'string' || 'deleted' in customer) {
    throw refused('The token belongs to no customer at Stripe. Set it up for one.');
  }
  const owner = customer.metadata.linehaul_member;
  if (owner !== undefined && owner !== String(memberId)) {
    throw refused('The token belongs to another member.');
  }
  return customer;
}

function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === 'object' ? object?.id : object;
}

const unknownShape =
  "The token is none of Stripe's. Give a payment method (pm_…) or a finished set-up (seti_…).";
const unknownToken =
  'Stripe does not know this token. Tokens of its test mode and of live mode do not mix.';

function refused(reason: string): Refusal {
  return new Refusal({ code: 'payment_token_refused', reason });
}

function refusalOf(trouble: ReturnType<typeof troubleOf>, { kind }: SaveRequest): Refusal {
  switch (trouble.kind) {
    case 'declined':
      return refused(declineOf(trouble, kind).userMessage);
    case 'refused':
      return refused(
        trouble.code === 'resource_missing'
          ? unknownToken
          : `Stripe does not take the token${trouble.code === '' ? '' : ` (${trouble.code})`}.`,
      );
    case 'misconfigured':
    case 'reused':
    case 'unclear':
      return new Refusal({
        code: 'payment_gateway_unavailable',
        reason:
          trouble.kind === 'misconfigured'
            ? 'Stripe does not accept STRIPE_SECRET_KEY for this. Nothing was saved.'
            : 'Stripe can not be asked right now. Nothing was saved; try again in a minute.',
      });
  }
}
