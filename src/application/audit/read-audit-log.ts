// The audit log for people. An admin sees what concerns the own member, and of the operator only that it was the
// operator; the operator sees every entry.
import { type AuditEntry, isByOperator } from '../../domain/audit/audit-entry.ts';
import type { Member } from '../../domain/members/member.ts';
import type { App, AuditFilter, Owner } from '../ports.ts';

export const entriesPerPage = 50;
/** So many are read at a time while a file is written. */
const entriesAtOnce = 500;

/** A member sees no `by` where the operator acted. Only the operator sees the `member`. */
export type ShownEntry = Omit<AuditEntry, 'by'> & {
  by: AuditEntry['by'] | undefined;
  member: Member | undefined;
};

export type AuditRequest = { filter: AuditFilter; isOldestFirst: boolean; page: number };

export async function readAuditLog(
  app: App,
  reader: Owner,
  { filter, isOldestFirst, page }: AuditRequest,
): Promise<ShownEntry[]> {
  const skip = (page - 1) * entriesPerPage;
  const span = { isOldestFirst, limit: entriesPerPage, skip };
  return await shownTo(
    app,
    reader,
    await app.store.auditLog.list(seenBy(app, reader, filter), span),
  );
}

/** Every entry, newest first. */
export async function* readWholeAuditLog(
  app: App,
  reader: Owner,
  filter: AuditFilter,
): AsyncGenerator<ShownEntry[]> {
  let after: AuditEntry | undefined;
  for (;;) {
    const entries = await app.store.auditLog.list(seenBy(app, reader, filter), {
      limit: entriesAtOnce,
      after,
    });
    if (entries.length > 0) yield await shownTo(app, reader, entries);
    if (entries.length < entriesAtOnce) return;
    after = entries.at(-1);
  }
}

/** Entries beyond their time are not shown, even before they are deleted. */
function seenBy({ clock, auditKeptMs }: App, reader: Owner, asked: AuditFilter): AuditFilter {
  const fromMs = Math.max(asked.fromMs ?? 0, clock.nowMs() - auditKeptMs);
  const filter = { ...asked, fromMs };
  if (reader === 'operator') return filter;
  // A search for an operator's e-mail must not reveal who it was.
  const actorsOf = filter.actor === undefined ? undefined : reader;
  return { ...filter, memberId: reader, actorsOf };
}

async function shownTo(
  { store }: App,
  reader: Owner,
  entries: readonly AuditEntry[],
): Promise<ShownEntry[]> {
  if (reader !== 'operator')
    return entries.map((entry) => ({
      ...entry,
      ...(isByOperator(entry) ? { by: undefined, address: '', detail: {} } : {}),
      member: undefined,
    }));
  const ids = entries.flatMap(({ memberId }) => (memberId === undefined ? [] : [memberId]));
  const members = await store.members.findMany([...new Set(ids)]);
  return entries.map((entry) => ({
    ...entry,
    member: entry.memberId === undefined ? undefined : members.get(entry.memberId),
  }));
}
