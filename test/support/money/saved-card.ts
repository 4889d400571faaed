// A card of the test gateway, saved for a member: its tokens say what becomes of a charge (docs/payments.md).
import { addPaymentMethod } from '../../../src/application/members/payment-methods.ts';

type Accounts = Parameters<typeof addPaymentMethod>[0];
type Card = { token?: string; isDefault?: boolean };

/** Returns what `payment_method` calls it. */
export async function saveCard(
  app: Accounts,
  member: { id: number },
  { token = 'tok_ok', isDefault = false }: Card = {},
): Promise<string> {
  return (await addPaymentMethod(app, String(member.id), { kind: 'card', token, isDefault })).id;
}
