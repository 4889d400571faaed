// Compares the used credit of each account with the sum of its entries. Both change in one transaction, so a
// difference is a bug or a manual change of the database. It is reported, never corrected.
import type { AccountCheck, AccountsApp } from '../ports.ts';

const batch = 20;

/** The accounts with a difference. */
export async function checkLedger(app: Pick<AccountsApp, 'store'>): Promise<AccountCheck[]> {
  const wrong: AccountCheck[] = [];
  let afterMember = 0;
  for (;;) {
    const checks = await app.store.ledger.check(afterMember, batch);
    wrong.push(...checks.filter(({ usedCents, entriesCents }) => usedCents !== entriesCents));
    const last = checks.at(-1);
    if (last === undefined || checks.length < batch) return wrong;
    afterMember = last.memberId;
  }
}
