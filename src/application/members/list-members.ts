// Members as whoever runs the service sees them: all of them, a page of those that are looked for with what each owes, or one
// with all that is known.
import type { Member } from '../../domain/members/member.ts';
import type { Receipt } from '../../domain/payments/ledger.ts';
import {
  type CreditStanding,
  listCreditAccounts,
  listReceipts,
  readCreditAccount,
} from '../payments/credit-account.ts';
import type { AccountsApp, OwnAccount } from '../ports.ts';
import { getMember } from './find-member.ts';

export const membersPerPage = 50;

export async function listMembers({ store }: AccountsApp): Promise<Member[]> {
  return await store.members.list();
}

export type FoundMember = { member: Member; account: CreditStanding | undefined };

/** `text`: part of an e-mail, a company or a name. */
export async function searchMembers(
  app: AccountsApp,
  { text, page }: { text: string | undefined; page: number },
): Promise<FoundMember[]> {
  const skip = (page - 1) * membersPerPage;
  const members = await app.store.members.search({ text, limit: membersPerPage, skip });
  const ids = members.map(({ id }) => id);
  const accounts = await listCreditAccounts(app, ids);
  return members.map((member) => ({ member, account: accounts.get(member.id) }));
}

export type WholeMember = {
  member: Member;
  account: CreditStanding;
  /** Accounts of their own with carriers. */
  own: readonly OwnAccount[];
  receipts: readonly Receipt[];
};

export async function readMember(app: AccountsApp, reference: string): Promise<WholeMember> {
  const member = await getMember(app, reference);
  const own = await app.store.ownAccounts.list(member.id);
  const account = await readCreditAccount(app, reference);
  return { member, account, own, receipts: await listReceipts(app, reference) };
}
