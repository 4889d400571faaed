// A member's saved cards and wallets. A member enters a real card on the gateway's page, or saves a test card of the
// built-in gateway; the operator enters the gateway's token. The stored token can be charged, so it is never shown.
import type { MemberId } from '../../domain/members/member.ts';
import {
  type PaymentMethod,
  type PaymentMethodId,
  type PaymentMethodKind,
  paymentMethodName,
  testGatewayName,
} from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import { getMember } from '../members/find-member.ts';
import type { AccountsApp, CardPage } from '../ports.ts';

export type NewMethod = { kind: PaymentMethodKind; token: string; isDefault?: boolean };

/** `isNew`: false if the card was saved before: it keeps its id and is charged with the new token. */
export type SavedMethod = { id: string; maskedLabel: string; isNew: boolean; isDefault: boolean };

const longestToken = 255;

export async function addPaymentMethod(
  app: AccountsApp,
  memberReference: string,
  { kind, token, isDefault = false }: NewMethod,
): Promise<SavedMethod> {
  if (token.trim() === '' || token.length > longestToken)
    refuseInvalid([{ path: ['token'], problem: 'token_length', most: longestToken }]);
  const { id: memberId, email } = await getMember(app, memberReference);
  const saved = await app.gateway.saveMethod({ kind, token, memberId, email });
  const added = await app.store.paymentMethods.add({
    ...saved,
    memberId,
    kind,
    gateway: app.gateway.name,
    isDefault,
    createdAtMs: app.clock.nowMs(),
  });
  const { maskedLabel } = saved;
  return { ...added, id: paymentMethodName({ kind, id: added.id }), maskedLabel };
}

export async function listPaymentMethods(
  app: AccountsApp,
  memberId: MemberId,
): Promise<PaymentMethod[]> {
  return await app.store.paymentMethods.list(memberId);
}

/** `name`: such as `bankcard_12` or `wallet_7`. */
export async function makeDefaultMethod(
  app: AccountsApp,
  memberId: MemberId,
  name: string,
): Promise<void> {
  const id = await getMethod(app, memberId, name);
  if (!(await app.store.paymentMethods.makeDefault(memberId, id))) throw notFound(name);
}

/** The method cannot be charged any more; its payments stay in the ledger. */
export async function removeMethod(
  app: AccountsApp,
  memberId: MemberId,
  name: string,
): Promise<void> {
  const id = await getMethod(app, memberId, name);
  if (!(await app.store.paymentMethods.remove(memberId, id))) throw notFound(name);
}

async function getMethod(
  app: AccountsApp,
  memberId: MemberId,
  name: string,
): Promise<PaymentMethodId> {
  const methods = await listPaymentMethods(app, memberId);
  const method = methods.find((one) => paymentMethodName(one) === name);
  if (method === undefined) throw notFound(name);
  return method.id;
}

const notFound = (name: string): Refusal => new Refusal({ code: 'payment_method_not_found', name });

/** How members save cards themselves. */
export type PaymentSetup = { gateway: string; takesTestCards: boolean; hasCardPage: boolean };

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
): Promise<SavedMethod> {
  const { takesTestCards, hasCardPage } = readPaymentSetup(app);
  if (!takesTestCards)
    refuseInvalid([{ path: ['token'], problem: 'token_not_taken', hasCardPage }]);
  return await addPaymentMethod(app, String(member.id), { kind: 'card', token });
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
): Promise<SavedMethod> {
  const token = await cardPageOf(app).findSaved({ memberId, session });
  return await addPaymentMethod(app, String(memberId), { kind: 'card', token });
}

function cardPageOf({ gateway: { name, cardPage } }: AccountsApp): CardPage {
  if (cardPage !== undefined) return cardPage;
  throw new Refusal({ code: 'no_card_page', isTestGateway: name === testGatewayName });
}
