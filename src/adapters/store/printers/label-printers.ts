// Members' label printers in the database, with a digest of the agent's token instead of the token.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { LabelPrinters } from '../../../application/ports.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import {
  type Automatic,
  type LabelPrinter,
  type PrinterDetails,
  type PrintReason,
  type PrintTrouble,
  printerId,
  type Reach,
} from '../../../domain/printers/label-printer.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { first, hasChanged, run } from '../statements.ts';

/** An agent asks every few seconds, and a minute is exact enough for a person. */
const seenNotedEveryMs = 30_000;

export function labelPrintersOver({ dialect, read, write }: Access): LabelPrinters {
  const rows = () =>
    read
      .selectFrom('label_printers')
      .selectAll()
      .select(({ selectFrom, fn }) =>
        selectFrom('print_jobs')
          .select(fn.countAll<number | string>().as('count'))
          .whereRef('print_jobs.printer_id', '=', 'label_printers.id')
          .where('print_jobs.status', '=', sql.lit('waiting'))
          .as('waiting'),
      );
  type Row = Selectable<Schema['label_printers']> & { waiting: number | string | null };
  const withKeys = async (found: readonly Row[]): Promise<LabelPrinter[]> => {
    if (found.length === 0) return [];
    const keys = await read
      .selectFrom('printer_keys')
      .selectAll()
      .where(
        'printer_id',
        'in',
        found.map(({ id }) => id),
      )
      .orderBy('key_id')
      .execute();
    return found.map((row) => ({
      id: printerId(row.id),
      memberId: memberId(row.member_id),
      name: row.name,
      reach: reachFrom(row),
      automatic: automaticFrom(
        row.automatic,
        keys.filter((key) => key.printer_id === row.id).map((key) => key.key_id),
      ),
      trouble: troubleFrom(row),
      seenAtMs: row.seen_at_ms ?? undefined,
      waiting: Number(row.waiting ?? 0),
    }));
  };
  const keepKeys = async (db: Kysely<Schema>, id: number, automatic: Automatic): Promise<void> => {
    if (automatic.kind !== 'keys' || automatic.keyIds.length === 0) return;
    const keys = await db
      .selectFrom('api_keys')
      .select('id')
      .where('id', 'in', automatic.keyIds)
      // A key may be deleted at this moment.
      .$if(dialect.locksRows, (locking) => locking.forKeyShare())
      .execute();
    if (keys.length === 0) return;
    await db
      .insertInto('printer_keys')
      .values(keys.map((key) => ({ printer_id: id, key_id: key.id })))
      .execute();
  };
  return {
    add: ({ memberId: member, digest, ...details }) =>
      write(async (db) => {
        const { id } = await db
          .insertInto('label_printers')
          .values({
            ...columns(details),
            member_id: member,
            token_digest: digest ?? null,
            held_until_ms: 0,
            failures: 0,
            reason: '',
            detail: '',
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await keepKeys(db, id, details.automatic);
        return printerId(id);
      }),
    find: async (id, member) =>
      (
        await withKeys(await rows().where('id', '=', id).where('member_id', '=', member).execute())
      )[0],
    findByDigest: (digest) =>
      first(
        read
          .selectFrom('label_printers')
          .innerJoin('members', 'members.id', 'label_printers.member_id')
          .select(['label_printers.id', 'member_id'])
          .where('token_digest', '=', digest)
          .where('is_open', '=', 1),
        (row) => ({ id: printerId(row.id), memberId: memberId(row.member_id) }),
      ),
    list: async (member) =>
      await withKeys(await rows().where('member_id', '=', member).orderBy('id').execute()),
    change: (id, details, digest) =>
      write(async (db) => {
        const known = await db
          .selectFrom('label_printers')
          .select(['host', 'port'])
          .where('id', '=', id)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
          .executeTakeFirst();
        if (known === undefined) return;
        const changed = columns(details);
        const isElsewhere = changed.host !== known.host || changed.port !== known.port;
        await db
          .updateTable('label_printers')
          .set({
            ...changed,
            ...(details.reach.kind === 'tcp' ? { token_digest: null, seen_at_ms: null } : {}),
            ...(digest === undefined ? {} : { token_digest: digest }),
            // At the same address, a process may be sending and must stay the only one.
            ...(isElsewhere ? { held_until_ms: 0, failures: 0, reason: '', detail: '' } : {}),
          })
          .where('id', '=', id)
          .execute();
        await db.deleteFrom('printer_keys').where('printer_id', '=', id).execute();
        await keepKeys(db, id, details.automatic);
      }),
    replaceDigest: (id, digest) =>
      hasChanged(write, (db) =>
        db
          .updateTable('label_printers')
          .set({ token_digest: digest })
          .where('id', '=', id)
          .where('host', 'is', null),
      ),
    remove: (id) => run(write, (db) => db.deleteFrom('label_printers').where('id', '=', id)),
    noteSeen: async (id, nowMs) => {
      const isNoted = await read
        .selectFrom('label_printers')
        .select('id')
        .where('id', '=', id)
        .where('seen_at_ms', '>', nowMs - seenNotedEveryMs)
        .where('seen_at_ms', '<=', nowMs)
        .executeTakeFirst();
      if (isNoted !== undefined) return;
      await run(write, (db) =>
        db.updateTable('label_printers').set({ seen_at_ms: nowMs }).where('id', '=', id),
      );
    },
  };
}

function columns({ name, reach, automatic }: PrinterDetails) {
  return {
    name,
    host: reach.kind === 'tcp' ? reach.host : null,
    port: reach.kind === 'tcp' ? reach.port : null,
    automatic: automatic.kind,
  };
}

export function reachFrom({ host, port }: { host: string | null; port: number | null }): Reach {
  return host === null || port === null ? { kind: 'agent' } : { kind: 'tcp', host, port };
}

function automaticFrom(kind: string, keys: readonly number[]): Automatic {
  if (kind === 'keys') return { kind, keyIds: keys.map(keyId) };
  return { kind: kind === 'every' ? 'every' : 'never' };
}

/** Only this folder writes the columns. */
export function troubleFrom({
  reason,
  detail,
}: {
  reason: string;
  detail: string;
}): PrintTrouble | undefined {
  return reason === '' ? undefined : { reason: reason as PrintReason, detail };
}
