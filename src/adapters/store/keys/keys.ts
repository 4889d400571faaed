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
import { memberFrom } from '../members/members.ts';
import type { Schema } from '../schema.ts';

export function keysOver({ dialect, read, configure }: Access): Keys {
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
    find: async (id) => {
      const row = await read
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? undefined : keyFrom(row);
    },
    findByDigest: async (digest) => {
      const row = await read
        .selectFrom('api_keys')
        .selectAll()
        .where('digest', '=', digest)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const member = await read
        .selectFrom('members')
        .selectAll()
        .where('id', '=', row.member_id)
        .executeTakeFirstOrThrow();
      return {
        key: keyFrom(row),
        member: memberFrom(member),
        settings: await findSettings(row.id),
        digest: row.digest,
      };
    },
    list: async (ofMember) => {
      let query = read.selectFrom('api_keys').selectAll().orderBy('id');
      if (ofMember !== undefined) query = query.where('member_id', '=', ofMember);
      return (await query.execute()).map(keyFrom);
    },
    findSettings: async (id) =>
      (await read.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()) ===
      undefined
        ? undefined
        : await findSettings(id),
    lockSettings: async (id) => {
      const held = await read
        .selectFrom('api_keys')
        .select('id')
        .where('id', '=', id)
        // This lock does not block rows that only reference the key, such as a new booking.
        .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
        .executeTakeFirst();
      return held === undefined ? undefined : await findSettings(id);
    },
    changeSettings: (id, settings) =>
      configure(async (db) => {
        await db
          .updateTable('key_settings')
          .set({ settings: JSON.stringify(settings) })
          .where('key_id', '=', id)
          .execute();
      }),
    change: (id, change) =>
      configure(async (db) => {
        const columns = changedColumns(change);
        if (Object.values(columns).every((value) => value === undefined)) return;
        await db.updateTable('api_keys').set(columns).where('id', '=', id).execute();
      }),
    replaceSecret: (id, { digest, prefix }) =>
      configure(async (db) => {
        await db.updateTable('api_keys').set({ digest, prefix }).where('id', '=', id).execute();
      }),
    remove: (id) =>
      configure(async (db) => {
        await db.deleteFrom('api_keys').where('id', '=', id).execute();
      }),
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
