// Records a change in the audit log. The entry is durable before the change begins, so that no change is without one: if
// the process dies in between, the entry stays "not finished".
import type { AuditEnd, AuditEntry } from '../../domain/audit/audit-entry.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AccountsApp, AuditFindings } from '../ports.ts';

export type ToRecord = Omit<AuditEntry, 'id' | 'atMs' | 'outcome' | 'reason'>;

/** What a successful result says: its outcome, and what was not known before. */
type Ending<Result> = (result: Result) => Promise<AuditEnd & AuditFindings>;

export async function recordChange<Result>(
  app: AccountsApp,
  change: ToRecord,
  work: () => Promise<Result>,
  endingOf: Ending<Result>,
): Promise<Result> {
  const atMs = app.clock.nowMs();
  const id = await app.store.auditLog.add({
    ...change,
    atMs,
    outcome: 'not_finished',
    reason: '',
  });
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    await finish(app, id, async () => endOf(error));
    throw error;
  }
  await finish(app, id, () => endingOf(result));
  return result;
}

/** For what changes nothing that lasts unless the client receives the answer, such as signing in. */
export async function recordAfterwards(
  app: AccountsApp,
  change: ToRecord,
  end: AuditEnd,
): Promise<void> {
  const atMs = app.clock.nowMs();
  await app.store.auditLog.add({ ...change, atMs, reason: '', ...end });
}

export function endOf(error: unknown): AuditEnd {
  return error instanceof Refusal
    ? { outcome: 'refused', reason: error.data.code }
    : { outcome: 'failed' };
}

/** The change is made: an outcome that cannot be written must not turn its answer into an error. */
async function finish(
  app: AccountsApp,
  id: number,
  ending: () => Promise<AuditEnd & AuditFindings>,
): Promise<void> {
  try {
    await app.store.auditLog.finish(id, await ending());
  } catch (error) {
    app.log.warn({ err: error, entry: id }, 'an entry of the audit log stays without its outcome');
  }
}

const purgeBatch = 500;

/** Deletes a batch of old entries; true if there may be more. */
export async function purgeAuditLog({
  store,
  clock,
  auditKeptMs,
}: AccountsApp & { auditKeptMs: number }): Promise<boolean> {
  const beforeMs = clock.nowMs() - auditKeptMs;
  return (await store.auditLog.purge(beforeMs, purgeBatch)) === purgeBatch;
}
