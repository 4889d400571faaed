// A person's own saved cards and wallets: adding a card, which is the default, and which is to be forgotten. A real card is added
// on a page of the gateway's; where the built-in test gateway is in use, a person may save a test card.
import { type PaymentMethodId, paymentMethodName } from '../../domain/payments/payment-method.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp, CardPage } from '../ports.ts';
import { addPaymentMethod, type SavedAs } from './payment-methods.ts';

export async function addTestMethod(
  app: AccountsApp,
  { member }: SignedInCaller,
  token: string,
): Promise<SavedAs> {
  if (app.gateway.name !== 'test') {
    const sentence =
      app.gateway.cardPage === undefined
        ? 'Cards are saved by whoever runs this service. Ask them.'
        : 'A card is added on a page of the payment gateway, which the page of payments opens.';
    refuseInvalid([{ path: ['token'], sentence }]);
  }
  const wish = { kind: 'card', token, isDefault: false } as const;
  return await addPaymentMethod(app, String(member.id), wish);
}

/** Where the person's browser has to go, and where it comes back to. */
export async function openCardPage(
  app: AccountsApp,
  { member: { id: memberId, email } }: SignedInCaller,
  back: Pick<Parameters<CardPage['open']>[0], 'doneUrl' | 'leftUrl'>,
): Promise<{ url: string }> {
  return await cardPageOf(app).open({ memberId, email, ...back });
}

/** The card that was saved on a page that was opened for this person. Said twice, it is saved once. */
export async function saveFromCardPage(
  app: AccountsApp,
  { member: { id: memberId } }: SignedInCaller,
  session: string,
): Promise<SavedAs> {
  const token = await cardPageOf(app).findSaved({ memberId, session });
  const wish = { kind: 'card', token, isDefault: false } as const;
  return await addPaymentMethod(app, String(memberId), wish);
}

function cardPageOf({ gateway: { name, cardPage } }: AccountsApp): CardPage {
  if (cardPage !== undefined) return cardPage;
  throw new Refusal({
    code: 'payment_gateway_unavailable',
    reason:
      name === 'test'
        ? 'This service runs with the test gateway, which takes no real cards. Add a test card.'
        : 'No payment gateway is configured, so no card can be added. Whoever runs this service has to set PAYMENTS=stripe.',
  });
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
