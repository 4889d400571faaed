// Certifications that server processes carry out. A unique index allows one unfinished run for each carrier.
import type { Selectable } from 'kysely';
import type { CertificationRun, CertificationRuns } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged, run } from '../statements.ts';

export function certificationRunsOver({ read, write }: Access): CertificationRuns {
  return {
    begin: ({ carrier, begunAtMs, aliveUntilMs, progress }) =>
      write(async (db) => {
        const begun = await db
          .insertInto('certification_runs')
          .values({
            carrier,
            begun_at_ms: begunAtMs,
            alive_until_ms: aliveUntilMs,
            is_stopping: 0,
            progress: JSON.stringify(progress),
          })
          .onConflict((conflict) =>
            conflict.column('carrier').where('ended_at_ms', 'is', null).doNothing(),
          )
          .returning('id')
          .executeTakeFirst();
        return begun?.id;
      }),
    keepAlive: (id, aliveUntilMs) =>
      write(async (db) => {
        const kept = await db
          .updateTable('certification_runs')
          .set({ alive_until_ms: aliveUntilMs })
          .where('id', '=', id)
          .where('ended_at_ms', 'is', null)
          .returning('is_stopping')
          .executeTakeFirst();
        if (kept === undefined) return 'ended';
        return kept.is_stopping === 1 ? 'stopping' : 'going';
      }),
    progress: (id, progress) =>
      run(write, (db) =>
        db
          .updateTable('certification_runs')
          .set({ progress: JSON.stringify(progress) })
          .where('id', '=', id),
      ),
    end: (id, atMs, progress) =>
      run(write, (db) =>
        db
          .updateTable('certification_runs')
          .set({ ended_at_ms: atMs, progress: JSON.stringify(progress) })
          .where('id', '=', id),
      ),
    giveUp: (carrier, nowMs) =>
      run(write, (db) =>
        db
          .updateTable('certification_runs')
          .set({ ended_at_ms: nowMs })
          .where('carrier', '=', carrier)
          .where('ended_at_ms', 'is', null)
          .where('alive_until_ms', '<', nowMs),
      ),
    stop: (carrier, nowMs) =>
      hasChanged(write, (db) =>
        db
          .updateTable('certification_runs')
          .set({ is_stopping: 1 })
          .where('carrier', '=', carrier)
          .where('ended_at_ms', 'is', null)
          .where('alive_until_ms', '>=', nowMs),
      ),
    find: (carrier, id) =>
      first(
        read
          .selectFrom('certification_runs')
          .selectAll()
          .where('id', '=', id)
          .where('carrier', '=', carrier),
        fromRow,
      ),
    list: (carrier, limit) =>
      all(
        read
          .selectFrom('certification_runs')
          .selectAll()
          .where('carrier', '=', carrier)
          .orderBy('id', 'desc')
          .limit(limit),
        fromRow,
      ),
  };
}

function fromRow(row: Selectable<Schema['certification_runs']>): CertificationRun {
  return {
    id: row.id,
    carrier: row.carrier,
    begunAtMs: row.begun_at_ms,
    aliveUntilMs: row.alive_until_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    isStopping: row.is_stopping === 1,
    progress: JSON.parse(row.progress) as CertificationRun['progress'],
  };
}
