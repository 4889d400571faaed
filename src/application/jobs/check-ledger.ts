// Compares what each credit account says is used with what its entries add up to. They move together in one transaction,
// so a difference is a bug or a hand in the database; it is told, never mended.
import type { AccountCheck, AccountsApp } from '../ports.ts';

const batch = 20;

/** Accounts that differ, over all members. */
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
