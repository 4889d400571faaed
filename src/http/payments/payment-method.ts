// A saved payment method on the wire. Interface, "Payment method": v4 also contains the card's or agreement's own
// number, v5 only the opaque id.
import { type Static, Type } from 'typebox';
import { type PaymentMethod, paymentMethodName } from '../../domain/payments/payment-method.ts';
import type { Generation } from '../server/generation.ts';
import { wordOf } from '../server/values.ts';

const fields = {
  id: Type.String({ description: 'Send it as payment_method' }),
  type: wordOf(['credit_card', 'wallet']),
  masked_label: Type.String(),
  is_default: Type.Boolean(),
};

export const PaymentMethodReply = Type.Object(fields, { $id: 'PaymentMethod' });

export const NumberedPaymentMethodReply = Type.Object({
  ...fields,
  card_id: Type.Optional(Type.Integer({ description: 'Cards only' })),
  agreement_id: Type.Optional(Type.Integer({ description: 'Wallets only' })),
});

export function presentPaymentMethod(
  method: PaymentMethod,
  { numbersPaymentMethods }: Generation,
): Static<typeof NumberedPaymentMethodReply> {
  const isCard = method.kind === 'card';
  return {
    id: paymentMethodName(method),
    type: isCard ? 'credit_card' : 'wallet',
    ...(numbersPaymentMethods ? { [isCard ? 'card_id' : 'agreement_id']: method.id } : {}),
    masked_label: method.maskedLabel,
    is_default: method.isDefault,
  };
}
