// A saved card or wallet at Stripe: what we store, which types we accept, and how it is shown. Makes no requests.
import type { Stripe } from 'stripe';
import type { ChargeMethod } from '../../../application/ports.ts';

export type StripeMethod = { id: string; customer: string; mandate: string | undefined };

const cardTypes = ['card'] as const;
/**
 * Stripe's wallets that can be charged later without their owner present, for merchants in Australia or elsewhere.
 */
const walletTypes = ['link', 'paypal', 'payto', 'amazon_pay', 'revolut_pay'] as const;

/** Stripe ignores types that the account has not enabled. */
export function typesOf(kind: ChargeMethod['kind']): readonly string[] {
  return kind === 'card' ? cardTypes : walletTypes;
}

/** Stripe answers with an object or only with its id. */
export function idOf(object: string | { id: string } | null): string | undefined {
  return typeof object === 'object' ? object?.id : object;
}

/** Some wallets can be charged only under a mandate, so its id is stored with the method. */
export function storedToken({ id, mandate }: Pick<StripeMethod, 'id' | 'mandate'>): string {
  return mandate === undefined ? id : `${id}:${mandate}`;
}

/** Undefined if the method was not saved through Stripe. */
export function readMethod({ token, customer }: ChargeMethod): StripeMethod | undefined {
  const [, id, mandate] = /^(pm_\w+)(?::(mandate_\w+))?$/.exec(token) ?? [];
  return id === undefined || customer === undefined ? undefined : { id, customer, mandate };
}

/** Stripe's fingerprint of the card number. Wallets have none, so their id is used. */
export function fingerprintOf({ id, card }: Stripe.PaymentMethod): string {
  return card?.fingerprint ?? id;
}

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  diners_club: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  eftpos_australia: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  union_pay: 'UnionPay',
  visa: 'Visa',
};

/** "Visa ending 4242", "PayPal j***@example.com": the owner recognises it, and others cannot use it. */
export function maskedLabel(method: Stripe.PaymentMethod): string {
  switch (method.type) {
    case 'card': {
      const brand = method.card?.display_brand ?? method.card?.brand ?? '';
      return ending(brands[brand] ?? 'Card', method.card?.last4);
    }
    case 'paypal':
      return owned('PayPal', method.paypal?.payer_email);
    case 'link':
      return owned('Link', method.link?.email);
    case 'payto':
      return ending('PayTo', method.payto?.last4);
    case 'amazon_pay':
      return 'Amazon Pay';
    case 'revolut_pay':
      return 'Revolut Pay';
    default:
      return 'Wallet';
  }
}

function ending(name: string, lastFour: string | null | undefined): string {
  return /^\d{4}$/.test(lastFour ?? '') ? `${name} ending ${lastFour}` : name;
}

function owned(name: string, email: string | null | undefined): string {
  const [, first, domain] = /^(.)[^@]*@([\w.-]+)$/u.exec(email ?? '') ?? [];
  return first === undefined ? name : `${name} ${first}***@${domain}`;
}
