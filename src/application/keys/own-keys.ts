// A member's keys in the members area. Other members' keys are not found. `manage-keys.ts` changes keys, for the operator too;
// this file checks the owner.
import type { ApiKey, KeyId, ModuleType } from '../../domain/keys/api-key.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { AccountsApp } from '../ports.ts';
import { addKey, getKey } from './manage-keys.ts';

/** Keeps a runaway program from filling the table. */
export const mostKeys = 100;

export async function listOwnKeys(app: AccountsApp, caller: SignedInCaller): Promise<ApiKey[]> {
  return await app.store.keys.list(caller.member.id);
}

export async function getOwnKey(
  app: AccountsApp,
  caller: SignedInCaller,
  id: KeyId,
): Promise<ApiKey> {
  const key = await app.store.keys.find(id);
  if (key?.memberId !== caller.member.id) throw new Refusal({ code: 'key_not_found', id });
  return key;
}

export async function addOwnKey(
  app: AccountsApp,
  caller: SignedInCaller,
  input: { moduleType: ModuleType; site: string; isDemo: boolean },
): Promise<{ key: ApiKey; secret: string }> {
  const known = await app.store.keys.list(caller.member.id);
  if (known.length >= mostKeys) {
    throw new Refusal({
      code: 'values_out_of_range',
      issues: [{ path: ['site'], problem: 'too_many_keys', most: mostKeys }],
    });
  }
  const { id, key: secret } = await addKey(app, { ...input, memberId: caller.member.id });
  return { key: await getKey(app, id), secret };
}
