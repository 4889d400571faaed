// A card or wallet of the test gateway, saved for a member: its tokens say what becomes of a charge
// (docs/operators/payment-gateway.md).
import { addPaymentMethod } from '../../../src/application/payments/payment-methods.ts';
import type { PaymentMethodKind } from '../../../src/domain/payments/payment-method.ts';

type Accounts = Parameters<typeof addPaymentMethod>[0];
type Card = { token?: string; kind?: PaymentMethodKind; isDefault?: boolean };

/** Returns the id that `payment_method` expects. */
export async function saveCard(
  app: Accounts,
  member: { id: number },
  { token = 'tok_ok', kind = 'card', isDefault = false }: Card = {},
): Promise<string> {
  return (await addPaymentMethod(app, String(member.id), { kind, token, isDefault })).id;
}
