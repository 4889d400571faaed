// The doctor's findings on the ledger and on payments that need a person.
import { checkLedger } from '../application/jobs/check-ledger.ts';
import type { App } from '../application/ports.ts';
import { hourMs } from '../domain/time/durations.ts';
import type { Finding } from './finding.ts';

const overdueMs = hourMs;
const mostOverdue = 1_000;

/** Compares accounts with their entries, and finds payments that have been waiting too long. */
export async function booksFindings(app: App): Promise<Finding[]> {
  const wrong = await checkLedger(app);
  const overdue = await app.store.payments.listDue(app.clock.nowMs() - overdueMs, mostOverdue);
  return [
    wrong.length === 0
      ? { check: 'ledger', status: 'ok', detail: 'every account is the sum of its entries' }
      : {
          check: 'ledger',
          status: 'problem',
          detail: `accounts differ from their entries: ${wrong.map(({ memberId, usedCents, entriesCents }) => `member ${memberId} says ${usedCents} cents, its entries ${entriesCents}`).join('; ')}`,
        },
    overdue.length === 0
      ? { check: 'payments under way', status: 'ok', detail: 'none is waiting to be looked at' }
      : {
          check: 'payments under way',
          status: 'warning',
          detail: `${overdue.length === mostOverdue ? `${mostOverdue} or more` : overdue.length} are overdue by more than an hour. Check that a server is running.`,
        },
  ];
}
