// Attempts at a payment gateway, one row for each key. Every change is one statement with its condition, so that
// exactly one of two concurrent processes succeeds, on both engines.
import type { Kysely, Selectable } from 'kysely';
import type {
  GatewayAttempt,
  GatewayAttempts,
  NewGatewayAttempt,
} from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { run } from '../statements.ts';

export function gatewayAttemptsOver({ read, write }: Access): GatewayAttempts {
  return {
    find: (key) => find(read, key),
    open: (fresh) =>
      write(async (db) => {
        const row = rowOf(fresh, false);
        await db
          .insertInto('gateway_attempts')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet(row).where('gateway_attempts.is_closed', '=', 1),
          )
          .execute();
        return await get(db, fresh.key);
      }),
    keepReference: (attempt, reference) =>
      write(async (db) => {
        await db
          .updateTable('gateway_attempts')
          .set({ reference })
          .where('key', '=', attempt.key)
          .where('nonce', '=', attempt.nonce)
          .where('is_closed', '=', 0)
          .where('reference', 'is', null)
          .execute();
        return await get(db, attempt.key);
      }),
    closeUnlessReferenced: (fresh) =>
      write(async (db) => {
        await db
          .insertInto('gateway_attempts')
          .values(rowOf(fresh, true))
          .onConflict((conflict) =>
            conflict
              .column('key')
              .doUpdateSet({ is_closed: 1 })
              .where('gateway_attempts.reference', 'is', null),
          )
          .execute();
        return await get(db, fresh.key);
      }),
    close: (attempt) =>
      run(write, (db) =>
        db
          .updateTable('gateway_attempts')
          .set({ is_closed: 1 })
          .where('key', '=', attempt.key)
          .where('nonce', '=', attempt.nonce),
      ),
  };
}

async function find(db: Kysely<Schema>, key: string): Promise<GatewayAttempt | undefined> {
  const row = await db
    .selectFrom('gateway_attempts')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? undefined : attemptOf(row);
}

async function get(db: Kysely<Schema>, key: string): Promise<GatewayAttempt> {
  const attempt = await find(db, key);
  if (attempt === undefined) throw new Error('The attempt was written a moment ago.');
  return attempt;
}

function rowOf({ key, nonce, nowMs }: NewGatewayAttempt, isClosed: boolean) {
  return { key, nonce, reference: null, is_closed: Number(isClosed), opened_at_ms: nowMs };
}

function attemptOf(row: Selectable<Schema['gateway_attempts']>): GatewayAttempt {
  return {
    key: row.key,
    nonce: row.nonce,
    reference: row.reference ?? undefined,
    isClosed: row.is_closed === 1,
    openedAtMs: row.opened_at_ms,
  };
}
