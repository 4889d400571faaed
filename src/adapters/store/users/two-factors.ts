// Second factors of users in the database: sealed secrets and digests of recovery codes, never the codes.
import type { TwoFactors } from '../../../application/ports.ts';
import { userId } from '../../../domain/users/user.ts';
import type { Access } from '../access.ts';
import { changed, run } from '../statements.ts';

export function twoFactorsOver({ read, write, configure }: Access): TwoFactors {
  return {
    find: async (id) => {
      const row = await read
        .selectFrom('users')
        .select(['totp_sealed', 'totp_step'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined || row.totp_sealed === null) return undefined;
      return { sealed: row.totp_sealed, step: row.totp_step };
    },
    put: (id, { sealed, step, recoveryDigests }) =>
      configure(async (db) => {
        await db
          .updateTable('users')
          .set({ totp_sealed: sealed, totp_step: step })
          .where('id', '=', id)
          .execute();
        await db.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
        await db
          .insertInto('recovery_codes')
          .values(recoveryDigests.map((digest) => ({ user_id: id, digest })))
          .execute();
      }),
    remove: (id) =>
      configure(async (db) => {
        await db
          .updateTable('users')
          .set({ totp_sealed: null, totp_step: 0 })
          .where('id', '=', id)
          .execute();
        await db.deleteFrom('recovery_codes').where('user_id', '=', id).execute();
      }),
    // The condition claims the step: of two requests with the same code, only one succeeds.
    useStep: async (id, step) =>
      (await changed(write, (db) =>
        db
          .updateTable('users')
          .set({ totp_step: step })
          .where('id', '=', id)
          .where('totp_sealed', 'is not', null)
          .where('totp_step', '<', step),
      )) === 1,
    useRecoveryCode: async (id, digest) =>
      (await changed(write, (db) =>
        db.deleteFrom('recovery_codes').where('user_id', '=', id).where('digest', '=', digest),
      )) === 1,
    countRecoveryCodes: async (id) => {
      const codes = await read
        .selectFrom('recovery_codes')
        .select('digest')
        .where('user_id', '=', id)
        .execute();
      return codes.length;
    },
    list: async () => {
      const rows = await read
        .selectFrom('users')
        .select(['id', 'totp_sealed'])
        .where('totp_sealed', 'is not', null)
        .execute();
      return rows.flatMap(({ id, totp_sealed: sealed }) =>
        sealed === null ? [] : [{ id: userId(id), sealed }],
      );
    },
    reseal: (id, { before, after }) =>
      run(write, (db) =>
        db
          .updateTable('users')
          .set({ totp_sealed: after })
          .where('id', '=', id)
          .where('totp_sealed', '=', before),
      ),
  };
}
