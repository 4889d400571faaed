// Saved cards and wallets in the database: the gateway's tokens, never card numbers.
import type { Kysely, Selectable } from 'kysely';
import type { PaymentMethods } from '../../../application/ports.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import { type PaymentMethod, paymentMethodId } from '../../../domain/payments/payment-method.ts';
import type { Access } from '../access.ts';
import { lockMember } from '../members/members.ts';
import type { Schema } from '../schema.ts';
import { all, first } from '../statements.ts';

export function paymentMethodsOver({ dialect, read, write }: Access): PaymentMethods {
  /** Serialises changes for each member, because the default depends on all of the member's methods. */
  const writeInTurn = <Result>(
    ofMember: MemberId,
    work: (db: Kysely<Schema>) => Promise<Result>,
  ): Promise<Result> =>
    write(async (db) => {
      await lockMember(db, dialect, ofMember);
      return await work(db);
    });
  return {
    add: (method) =>
      writeInTurn(method.memberId, async (db) => {
        const { kind, gateway, token, fingerprint } = method;
        const ofMember = db.updateTable('payment_methods').where('member_id', '=', method.memberId);
        const saved = await db
          .selectFrom('payment_methods')
          .selectAll()
          .where('member_id', '=', method.memberId)
          .where('is_removed', '=', 0)
          .orderBy('id')
          .execute();
        const alike = saved.filter((row) => row.kind === kind && row.gateway === gateway);
        const known =
          alike.find((row) => row.fingerprint === fingerprint) ??
          alike.find((row) => row.token === token);
        const isDefault = method.isDefault || saved.length === 0 || known?.is_default === 1;
        if (isDefault) await ofMember.set({ is_default: 0 }).execute();
        const columns = {
          kind,
          gateway,
          token,
          fingerprint,
          customer: method.customer ?? null,
          masked_label: method.maskedLabel,
          is_default: Number(isDefault),
        };
        if (known !== undefined) {
          await ofMember.set(columns).where('id', '=', known.id).execute();
          return { id: paymentMethodId(known.id), isNew: false, isDefault };
        }
        const added = await db
          .insertInto('payment_methods')
          .values({ ...columns, member_id: method.memberId, created_at_ms: method.createdAtMs })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id: paymentMethodId(added.id), isNew: true, isDefault };
      }),
    find: (id) =>
      first(read.selectFrom('payment_methods').selectAll().where('id', '=', id), methodFrom),
    list: (ofMember) =>
      all(
        read
          .selectFrom('payment_methods')
          .selectAll()
          .where('member_id', '=', ofMember)
          .where('is_removed', '=', 0)
          .orderBy('id'),
        methodFrom,
      ),
    makeDefault: (ofMember, id) =>
      writeInTurn(ofMember, async (db) => {
        const kept = db.updateTable('payment_methods').where('member_id', '=', ofMember);
        const { numUpdatedRows } = await kept
          .set({ is_default: 1 })
          .where('id', '=', id)
          .where('is_removed', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await kept.set({ is_default: 0 }).where('id', '!=', id).execute();
        return true;
      }),
    remove: (ofMember, id) =>
      writeInTurn(ofMember, async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('payment_methods')
          .set({ is_removed: 1, is_default: 0 })
          .where('id', '=', id)
          .where('member_id', '=', ofMember)
          .where('is_removed', '=', 0)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const left = await db
          .selectFrom('payment_methods')
          .select(['id', 'is_default'])
          .where('member_id', '=', ofMember)
          .where('is_removed', '=', 0)
          .orderBy('id')
          .execute();
        const [oldest] = left;
        if (oldest !== undefined && left.every(({ is_default }) => is_default === 0)) {
          await db
            .updateTable('payment_methods')
            .set({ is_default: 1 })
            .where('id', '=', oldest.id)
            .execute();
        }
        return true;
      }),
  };
}

function methodFrom(row: Selectable<Schema['payment_methods']>): PaymentMethod {
  return {
    id: paymentMethodId(row.id),
    memberId: memberId(row.member_id),
    kind: row.kind === 'wallet' ? 'wallet' : 'card',
    gateway: row.gateway,
    token: row.token,
    customer: row.customer ?? undefined,
    maskedLabel: row.masked_label,
    isDefault: row.is_default === 1,
  };
}
