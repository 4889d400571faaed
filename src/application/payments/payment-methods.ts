// A member's saved cards and wallets. The operator enters the gateway's token; the gateway checks it and returns a
// label. Whoever has the stored token can charge it, so it is never shown.
import {
  type PaymentMethod,
  type PaymentMethodKind,
  paymentMethodName,
} from '../../domain/payments/payment-method.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import { getMember } from '../members/find-member.ts';
import type { AccountsApp } from '../ports.ts';

export type NewMethod = { kind: PaymentMethodKind; token: string; isDefault: boolean };

/** `isNew`: false if the card was saved before: it keeps its id and is charged with the new token. */
export type SavedAs = { id: string; maskedLabel: string; isNew: boolean; isDefault: boolean };

const longestToken = 255;

export async function addPaymentMethod(
  app: AccountsApp,
  memberReference: string,
  { kind, token, isDefault }: NewMethod,
): Promise<SavedAs> {
  if (token.trim() === '' || token.length > longestToken)
    refuseInvalid([{ path: ['token'], problem: 'token_length', most: longestToken }]);
  const member = await getMember(app, memberReference);
  const { email } = member;
  const saved = await app.gateway.saveMethod({ kind, token, memberId: member.id, email });
  const added = await app.store.paymentMethods.add({
    ...saved,
    memberId: member.id,
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
  { member }: Pick<SignedInCaller, 'member'>,
): Promise<PaymentMethod[]> {
  return await app.store.paymentMethods.list(member.id);
}
