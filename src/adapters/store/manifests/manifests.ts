// Manifests that carriers have received. A manifest and its consignments are stored in one transaction, so that a
// consignment never refers to a missing manifest.
import { type Kysely, sql } from 'kysely';
import type { KeptManifest, Manifests } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { type AccountKey, accountKey, accountOfKey, houseOwner } from '../carriers/account-key.ts';
import { consignmentOf } from '../carriers/sent-consignments.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged, run } from '../statements.ts';

/** Stands in for a manifest id, so that these consignments are not lodged again. */
const byHand = 'by hand';

const shown = [
  'id',
  'carrier',
  'account_member_id',
  'manifest_id',
  'lodged_at_ms',
  'consignments',
] as const;

export function manifestsOver({ read, list, write }: Access): Manifests {
  const described = (db: typeof read) =>
    db
      .selectFrom('lodged_manifests')
      .select(shown)
      .select((column) => column('document', 'is not', null).as('has_document'));
  return {
    keep: (account, { manifestId, references, nowMs }) =>
      write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('sent_consignments')
          .set({ manifest_id: manifestId, manifest_note: '' })
          .where('reference', 'in', [...references])
          .where('manifest_id', '!=', manifestId)
          .executeTakeFirst();
        const more = Number(numUpdatedRows);
        await db
          .insertInto('lodged_manifests')
          .values({
            ...accountKey(account),
            manifest_id: manifestId,
            lodged_at_ms: nowMs,
            consignments: more,
            document: null,
          })
          .onConflict((conflict) => {
            const known = conflict.columns(['carrier', 'account_member_id', 'manifest_id']);
            if (more === 0) return known.doNothing();
            // The stored document lists fewer consignments.
            return known.doUpdateSet((column) => ({
              document: null,
              consignments: column('lodged_manifests.consignments', '+', more),
            }));
          })
          .execute();
      }),
    list: ({ carrier, limit }) =>
      list((db) =>
        all(
          described(db)
            .$if(carrier !== undefined, (of) => of.where('carrier', '=', carrier ?? ''))
            .orderBy('id', 'desc')
            .limit(limit),
          manifestOf,
        ),
      ),
    find: (id) => first(described(read).where('id', '=', id), manifestOf),
    findByNumber: (account, manifestId) => {
      const key = accountKey(account);
      return first(
        described(read)
          .where('carrier', '=', key.carrier)
          .where('account_member_id', '=', key.account_member_id)
          .where('manifest_id', '=', manifestId),
        manifestOf,
      );
    },
    findDocument: async (id) => {
      const row = await read
        .selectFrom('lodged_manifests')
        .select('document')
        .where('id', '=', id)
        .executeTakeFirst();
      const document = row?.document ?? null;
      return document === null ? undefined : new Uint8Array(Buffer.from(document, 'base64'));
    },
    keepDocument: (account, manifestId, bytes) =>
      write(async (db) => {
        const key = accountKey(account);
        await db
          .updateTable('lodged_manifests')
          .set({ document: Buffer.from(bytes).toString('base64') })
          .where('carrier', '=', key.carrier)
          .where('account_member_id', '=', key.account_member_id)
          .where('manifest_id', '=', manifestId)
          .execute();
      }),
    forgetDocuments: (beforeMs, limit) =>
      write(async (db) => {
        const old = db
          .selectFrom('lodged_manifests')
          .select('id')
          .where('document', 'is not', null)
          .where('lodged_at_ms', '<', beforeMs)
          .orderBy('lodged_at_ms')
          .limit(limit);
        const { numUpdatedRows } = await db
          .updateTable('lodged_manifests')
          .set({ document: null })
          .where('id', 'in', old)
          .executeTakeFirst();
        return Number(numUpdatedRows);
      }),
    markLeftOut: (references) =>
      write(async (db) => {
        if (references.length === 0) return;
        await db
          .updateTable('sent_consignments')
          .set({ manifest_note: 'unknown' })
          .where('reference', 'in', [...references])
          .execute();
      }),
    listLeftOut: (limit) =>
      all(
        read
          .selectFrom('sent_consignments')
          .selectAll()
          .where('manifest_note', '=', sql.lit('unknown'))
          .where('state', '=', sql.lit('booked'))
          .where('manifest_id', '=', sql.lit(''))
          .orderBy('sent_at_ms')
          .orderBy('reference')
          .limit(limit),
        consignmentOf,
      ),
    markManifested: (reference) =>
      hasChanged(write, (db) =>
        db
          .updateTable('sent_consignments')
          .set({ manifest_id: byHand })
          .where('reference', '=', reference)
          .where('manifest_note', '=', 'unknown')
          .where('manifest_id', 'in', ['', byHand]),
      ),
    noteRefused: (account, reason, nowMs) =>
      run(write, (db) =>
        db
          .insertInto('refused_manifests')
          .values({ ...accountKey(account), since_ms: nowMs, reason })
          .onConflict((conflict) =>
            conflict.columns(['carrier', 'account_member_id']).doUpdateSet({ reason }),
          ),
      ),
    clearRefused: (account) => write((db) => clearRefusedOf(db, account.memberId, account.carrier)),
    listRefused: (limit) =>
      all(
        read
          .selectFrom('refused_manifests as refused')
          .selectAll()
          // Consignments cancelled or accounts disconnected since then will never be lodged.
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('carrier_accounts as account')
                .select('account.carrier')
                .whereRef('account.account_member_id', '=', 'refused.account_member_id')
                .whereRef('account.carrier', '=', 'refused.carrier'),
            ),
          )
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('sent_consignments as sent')
                .select('sent.reference')
                .whereRef('sent.carrier', '=', 'refused.carrier')
                .where('sent.state', '=', 'booked')
                .where('sent.manifest_id', '=', '')
                .where(
                  ({ fn, val }) => fn.coalesce('sent.account_member_id', val(houseOwner)),
                  '=',
                  ({ ref }) => ref('refused.account_member_id'),
                ),
            ),
          )
          .orderBy('since_ms')
          .limit(limit),
        (row) => ({
          ...accountOfKey(row),
          sinceMs: row.since_ms,
          reason: row.reason,
        }),
      ),
  };
}

/**
 * Rejected manifests of a removed account cannot be lodged any more. Without `carrier`: all accounts of the owner.
 */
export async function clearRefusedOf(
  db: Kysely<Schema>,
  owner: MemberId | undefined,
  carrier: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('refused_manifests')
    .where('account_member_id', '=', owner ?? houseOwner)
    .$if(carrier !== undefined, (query) => query.where('carrier', '=', carrier ?? ''))
    .execute();
}

function manifestOf(
  row: AccountKey & {
    id: number;
    manifest_id: string;
    lodged_at_ms: number;
    consignments: number;
    has_document: unknown;
  },
): KeptManifest {
  return {
    ...accountOfKey(row),
    id: row.id,
    manifestId: row.manifest_id,
    lodgedAtMs: row.lodged_at_ms,
    consignments: row.consignments,
    // SQLite returns a number.
    hasDocument: Boolean(row.has_document),
  };
}
