// /operator/members…: the operator manages members through the same use-cases as the command line.
// Tests: contract/operator-members.
import { Type } from 'typebox';
import { secretLink } from '../../application/mail/mail-link.ts';
import { changeMember } from '../../application/members/change-member.ts';
import { makeReset, resetLastsMs } from '../../application/members/change-password.ts';
import {
  membersPerPage,
  readMember,
  searchMembers,
} from '../../application/members/list-members.ts';
import { registerMember } from '../../application/members/register-member.ts';
import {
  receiveCreditPayment,
  reverseCreditPayment,
  setCreditLimit,
} from '../../application/payments/credit-account.ts';
import { refundBalancePayment } from '../../application/payments/pay-balance.ts';
import type { App } from '../../application/ports.ts';
import { paymentId } from '../../domain/payments/payment.ts';
import { memberSorts } from '../../domain/sorting.ts';
import { PaymentReply, presentPayment } from '../payments/credit.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { withIdempotencyKey } from '../server/idempotency.ts';
import { parseSearch, sortingParam } from '../server/list-query.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import { DetailsBody, parseDetails } from './member.ts';
import {
  cents,
  LimitBody,
  ListedMemberReply,
  MemberChangeBody,
  parseMemberChange,
  presentListedMember,
  presentWholeMember,
  ReceiptBody,
  WholeMemberReply,
} from './operator-member.ts';

const MemberSortParam = sortingParam(memberSorts);
const params = Type.Object({ id: Type.String() });

export const list = endpoint(
  {
    summary: 'Members',
    description: `Newest first or by sort, ${membersPerPage} a page. owes sorts by the use of credit accounts.`,
    query: Type.Object({
      q: Type.Optional(Type.String({ description: 'Part of an e-mail, a company or a name' })),
      sort: MemberSortParam.schema,
      page: Type.Optional(Type.String()),
    }),
    reply: Type.Array(ListedMemberReply),
  },
  async (app, { query }) => {
    const page = /^[1-9]\d{0,5}$/.test(query.page ?? '') ? Number(query.page) : 1;
    const found = await searchMembers(app, {
      text: parseSearch(query.q),
      sorting: MemberSortParam.read(query.sort),
      page,
    });
    return found.map(({ member, account }) => presentListedMember(member, account));
  },
);

export const add = endpoint(
  {
    summary: 'Add a member',
    description: 'Without a password. Create a link with which the member sets one.',
    body: DetailsBody,
    stores: true,
    takesIdempotencyKey: true,
    reply: WholeMemberReply,
  },
  (app, call) =>
    withIdempotencyKey(app, call, call.body, async () => {
      const { id } = await registerMember(app, parseDetails(call.body));
      return await page(app, String(id));
    }),
);

export const read = endpoint(
  { summary: 'A member', params, reply: WholeMemberReply },
  async (app, call) => await page(app, call.params.id),
);

export const change = endpoint(
  {
    summary: 'Change a member’s account',
    params,
    body: MemberChangeBody,
    reply: WholeMemberReply,
  },
  async (app, { caller, params: { id }, body }) => {
    await changeMember(app, id, parseMemberChange(body), signedIn(caller).member);
    return await page(app, id);
  },
);

export const setLimit = endpoint(
  {
    summary: 'Set a member’s credit limit',
    description: '0 closes the account to new bookings.',
    params,
    body: LimitBody,
    reply: WholeMemberReply,
  },
  async (app, { params: { id }, body }) => {
    await setCreditLimit(app, id, cents('limit', body.limit));
    return await page(app, id);
  },
);

export const receive = endpoint(
  {
    summary: 'Record a payment from a member',
    description:
      'With the bank’s reference, a second payment with the same reference is refused unless the first was reversed. Without it, the same amount is refused for a day unless `again` is set.',
    params,
    body: ReceiptBody,
    takesIdempotencyKey: true,
    reply: WholeMemberReply,
  },
  async (app, call) => {
    const { id } = call.params;
    // A retry after a lost answer records the payment once.
    return await withIdempotencyKey(app, call, call.body, async ({ keep }) => {
      const { amount, reference, again = false } = call.body;
      const payment = { amountCents: cents('amount', amount), reference, isAnother: again };
      await receiveCreditPayment(app, id, payment, async (store) =>
        keep(store, await page({ ...app, store }, id)),
      );
      return await page(app, id);
    });
  },
);

export const reverseReceipt = endpoint(
  {
    summary: 'Reverse a payment from a member',
    description: 'The amount is owed again. The receipt and its reversal stay in the books.',
    params: Type.Object({ id: Type.String(), receipt: Type.String() }),
    reply: WholeMemberReply,
  },
  async (app, { params: { id, receipt } }) => {
    const number = getRecordNumber(receipt, { code: 'receipt_not_found', id: 0 });
    await reverseCreditPayment(app, id, number);
    return await page(app, id);
  },
);

// Tests: contract/balance-payments.
export const refundPayment = endpoint(
  {
    summary: 'Refund a payment of a member’s balance to its card',
    description: 'The whole amount, which is owed again. Repeating it refunds nothing more.',
    params,
    refusals: { 409: 'Not a charged payment of a balance' },
    reply: PaymentReply,
  },
  async (app, { params: { id } }) => {
    const number = getRecordNumber(id, { code: 'payment_not_found', id: 0 });
    return presentPayment(await refundBalancePayment(app, paymentId(number)));
  },
);

export const reset = endpoint(
  {
    summary: 'Create a link for a member’s new password',
    description: 'It works once, for a day, and replaces the last link.',
    params,
    reply: Type.Object({ url: Type.String(), expires_at: Type.String() }),
  },
  async (app, { params: { id }, publicUrl }) => {
    const { token, expiresAtMs } = await makeReset(app, id, resetLastsMs.handedOver);
    return {
      url: secretLink(publicUrl, 'reset-password', token),
      expires_at: new Date(expiresAtMs).toISOString(),
    };
  },
);

async function page(app: App, id: string) {
  return presentWholeMember(await readMember(app, id));
}
