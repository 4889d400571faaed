// A person's own saved cards and wallets: which is the default, and which is to be forgotten. Real cards are brought in
// through the gateway by the operator; where the built-in test gateway is in use, a person may save a test card.
import { type PaymentMethodId, paymentMethodName } from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { addPaymentMethod } from './payment-methods.ts';

/** More than anybody has wallets. */
const mostMethods = 20;

export async function addTestMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  token: string,
): Promise<{ id: string; maskedLabel: string; isDefault: boolean }> {
  const saved = await app.store.paymentMethods.list(member.id);
  if (app.gateway.name !== 'test' || saved.length >= mostMethods) {
    const sentence =
      app.gateway.name === 'test'
        ? `You have ${mostMethods} saved methods, which is the most. Remove one.`
        : 'Cards are saved by whoever runs this service. Ask them.';
    refuseInvalid([{ path: ['token'], sentence }]);
  }
  const added = await addPaymentMethod(app, String(member.id), {
    kind: 'card',
    token,
    isDefault: false,
  });
  return { ...added, isDefault: saved.length === 0 };
}

export async function makeDefaultMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  id: PaymentMethodId,
): Promise<void> {
  if (!(await app.store.paymentMethods.makeDefault(member.id, id))) refuseUnknown(id);
}

/** It is not shown or charged any more; what was paid with it stays in the books. */
export async function removeMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  id: PaymentMethodId,
): Promise<void> {
  if (!(await app.store.paymentMethods.remove(member.id, id))) refuseUnknown(id);
}

function refuseUnknown(id: PaymentMethodId): never {
  const name = paymentMethodName({ kind: 'card', id });
  throw new Refusal({ code: 'payment_method_not_found', name });
}
