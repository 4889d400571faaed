// A person's own saved cards and wallets: which is the default, and which is to be forgotten. Real cards are brought in
// through the gateway by the operator; where the built-in test gateway is in use, a person may save a test card.
import { type PaymentMethodId, paymentMethodName } from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { addPaymentMethod, type SavedAs } from './payment-methods.ts';

export async function addTestMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  token: string,
): Promise<SavedAs> {
  if (app.gateway.name !== 'test') {
    const sentence = 'Cards are saved by whoever runs this service. Ask them.';
    refuseInvalid([{ path: ['token'], sentence }]);
  }
  const wish = { kind: 'card', token, isDefault: false } as const;
  return await addPaymentMethod(app, String(member.id), wish);
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
