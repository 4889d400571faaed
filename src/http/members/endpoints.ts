// /member: the caller's member account and payment methods.
// Tests: contract/members-accounts, contract/authentication.
import { Type } from 'typebox';
import { listPaymentMethods } from '../../application/payments/payment-methods.ts';
import {
  NumberedPaymentMethodReply,
  PaymentMethodReply,
  presentPaymentMethod,
} from '../payments/payment-method.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { MemberReply, presentMember } from './member.ts';

export const read = endpoint(
  {
    summary: 'Member details',
    description: 'The member that the credentials belong to. Also the way to check credentials.',
    reply: MemberReply,
  },
  async (_app, { caller }) => presentMember(signedIn(caller).member),
);

// Tests: contract/own-money, contract/payments.
export const paymentMethods = endpoint(
  {
    summary: 'Saved payment methods',
    description: 'Cards and wallets that can pay for a booking; may be empty.',
    reply: { v4: Type.Array(NumberedPaymentMethodReply), v5: Type.Array(PaymentMethodReply) },
  },
  async (app, { caller, generation }) => {
    const methods = await listPaymentMethods(app, signedIn(caller));
    return methods.map((method) => presentPaymentMethod(method, generation));
  },
);
