// Members for the operator: the whole list, search results with credit balances, and one member in detail.
import type { Member } from '../../domain/members/member.ts';
import type { Receipt } from '../../domain/payments/ledger.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import type { MemberSorting } from '../../domain/sorting.ts';
import type { ListedUser } from '../../domain/users/user.ts';
import {
  type CreditStanding,
  listCreditAccounts,
  listReceipts,
  readCreditAccount,
} from '../payments/credit-account.ts';
import type { AccountsApp, StoredAccount } from '../ports.ts';
import { getMember } from './find-member.ts';

export const membersPerPage = 50;
const balancePaymentsShown = 20;

export async function listMembers({ store }: AccountsApp): Promise<Member[]> {
  return await store.members.list();
}

export type FoundMember = { member: Member; account: CreditStanding };

/** `text`: part of an e-mail, a company or a name. */
export async function searchMembers(
  app: AccountsApp,
  {
    text,
    sorting,
    page,
  }: { text: string | undefined; sorting: MemberSorting | undefined; page: number },
): Promise<FoundMember[]> {
  const skip = (page - 1) * membersPerPage;
  const members = await app.store.members.search({ text, sorting, limit: membersPerPage, skip });
  const accountOf = await listCreditAccounts(
    app,
    members.map(({ id }) => id),
  );
  return members.map((member) => ({ member, account: accountOf(member.id) }));
}

export type WholeMember = {
  member: Member;
  users: readonly ListedUser[];
  account: CreditStanding;
  carrierAccounts: readonly StoredAccount[];
  receipts: readonly Receipt[];
  /** Payments of the balance by card and their refunds, newest first. */
  balancePayments: readonly Payment[];
};

export async function readMember(app: AccountsApp, reference: string): Promise<WholeMember> {
  const member = await getMember(app, reference);
  const carrierAccounts = await app.store.carrierAccounts.list(member.id);
  const account = await readCreditAccount(app, reference);
  return {
    member,
    users: await app.store.users.list(member.id),
    account,
    carrierAccounts,
    receipts: await listReceipts(app, reference),
    balancePayments: await app.store.payments.listForBalance(member.id, balancePaymentsShown),
  };
}
