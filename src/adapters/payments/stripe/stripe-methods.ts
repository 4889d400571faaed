// Saves a card or wallet that an operator names, as a payment method of the member's Stripe customer that can be
// charged without its owner present. Card numbers never reach Linehaul: Stripe's form or page collected the method
// (`pm_…`), or its owner set it up there (`seti_…`).
import type { Stripe } from 'stripe';
import type { Gateway } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import { askOrRefuse, refused, unknownToken } from './method-refusals.ts';
import { fingerprintOf, idOf, maskedLabel, storedToken, typesOf } from './saved-method.ts';
import type { StripeParts } from './stripe-client.ts';
import { type CustomerParts, obtainCustomer } from './stripe-customers.ts';

type SaveRequest = Parameters<Gateway['saveMethod']>[0];
type Found = {
  method: Stripe.PaymentMethod;
  /** The customer's id. */
  customer: string;
  mandate: string | undefined;
};

/** Stripe lists the newest first; there is usually one. */
const mostSetups = 100;

export function stripeMethods(parts: StripeParts): Pick<Gateway, 'saveMethod'> {
  return {
    saveMethod: async (request) => {
      const { kind, memberId } = request;
      const asked = {
        kind,
        memberId,
        unknown: unknownToken,
        notDone: (code: string) => `Stripe does not take the token${code}.`,
      };
      const { method, customer, mandate } = await askOrRefuse(parts, asked, (stripe) =>
        request.token.startsWith('seti_')
          ? findSetUp(stripe, request)
          : findOrSetUp(parts, stripe, request),
      );
      return {
        token: storedToken({ id: method.id, mandate }),
        customer,
        maskedLabel: maskedLabel(method),
        fingerprint: fingerprintOf(method),
      };
    },
  };
}

/** A set-up that the owner has completed on a Stripe page. */
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

async function findOrSetUp(
  parts: CustomerParts,
  stripe: Stripe,
  request: SaveRequest,
): Promise<Found> {
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
  const customer = await obtainCustomer(parts, stripe, request);
  return { ...(await setUpCard(stripe, customer, method.id, request)), customer };
}

/** The mandate from the method's set-up, if it has one: some wallets cannot be charged without it. */
async function findMandate(stripe: Stripe, methodId: string): Promise<string | undefined> {
  const setups = await stripe.setupIntents.list({ payment_method: methodId, limit: mostSetups });
  const agreed = setups.data.find(({ status, mandate }) => status === 'succeeded' && mandate);
  return idOf(agreed?.mandate ?? null);
}

/**
 * Asks the bank whether the card is valid and may be charged later. Only then does Stripe attach it to the customer.
 */
async function setUpCard(
  stripe: Stripe,
  customer: string,
  methodId: string,
  request: SaveRequest,
): Promise<Pick<Found, 'method' | 'mandate'>> {
  const setup = await stripe.setupIntents.create({
    customer,
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

function getMethod(
  method: string | Stripe.PaymentMethod | null,
  { kind }: SaveRequest,
): Stripe.PaymentMethod {
  if (method === null || typeof method === 'string') throw refused(unknownToken);
  if (!typesOf(kind).includes(method.type)) {
    const what = method.type.replaceAll('_', ' ');
    throw refused(`The token stands for ${what}, which cannot be saved as a ${kind}.`);
  }
  return method;
}

function getCustomer(
  customer: string | Stripe.Customer | Stripe.DeletedCustomer | null,
  memberId: MemberId,
): string {
  if (customer === null || typeof customer === 'string' || 'deleted' in customer) {
    throw refused('The token belongs to no customer at Stripe. Set it up for one.');
  }
  const owner = customer.metadata.linehaul_member;
  if (owner !== undefined && owner !== String(memberId)) {
    throw refused('The token belongs to another member.');
  }
  return customer.id;
}

const unknownShape =
  'The token is not from Stripe. Give a payment method (pm_…) or a finished set-up (seti_…).';
