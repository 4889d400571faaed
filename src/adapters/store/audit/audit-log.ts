// The audit log in the database.
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { AuditFilter, AuditLog } from '../../../application/ports.ts';
import { actionKind, isAuditAction } from '../../../domain/audit/audit-action.ts';
import type { AuditActor, AuditEntry, AuditOutcome } from '../../../domain/audit/audit-entry.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import { userId } from '../../../domain/users/user.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, changed, run } from '../statements.ts';

export function auditLogOver({ list, write }: Access): AuditLog {
  return {
    add: ({ atMs, action, by, memberId: ofMember, thing, detail, address, outcome, reason }) =>
      write(async (db) => {
        const { id } = await db
          .insertInto('audit_entries')
          .values({
            at_ms: atMs,
            action,
            action_group: actionKind(action).group,
            member_id: ofMember ?? null,
            actor_kind: by.kind,
            actor_member_id: by.memberId ?? null,
            actor_id: by.id ?? null,
            actor_name: by.name,
            actor_key: actorKey(by.name),
            thing_id: thing?.id ?? null,
            thing_name: thing?.name ?? '',
            detail: JSON.stringify(detail),
            address,
            outcome,
            reason,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),
    finish: (id, { outcome, reason = '', thing, memberId: ofMember }) =>
      run(write, (db) =>
        db
          .updateTable('audit_entries')
          .set({
            outcome,
            reason,
            // Undefined values stay as they are.
            member_id: ofMember,
            thing_id: thing?.id,
            thing_name: thing?.name,
          })
          .where('id', '=', id),
      ),
    list: (filter, { isOldestFirst = false, limit, skip = 0, after }) => {
      const direction = isOldestFirst ? 'asc' : 'desc';
      return list((db) =>
        all(
          db
            .selectFrom('audit_entries')
            .selectAll()
            .where((on) => on.and(conditions(on, filter)))
            .$if(after !== undefined, (query) =>
              query
                .where('at_ms', '<=', Number(after?.atMs))
                .where((on) =>
                  on.or([on('at_ms', '<', Number(after?.atMs)), on('id', '<', Number(after?.id))]),
                ),
            )
            .orderBy('at_ms', direction)
            .orderBy('id', direction)
            .limit(limit)
            .offset(skip),
          entryFrom,
        ),
      );
    },
    purge: (beforeMs, limit) =>
      changed(write, (db) =>
        db
          .deleteFrom('audit_entries')
          .where('id', 'in', (part) =>
            part
              .selectFrom('audit_entries')
              .select('id')
              .where('at_ms', '<', beforeMs)
              .orderBy('at_ms')
              .limit(limit),
          ),
      ),
  };
}

const actorKey = (name: string): string => name.trim().toLowerCase();

function conditions(on: ExpressionBuilder<Schema, 'audit_entries'>, filter: AuditFilter) {
  const { memberId: ofMember, actor, actorsOf, group, fromMs, beforeMs } = filter;
  return [
    ofMember === undefined ? undefined : on('member_id', '=', ofMember),
    actor === undefined ? undefined : on('actor_key', '=', actorKey(actor)),
    actorsOf === undefined ? undefined : on('actor_member_id', '=', actorsOf),
    group === undefined ? undefined : on('action_group', '=', group),
    fromMs === undefined ? undefined : on('at_ms', '>=', fromMs),
    beforeMs === undefined ? undefined : on('at_ms', '<', beforeMs),
  ].filter((condition) => condition !== undefined);
}

function entryFrom(row: Selectable<Schema['audit_entries']>): AuditEntry {
  const { action } = row;
  if (!isAuditAction(action)) throw new Error(`the audit log has an unknown action "${action}"`);
  return {
    id: row.id,
    atMs: row.at_ms,
    action,
    by: actorFrom(row),
    memberId: row.member_id === null ? undefined : memberId(row.member_id),
    thing: row.thing_id === null ? undefined : { id: row.thing_id, name: row.thing_name },
    detail: JSON.parse(row.detail),
    address: row.address,
    outcome: row.outcome as AuditOutcome,
    reason: row.reason,
  };
}

function actorFrom(row: Selectable<Schema['audit_entries']>): AuditActor {
  const kind = row.actor_kind as AuditActor['kind'];
  const id = row.actor_id;
  return {
    kind,
    memberId: row.actor_member_id === null ? undefined : memberId(row.actor_member_id),
    id: id === null ? undefined : kind === 'key' ? keyId(id) : userId(id),
    name: row.actor_name,
  };
}
