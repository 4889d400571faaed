// Members' webhook endpoints in the database, with their secrets sealed.
import { type Selectable, sql } from 'kysely';
import type { WebhookEndpoints } from '../../../application/ports.ts';
import { memberId } from '../../../domain/members/member.ts';
import {
  type WebhookDetails,
  type WebhookEndpoint,
  webhookEndpointId,
} from '../../../domain/webhooks/webhook-endpoint.ts';
import { webhookEventTypes } from '../../../domain/webhooks/webhook-event.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, changed, first, run } from '../statements.ts';

const removedAtOnce = 1_000;

/** Literal, to match the partial indexes. */
export const waitingDelivery = sql.lit('waiting' as const);

export function webhookEndpointsOver({
  dialect,
  read,
  write,
  configure,
}: Access): WebhookEndpoints {
  const rows = () =>
    read
      .selectFrom('webhook_endpoints')
      .selectAll()
      .select(({ selectFrom, fn }) =>
        selectFrom('webhook_deliveries')
          .select(fn.countAll<number | string>().as('count'))
          .whereRef('webhook_deliveries.endpoint_id', '=', 'webhook_endpoints.id')
          .where('webhook_deliveries.status', '=', waitingDelivery)
          .as('waiting'),
      );
  return {
    add: ({ memberId: member, sealed, createdAtMs, ...details }) =>
      configure(async (db) => {
        const { id } = await db
          .insertInto('webhook_endpoints')
          .values({
            member_id: member,
            ...columns(details),
            sealed,
            created_at_ms: createdAtMs,
            held_until_ms: 0,
            failures: 0,
            notice_attempts: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return webhookEndpointId(id);
      }),
    find: (id, member) =>
      first(rows().where('id', '=', id).where('member_id', '=', member), endpointFrom),
    list: (member) => all(rows().where('member_id', '=', member).orderBy('id'), endpointFrom),
    change: (id, details) =>
      configure(async (db) => {
        const known = await db
          .selectFrom('webhook_endpoints')
          .select(['url', 'is_enabled'])
          .where('id', '=', id)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
          .executeTakeFirst();
        if (known === undefined) return;
        const isAnew = known.url !== details.url || (details.isEnabled && known.is_enabled === 0);
        await db
          .updateTable('webhook_endpoints')
          .set({
            ...columns(details),
            ...(isAnew
              ? {
                  // A process that is sending to it at the moment finds that it has lost it.
                  held_until_ms: 0,
                  failures: 0,
                  failing_since_ms: null,
                  switched_off_at_ms: null,
                  notice_due_at_ms: null,
                }
              : {}),
          })
          .where('id', '=', id)
          .execute();
        if (isAnew)
          await db
            .updateTable('webhook_deliveries')
            .set((row) => ({ due_at_ms: row.ref('created_at_ms'), attempts: 0 }))
            .where('endpoint_id', '=', id)
            .where('status', '=', waitingDelivery)
            .execute();
      }),
    rotateSecret: (id, { sealed, previousUntilMs }) =>
      run(write, (db) =>
        db
          .updateTable('webhook_endpoints')
          .set((row) => ({
            previous_sealed: row.ref('sealed'),
            previous_until_ms: previousUntilMs,
            sealed,
          }))
          .where('id', '=', id),
      ),
    remove: async (id) => {
      await run(configure, (db) =>
        db.updateTable('webhook_endpoints').set({ is_enabled: 0 }).where('id', '=', id),
      );
      // In batches: the endpoint of a busy member has many, and other writes would wait for all of them.
      const removeSome = (): Promise<number> =>
        changed(write, (db) =>
          db
            .deleteFrom('webhook_deliveries')
            .where('id', 'in', ({ selectFrom }) =>
              selectFrom('webhook_deliveries as some')
                .select('some.id')
                .where('some.endpoint_id', '=', id)
                .limit(removedAtOnce),
            ),
        );
      while ((await removeSome()) === removedAtOnce);
      await run(configure, (db) => db.deleteFrom('webhook_endpoints').where('id', '=', id));
    },
    listSecrets: () =>
      all(
        read.selectFrom('webhook_endpoints').select(['id', 'sealed', 'previous_sealed']),
        (row) => ({
          id: webhookEndpointId(row.id),
          sealed: row.sealed,
          previousSealed: row.previous_sealed ?? undefined,
        }),
      ),
    reseal: (id, before, after) =>
      run(write, (db) =>
        db
          .updateTable('webhook_endpoints')
          .set({ sealed: after.sealed, previous_sealed: after.previousSealed ?? null })
          .where('id', '=', id)
          .where('sealed', '=', before.sealed),
      ),
    takeUpNotices: ({ nowMs, untilMs, limit }) =>
      write(async (db) => {
        const due = await db
          .selectFrom('webhook_endpoints')
          .selectAll()
          .where('notice_due_at_ms', '<=', nowMs)
          .orderBy('notice_due_at_ms')
          .limit(limit)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate().skipLocked())
          .execute();
        if (due.length > 0)
          await db
            .updateTable('webhook_endpoints')
            .set((row) => ({
              notice_due_at_ms: untilMs,
              notice_attempts: row('notice_attempts', '+', 1),
            }))
            .where(
              'id',
              'in',
              due.map(({ id }) => id),
            )
            .execute();
        return due.map((row) => ({
          endpoint: endpointFrom({ ...row, waiting: 0 }),
          attempts: row.notice_attempts + 1,
          wantedAtMs: row.switched_off_at_ms ?? nowMs,
        }));
      }),
    scheduleNotice: (id, dueAtMs) =>
      run(write, (db) =>
        db
          .updateTable('webhook_endpoints')
          .set({ notice_due_at_ms: dueAtMs ?? null })
          .where('id', '=', id)
          // It may have been switched on meanwhile.
          .where('switched_off_at_ms', 'is not', null),
      ),
  };
}

function columns({ url, description, events, isEnabled }: WebhookDetails) {
  return { url, description, events: events.join(' '), is_enabled: isEnabled ? 1 : 0 };
}

type Row = Selectable<Schema['webhook_endpoints']> & { waiting: number | string | null };

function endpointFrom(row: Row): WebhookEndpoint {
  return {
    id: webhookEndpointId(row.id),
    memberId: memberId(row.member_id),
    url: row.url,
    description: row.description,
    events: eventsFrom(row.events),
    isEnabled: row.is_enabled === 1,
    switchedOffAtMs: row.switched_off_at_ms ?? undefined,
    failingSinceMs: row.failing_since_ms ?? undefined,
    previousUntilMs: row.previous_until_ms ?? undefined,
    createdAtMs: row.created_at_ms,
    waiting: Number(row.waiting ?? 0),
  };
}

/** A type that this version does not know was chosen in a later one. */
export function eventsFrom(text: string): WebhookEndpoint['events'] {
  return webhookEventTypes.filter((type) => text.split(' ').includes(type));
}
