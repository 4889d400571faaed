// API keys in the database: digests only, never the secret.
import type { Selectable } from 'kysely';
import {
  emptyDocument,
  type KeyChange,
  type Keys,
  type SettingsDocument,
} from '../../../application/ports.ts';
import { type ApiKey, isModuleType, keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { memberOf } from '../members/member-row.ts';
import type { Schema } from '../schema.ts';
import { first, run } from '../statements.ts';

export function keysOver({ dialect, read, configure }: Access): Keys {
  const rows = () => read.selectFrom('api_keys').selectAll();
  const findSettings = async (id: number): Promise<SettingsDocument> => {
    const row = await read
      .selectFrom('key_settings')
      .select('settings')
      .where('key_id', '=', id)
      .executeTakeFirst();
    return {
      ...emptyDocument,
      ...(JSON.parse(row?.settings ?? '{}') as Partial<SettingsDocument>),
    };
  };
  return {
    add: (key) =>
      configure(async (db) => {
        const added = await db
          .insertInto('api_keys')
          .values({
            member_id: key.memberId,
            digest: key.digest,
            prefix: key.prefix,
            module_type: key.moduleType,
            site: key.site,
            is_active: 1,
            is_demo: Number(key.isDemo),
            created_at_ms: key.createdAtMs,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await db.insertInto('key_settings').values({ key_id: added.id, settings: '{}' }).execute();
        return keyId(added.id);
      }),
    find: (id) => first(rows().where('id', '=', id), keyFrom),
    findByDigest: async (digest) => {
      const row = await rows().where('digest', '=', digest).executeTakeFirst();
      if (row === undefined) return undefined;
      const member = await memberOf(read, row.member_id);
      return {
        key: keyFrom(row),
        member,
        settings: await findSettings(row.id),
        digest: row.digest,
      };
    },
    list: async (ofMember) => {
      let query = rows().orderBy('id');
      if (ofMember !== undefined) query = query.where('member_id', '=', ofMember);
      return (await query.execute()).map(keyFrom);
    },
    findSettings: async (id) => await first(rows().where('id', '=', id), () => findSettings(id)),
    lockSettings: async (id) =>
      await first(
        rows()
          .where('id', '=', id)
          // This lock does not block rows that only reference the key, such as a new booking.
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate()),
        () => findSettings(id),
      ),
    changeSettings: (id, settings) =>
      run(configure, (db) =>
        db
          .updateTable('key_settings')
          .set({ settings: JSON.stringify(settings) })
          .where('key_id', '=', id),
      ),
    change: (id, change) =>
      configure(async (db) => {
        const columns = changedColumns(change);
        if (Object.values(columns).every((value) => value === undefined)) return;
        await db.updateTable('api_keys').set(columns).where('id', '=', id).execute();
      }),
    replaceSecret: (id, { digest, prefix }) =>
      run(configure, (db) =>
        db.updateTable('api_keys').set({ digest, prefix }).where('id', '=', id),
      ),
    remove: (id) => run(configure, (db) => db.deleteFrom('api_keys').where('id', '=', id)),
  };
}

function changedColumns({ isActive, isDemo, moduleType, site }: KeyChange) {
  return {
    is_active: isActive === undefined ? undefined : Number(isActive),
    is_demo: isDemo === undefined ? undefined : Number(isDemo),
    module_type: moduleType,
    site,
  };
}

function keyFrom(row: Selectable<Schema['api_keys']>): ApiKey {
  if (!isModuleType(row.module_type)) {
    throw new Error(`api_keys ${row.id} has the unknown module type ${row.module_type}`);
  }
  return {
    id: keyId(row.id),
    memberId: memberId(row.member_id),
    prefix: row.prefix,
    moduleType: row.module_type,
    site: row.site,
    isActive: row.is_active === 1,
    isDemo: row.is_demo === 1,
    createdAtMs: row.created_at_ms,
  };
}
