// A member's credit terms. Only the operator sets them; the ledger uses them up.
import type { CreditAccount } from '../../domain/accounts/credit.ts';
import type { Cents } from '../../domain/money.ts';
import type { AccountsApp } from '../ports.ts';
import { getMember } from './find-member.ts';

const noAccount: CreditAccount = { limitCents: 0, usedCents: 0 };

export async function readCreditAccount(
  app: AccountsApp,
  memberReference: string,
): Promise<CreditAccount> {
  const member = await getMember(app, memberReference);
  return (await app.store.credit.find(member.id)) ?? noAccount;
}

export async function setCreditLimit(
  app: AccountsApp,
  memberReference: string,
  limitCents: Cents,
): Promise<CreditAccount> {
  const member = await getMember(app, memberReference);
  return await app.store.credit.setLimit(member.id, limitCents, app.clock.nowMs());
}
