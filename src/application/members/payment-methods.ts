// A member's saved cards and wallets. The operator brings the gateway's token; the gateway checks it and says how it is to
// be shown. What is stored can be charged, so it is never handed out.
import {
  type PaymentMethod,
  type PaymentMethodKind,
  paymentMethodName,
} from '../../domain/payments/payment-method.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { getMember } from './find-member.ts';

export type NewMethodWish = { kind: PaymentMethodKind; token: string; isDefault: boolean };

const longestToken = 255;

export async function addPaymentMethod(
  app: AccountsApp,
  memberReference: string,
  { kind, token, isDefault }: NewMethodWish,
): Promise<{ id: string; maskedLabel: string }> {
  if (token.trim() === '' || token.length > longestToken) {
    const sentence = `A token has 1 to ${longestToken} characters.`;
    refuseInvalid([{ path: ['token'], sentence }]);
  }
  const member = await getMember(app, memberReference);
  const { email } = member;
  const saved = await app.gateway.saveMethod({ kind, token, memberId: member.id, email });
  const id = await app.store.paymentMethods.add({
    memberId: member.id,
    kind,
    gateway: app.gateway.name,
    token: saved.token,
    customer: saved.customer,
    maskedLabel: saved.maskedLabel,
    isDefault,
    createdAtMs: app.clock.nowMs(),
  });
  return { id: paymentMethodName({ kind, id }), maskedLabel: saved.maskedLabel };
}

export async function listPaymentMethods(
  app: AccountsApp,
  { member }: SignedInCaller,
): Promise<PaymentMethod[]> {
  return await app.store.paymentMethods.list(member.id);
}
