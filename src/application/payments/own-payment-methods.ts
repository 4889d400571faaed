// A member's own saved cards and wallets: add a card, choose the default, remove one. A real card is entered on the
// gateway's page; with the built-in test gateway a member may save a test card.
import {
  type PaymentMethodId,
  paymentMethodName,
  testGatewayName,
} from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp, CardPage } from '../ports.ts';
import { addPaymentMethod, listPaymentMethods, type SavedAs } from './payment-methods.ts';

export type PaymentSetup = {
  gateway: string;
  /** Members may save test cards. */
  takesTestCards: boolean;
  /** Members may add a card on the gateway's page. */
  hasCardPage: boolean;
};

export function readPaymentSetup({ gateway }: Pick<AccountsApp, 'gateway'>): PaymentSetup {
  return {
    gateway: gateway.name,
    takesTestCards: gateway.name === testGatewayName,
    hasCardPage: gateway.cardPage !== undefined,
  };
}

export async function addTestMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  token: string,
): Promise<SavedAs> {
  const { takesTestCards, hasCardPage } = readPaymentSetup(app);
  if (!takesTestCards)
    refuseInvalid([{ path: ['token'], problem: 'token_not_taken', hasCardPage }]);
  const input = { kind: 'card', token, isDefault: false } as const;
  return await addPaymentMethod(app, String(member.id), input);
}

/** Where the browser returns to. `openedAt`: the origin that the browser is at now. */
export type CardPageRequest = Pick<Parameters<CardPage['open']>[0], 'doneUrl' | 'leftUrl'> & {
  openedAt: string | undefined;
};

/** Returns the address of the gateway's page. */
export async function openCardPage(
  app: AccountsApp,
  { member: { id: memberId, email } }: SignedInCaller,
  { openedAt, ...back }: CardPageRequest,
): Promise<{ url: string }> {
  refuseElsewhere(openedAt, new URL(back.leftUrl).origin);
  return await cardPageOf(app).open({ memberId, email, ...back });
}

/** At another origin than it left, the browser would return without its session. */
function refuseElsewhere(openedAt: string | undefined, own: string): void {
  if (openedAt === undefined || openedAt === own) return;
  throw new Refusal({ code: 'card_page_elsewhere', openedAt, own });
}

/** Saves the card that was entered on a page opened for this member. Idempotent. */
export async function saveFromCardPage(
  app: AccountsApp,
  { member: { id: memberId } }: SignedInCaller,
  session: string,
): Promise<SavedAs> {
  const token = await cardPageOf(app).findSaved({ memberId, session });
  const input = { kind: 'card', token, isDefault: false } as const;
  return await addPaymentMethod(app, String(memberId), input);
}

function cardPageOf({ gateway: { name, cardPage } }: AccountsApp): CardPage {
  if (cardPage !== undefined) return cardPage;
  throw new Refusal({ code: 'no_card_page', isTestGateway: name === testGatewayName });
}

/** `bankcard_12` or `wallet_7` of this member; `isOfAnyMember`: an operator names it for the member. */
export type NamedMethod = { name: string; isOfAnyMember?: true };

export async function makeDefaultMethod(
  app: AccountsApp,
  of: Owner,
  named: NamedMethod,
): Promise<void> {
  const id = await findOwn(app, of, named);
  if (id === undefined || !(await app.store.paymentMethods.makeDefault(of.member.id, id)))
    refuseUnknown(named);
}

/** The method cannot be charged any more; its payments stay in the ledger. */
export async function removeMethod(app: AccountsApp, of: Owner, named: NamedMethod): Promise<void> {
  const id = await findOwn(app, of, named);
  if (id === undefined || !(await app.store.paymentMethods.remove(of.member.id, id)))
    refuseUnknown(named);
}

type Owner = Pick<SignedInCaller, 'member'>;

async function findOwn(
  app: AccountsApp,
  of: Owner,
  { name }: NamedMethod,
): Promise<PaymentMethodId | undefined> {
  const methods = await listPaymentMethods(app, of);
  return methods.find((method) => paymentMethodName(method) === name)?.id;
}

function refuseUnknown(named: NamedMethod): never {
  throw new Refusal({ code: 'payment_method_not_found', ...named });
}
