// /operator/attention, /operator/payments…, /operator/orphans…, /operator/prices…: the operator's issues and what the
// operator does about them.
// Tests: contract/operator-area, contract/operator-notifications.
import { Type } from 'typebox';
import * as orphans from '../../application/carriers/orphan-consignments.ts';
import {
  acknowledgePrice,
  checkPayment,
  listIssues,
} from '../../application/issues/list-issues.ts';
import { markRefundPaid, unmarkRefundPaid } from '../../application/payments/mark-refund-paid.ts';
import { type PaymentId, paymentId } from '../../domain/payments/payment.ts';
import { shownToOperator } from '../bookings/operator-endpoints.ts';
import { OpenPayment, presentOpenPayment } from '../payments/credit.ts';
import { endpoint } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import { IssuesReply, Orphan, presentIssues, presentOrphan } from './issues.ts';

export const list = endpoint(
  {
    summary: 'Bookings and payments that need a person',
    description: 'The oldest first, at most 100 of each.',
    reply: IssuesReply,
  },
  async (app, call) => presentIssues(await listIssues(app), shownToOperator(app, call)),
);

const params = Type.Object({ id: Type.String() });

// Tests: contract/operator-area.
export const checkOutcome = endpoint(
  {
    summary: 'Check a payment with the gateway and the carrier now',
    params,
    reply: OpenPayment,
  },
  async (app, { params: { id } }) => presentOpenPayment(await checkPayment(app, thePayment(id))),
);

// Tests: contract/operator-by-hand.
export const markRefunded = endpoint(
  {
    summary: 'Mark a refund that the gateway could not pay as paid another way',
    description: 'Repeating it with the same note changes nothing.',
    params,
    body: Type.Object({ note: Type.String({ description: 'How, such as bank transfer 8841' }) }),
    reply: OpenPayment,
  },
  async (app, { params: { id }, body: { note } }) =>
    presentOpenPayment(await markRefundPaid(app, thePayment(id), note)),
);

// Tests: contract/operator-by-hand.
export const markNotRefunded = endpoint(
  {
    summary: 'Undo marking a refund as paid another way',
    description: 'It is due again.',
    params,
    reply: OpenPayment,
  },
  async (app, { params: { id } }) =>
    presentOpenPayment(await unmarkRefundPaid(app, thePayment(id))),
);

/** The booking's id and the number of the booking attempt. */
export const referenceParams = Type.Object({
  reference: Type.String({ pattern: '^[0-9]{1,16}(-[0-9]{1,6})?(\\.[0-9]{1,3})?$' }),
});

// Tests: contract/operator-by-hand.
export const cancelOrphan = endpoint(
  {
    summary: 'Cancel an unpaid consignment with its carrier',
    params: referenceParams,
    reply: Orphan,
  },
  async (app, { params: { reference } }) =>
    presentOrphan(await orphans.cancelOrphan(app, reference)),
);

// Tests: contract/operator-by-hand.
export const closeOrphan = endpoint(
  {
    summary: 'Mark an unpaid consignment as settled',
    params: referenceParams,
    body: Type.Object({ note: Type.String({ description: 'What you did' }) }),
    reply: Orphan,
  },
  async (app, { params: { reference }, body: { note } }) =>
    presentOrphan(await orphans.closeOrphan(app, reference, note)),
);

// Tests: contract/operator-by-hand.
export const acknowledge = endpoint(
  {
    summary: 'Acknowledge that a carrier booked at another price',
    description: 'The member’s price does not change.',
    params: referenceParams,
    reply: Type.Object({ reference: Type.String() }),
  },
  async (app, { params: { reference } }) => {
    await acknowledgePrice(app, reference);
    return { reference };
  },
);

function thePayment(id: string): PaymentId {
  return paymentId(getRecordNumber(id, { code: 'payment_not_found', id: 0 }));
}
