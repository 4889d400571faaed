// The outbox of webhooks: one row for each event and endpoint, written in the transaction of the change. A process that
// takes deliveries holds the endpoint, so that it has one sender at a time. `attempts` tells apart who took a delivery last.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { NotedEvent, WebhookDeliveries } from '../../../application/ports.ts';
import { memberId } from '../../../domain/members/member.ts';
import { longestSkewMs } from '../../../domain/time/clock-skew.ts';
import {
  type DeliveryAttempt,
  deliveryFaults,
  deliveryStatuses,
  longestDeliveryPauseMs,
  type WebhookDelivery,
  webhookDeliveryId,
} from '../../../domain/webhooks/webhook-delivery.ts';
import {
  isListening,
  type WebhookEndpointId,
  webhookEndpointId,
} from '../../../domain/webhooks/webhook-endpoint.ts';
import { subjectOf, type WebhookEvent } from '../../../domain/webhooks/webhook-event.ts';
import { writeWebhookBody } from '../../../wording/webhooks.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';
import type { Schema } from '../schema.ts';
import { all, changed, first, knownWord } from '../statements.ts';
import type { Listeners } from './listeners.ts';
import { eventsFrom, waitingDelivery } from './webhook-endpoints.ts';

const longestDetail = 500;
/** Nothing is put off for longer: a later time was written by a wrong clock, and counts as now. */
const farthestMs = longestDeliveryPauseMs + longestSkewMs;

export function webhookDeliveriesOver(
  { dialect, read, list, write }: Access,
  listeners: Listeners,
): WebhookDeliveries {
  const isFree = (nowMs: number) =>
    sql<boolean>`(held_until_ms <= ${nowMs} or held_until_ms > ${nowMs + farthestMs})`;
  const insert = async (
    db: Kysely<Schema>,
    endpoint: number,
    noted: NotedEvent,
  ): Promise<number> => {
    const { rows } = await insertDelivery(db, newRow(endpoint, noted));
    return rows[0]?.id ?? 0;
  };
  return {
    hasListener: (member) => listeners.has(read, member),
    note: async (member, events) => {
      if (events.length === 0 || !(await listeners.has(read, member))) return;
      await write(async (db) => {
        const listening = dialect.locksRows ? lockedListening : allListening;
        // Ids are given before the commit: without this, the later of two events could be seen and sent first.
        if (dialect.locksRows)
          for (const turn of turnsOf(events))
            await sql`select pg_advisory_xact_lock(${member}::int, ${turn}::int)`.execute(db);
        const { rows } = await listening(db, [member, 1]);
        for (const noted of events) {
          const { type } = noted.event;
          for (const { id, events: listensTo } of rows) {
            const isHeard =
              type !== 'webhook.test' && isListening({ events: eventsFrom(listensTo) }, type);
            if (isHeard) await insert(db, id, noted);
          }
        }
      });
    },
    addTest: (endpoint, noted) =>
      write(async (db) => {
        await db
          .updateTable('webhook_endpoints')
          .set({ held_until_ms: 0 })
          .where('id', '=', endpoint)
          .where('failures', '>', 0)
          .execute();
        const id = await insert(db, endpoint, noted);
        // Before everything that waits.
        await db
          .updateTable('webhook_deliveries')
          .set({ due_at_ms: 0 })
          .where('id', '=', id)
          .execute();
        return webhookDeliveryId(id);
      }),
    find: (id, endpoint) =>
      first(
        read
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('id', '=', id)
          .where('endpoint_id', '=', endpoint),
        deliveryFrom,
      ),
    list: ({ endpointId, status, limit, skip }) =>
      list((db) => {
        let query = db
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('endpoint_id', '=', endpointId);
        if (status !== undefined) query = query.where('status', '=', status);
        return all(query.orderBy('id', 'desc').limit(limit).offset(skip), deliveryFrom);
      }),
    replay: (id, endpoint, nowMs) =>
      write(async (db) => {
        const known = await db
          .selectFrom('webhook_deliveries')
          .select(['message_id', 'type', 'subject', 'body'])
          .where('id', '=', id)
          .where('endpoint_id', '=', endpoint)
          .executeTakeFirst();
        if (known === undefined) return undefined;
        const added = await db
          .insertInto('webhook_deliveries')
          .values({ ...known, endpoint_id: endpoint, ...unsent(nowMs) })
          .returning('id')
          .executeTakeFirstOrThrow();
        return webhookDeliveryId(added.id);
      }),
    listDue: (nowMs, limit) =>
      all(
        read
          .selectFrom('webhook_endpoints')
          .innerJoin('members', 'members.id', 'webhook_endpoints.member_id')
          .select(['webhook_endpoints.id', 'webhook_endpoints.member_id', 'failures'])
          .where('is_enabled', '=', 1)
          .where('is_open', '=', 1)
          .where(isFree(nowMs))
          .where((row) =>
            row.or([row(dueOf('min'), '<=', nowMs), row(dueOf('max'), '>', nowMs + farthestMs)]),
          )
          .orderBy(sql`case when failures > 0 then 1 else 0 end`)
          .orderBy('held_until_ms')
          .orderBy('webhook_endpoints.id')
          .limit(limit),
        (row) => ({
          id: webhookEndpointId(row.id),
          memberId: memberId(row.member_id),
          isFailing: row.failures > 0,
        }),
      ),
    take: (id, { nowMs, untilMs, limit }) =>
      write(async (db) => {
        const held = await db
          .updateTable('webhook_endpoints')
          .set({ held_until_ms: untilMs })
          .where('id', '=', id)
          .where('is_enabled', '=', 1)
          .where(isFree(nowMs))
          .returning(['url', 'sealed', 'previous_sealed', 'previous_until_ms', 'failures'])
          .executeTakeFirst();
        if (held === undefined) return undefined;
        const due = await takeFirsts(db, id, nowMs, held.failures > 0 ? 1 : limit);
        if (due.length === 0) {
          await db
            .updateTable('webhook_endpoints')
            .set({ held_until_ms: nowMs })
            .where('id', '=', id)
            .execute();
          return undefined;
        }
        return {
          id,
          url: held.url,
          sealed: held.sealed,
          previousSealed: held.previous_sealed ?? undefined,
          previousUntilMs: held.previous_until_ms ?? undefined,
          failures: held.failures,
          heldUntilMs: untilMs,
          deliveries: due.map((row) => ({
            id: webhookDeliveryId(row.id),
            messageId: row.message_id,
            attempts: row.attempts,
            // Only this file writes the column.
            type: row.type as WebhookEvent['type'],
            body: row.body,
          })),
        };
      }),
    endAttempts: (
      { id, heldUntilMs },
      ended,
      { nowMs, failedBeforeMs, leastFailures, pauseAfterMs },
    ) =>
      write(async (db) => {
        for (const { delivery, attempt, dueAtMs } of ended) {
          const isDelivered = attempt.fault === undefined;
          const status = isDelivered ? 'delivered' : dueAtMs === undefined ? 'failed' : 'waiting';
          let update = db
            .updateTable('webhook_deliveries')
            .set({
              status,
              ...attemptColumns(attempt),
              ...(dueAtMs === undefined ? {} : { due_at_ms: dueAtMs }),
            })
            .where('id', '=', delivery.id)
            .where('status', '=', waitingDelivery);
          // An event that has arrived is not sent again, even if another process took it meanwhile.
          if (!isDelivered) update = update.where('attempts', '=', delivery.attempts);
          await update.execute();
        }
        const hasSucceeded = ended.some(({ attempt }) => attempt.fault === undefined);
        const known = await db
          .selectFrom('webhook_endpoints')
          .select(['failures', 'failing_since_ms'])
          .where('id', '=', id)
          .where('held_until_ms', '=', heldUntilMs)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
          .executeTakeFirst();
        // Another process has it, or it was changed.
        if (known === undefined) return false;
        const failures = hasSucceeded ? 0 : known.failures + 1;
        const failingSinceMs = hasSucceeded ? null : (known.failing_since_ms ?? nowMs);
        const isOver =
          failingSinceMs !== null && failingSinceMs <= failedBeforeMs && failures >= leastFailures;
        const change = {
          failures,
          failing_since_ms: failingSinceMs,
          // Who was served last waits longest.
          held_until_ms: hasSucceeded ? nowMs : nowMs + pauseAfterMs(failures),
        };
        if (isOver) await switchOff(db, id, nowMs);
        await db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute();
        return isOver;
      }),
    release: ({ id, heldUntilMs }, untried, nowMs) =>
      write(async (db) => {
        for (const delivery of untried)
          await db
            .updateTable('webhook_deliveries')
            .set((row) => ({ attempts: row('attempts', '-', 1) }))
            .where('id', '=', delivery.id)
            .where('attempts', '=', delivery.attempts)
            .where('status', '=', waitingDelivery)
            .execute();
        await db
          .updateTable('webhook_endpoints')
          .set({ held_until_ms: nowMs })
          .where('id', '=', id)
          .where('held_until_ms', '=', heldUntilMs)
          .execute();
      }),
    purge: async (beforeMs, limit) =>
      (await changed(write, (db) =>
        db
          .deleteFrom('webhook_deliveries')
          .where('id', 'in', ({ selectFrom }) =>
            selectFrom('webhook_deliveries as old')
              .select('old.id')
              .where('old.created_at_ms', '<', beforeMs)
              .orderBy('old.created_at_ms')
              .limit(limit),
          ),
      )) === limit,
  };
}

/** The first or last time at which a delivery of the endpoint is due. Found in the index, however many wait. */
const dueOf = (which: 'min' | 'max') =>
  sql<number>`(select ${sql.raw(which)}(due_at_ms) from webhook_deliveries
    where endpoint_id = webhook_endpoints.id and status = ${waitingDelivery})`;

type Due = { id: number; subject: string; headId: number };

/**
 * Marks the due deliveries that wait for no earlier one of their subject. The others are put off until the earlier one is
 * due, so that each is looked at once and not by every attempt.
 */
async function takeFirsts(
  db: Kysely<Schema>,
  endpoint: WebhookEndpointId,
  nowMs: number,
  limit: number,
) {
  const due = await listCandidates(db, endpoint, nowMs);
  const firsts = due.filter(({ id, headId }) => id === headId).slice(0, limit);
  await putOff(
    db,
    endpoint,
    nowMs,
    due.filter(({ id, headId }) => id !== headId),
  );
  if (firsts.length === 0) return [];
  const taken = await db
    .updateTable('webhook_deliveries')
    .set((row) => ({ attempts: row('attempts', '+', 1), attempted_at_ms: nowMs }))
    .where(
      'id',
      'in',
      firsts.map(({ id }) => id),
    )
    .returning(['id', 'message_id', 'attempts', 'type', 'body'])
    .execute();
  return taken.toSorted((one, other) => one.id - other.id);
}

const mostCandidates = 200;

async function listCandidates(
  db: Kysely<Schema>,
  endpoint: WebhookEndpointId,
  nowMs: number,
): Promise<Due[]> {
  const listed = (comparison: '<=' | '>', atMs: number) =>
    all(
      db
        .selectFrom('webhook_deliveries')
        .select(['id', 'subject'])
        .select(({ selectFrom }) =>
          selectFrom('webhook_deliveries as head')
            .select('head.id')
            .whereRef('head.endpoint_id', '=', 'webhook_deliveries.endpoint_id')
            .whereRef('head.subject', '=', 'webhook_deliveries.subject')
            .where('head.status', '=', waitingDelivery)
            .orderBy('head.id')
            .limit(1)
            .as('head_id'),
        )
        .where('endpoint_id', '=', endpoint)
        .where('status', '=', waitingDelivery)
        .where('due_at_ms', comparison, atMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(mostCandidates),
      ({ id, subject, head_id: headId }): Due => ({ id, subject, headId: headId ?? id }),
    );
  const due = await listed('<=', nowMs);
  return due.length > 0 ? due : await listed('>', nowMs + farthestMs);
}

async function putOff(
  db: Kysely<Schema>,
  endpoint: WebhookEndpointId,
  nowMs: number,
  blocked: readonly Due[],
): Promise<void> {
  const subjectOfHead = new Map(blocked.map(({ headId, subject }) => [headId, subject]));
  if (subjectOfHead.size === 0) return;
  const heads = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'due_at_ms'])
    .where('id', 'in', [...subjectOfHead.keys()])
    .where('due_at_ms', '>', nowMs)
    .execute();
  for (const { id: headId, due_at_ms: dueAtMs } of heads)
    await db
      .updateTable('webhook_deliveries')
      .set({ due_at_ms: dueAtMs })
      .where('endpoint_id', '=', endpoint)
      .where('subject', '=', subjectOfHead.get(headId) ?? '')
      .where('status', '=', waitingDelivery)
      .where('id', '>', headId)
      .where('due_at_ms', '<', dueAtMs)
      .execute();
}

/** Not a change of the configuration: `note` looks at the endpoints of a listener itself. */
async function switchOff(db: Kysely<Schema>, id: WebhookEndpointId, nowMs: number): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ is_enabled: 0, switched_off_at_ms: nowMs, notice_due_at_ms: nowMs, notice_attempts: 0 })
    .where('id', '=', id)
    .execute();
}

/** Few, because a transaction may note thousands of events, and PostgreSQL has room for few locks. */
const turnsOfMember = 16;

/** Events of one subject take the same turn. In one order, so that two transactions cannot wait for each other. */
function turnsOf(events: readonly NotedEvent[]): number[] {
  const numbers = events.map(({ event }) => Number(/\d+/.exec(subjectOf(event)) ?? 0));
  const turns = new Set(numbers.map((number) => number % turnsOfMember));
  return [...turns].toSorted((one, other) => one - other);
}

const unsent = (nowMs: number) => ({
  status: 'waiting',
  attempts: 0,
  created_at_ms: nowMs,
  due_at_ms: nowMs,
  fault: '',
  detail: '',
  answer_body: '',
  took_ms: 0,
});

const listeningOf = (db: Kysely<Schema>) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('member_id', '=', 0)
    .where('is_enabled', '=', 0)
    .orderBy('id');

/** Run for every event of a member with an endpoint. */
const allListening = prepared(listeningOf);
/** An endpoint may be deleted at this moment, which must not fail the change that is reported. */
const lockedListening = prepared((db) => listeningOf(db).forKeyShare());

const insertDelivery = prepared((db) =>
  db
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: 0,
      message_id: '',
      type: '',
      subject: '',
      body: '',
      ...unsent(0),
    })
    .returning('id'),
);

/** In the order of the statement's columns. */
function newRow(endpoint: number, { messageId, event, nowMs }: NotedEvent): unknown[] {
  const body = writeWebhookBody(event, nowMs);
  const subject = event.type === 'webhook.test' ? messageId : subjectOf(event);
  return [endpoint, messageId, event.type, subject, body, ...Object.values(unsent(nowMs))];
}

const attemptColumns = ({ fault, detail, answerStatus, answerBody, tookMs }: DeliveryAttempt) => ({
  fault: fault ?? '',
  detail: detail.slice(0, longestDetail),
  answer_status: answerStatus ?? null,
  answer_body: answerBody,
  took_ms: tookMs,
});

function deliveryFrom(row: Selectable<Schema['webhook_deliveries']>): WebhookDelivery {
  const isTried = row.answer_status !== null || row.fault !== '';
  return {
    id: webhookDeliveryId(row.id),
    endpointId: webhookEndpointId(row.endpoint_id),
    messageId: row.message_id,
    // Only this file writes the column.
    type: row.type as WebhookEvent['type'],
    status: knownWord(deliveryStatuses, row.status, 'a webhook delivery'),
    attempts: row.attempts,
    createdAtMs: row.created_at_ms,
    dueAtMs: row.due_at_ms,
    attemptedAtMs: row.attempted_at_ms ?? undefined,
    last: isTried
      ? {
          fault:
            row.fault === ''
              ? undefined
              : knownWord(deliveryFaults, row.fault, 'a webhook delivery'),
          detail: row.detail,
          answerStatus: row.answer_status ?? undefined,
          answerBody: row.answer_body,
          tookMs: row.took_ms,
        }
      : undefined,
    body: row.body,
  };
}
