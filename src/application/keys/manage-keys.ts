// Creates, changes, regenerates and deletes API keys. The secret is returned once, to its creator; the store has only
// its digest.
import {
  type ApiKey,
  type KeyId,
  keyMark,
  keyPrefixLength,
  type ModuleType,
  siteIssues,
} from '../../domain/keys/api-key.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { AccountsApp, KeyChange, Secrets } from '../ports.ts';

/** 24 bytes are 192 bits, of which the visible prefix reveals 30. */
const secretBytes = 24;

export type NewKeyInput = {
  memberId: MemberId;
  moduleType: ModuleType;
  site: string;
  isDemo: boolean;
};

export async function addKey(
  app: AccountsApp,
  input: NewKeyInput,
): Promise<{ id: KeyId; key: string }> {
  refuseInvalid(siteIssues(input.site));
  const { key, digest, prefix } = makeKeySecret(app.secrets);
  const id = await app.store.keys.add({ ...input, digest, prefix, createdAtMs: app.clock.nowMs() });
  return { id, key };
}

/** Keeps a runaway program from filling the table. */
const mostKeys = 100;

/** For members themselves. `field`: where a member with too many keys gets the message. */
export async function addOwnKey(
  app: AccountsApp,
  input: NewKeyInput,
  field: string,
): Promise<{ key: ApiKey; secret: string }> {
  if ((await listKeys(app, input.memberId)).length >= mostKeys)
    throw new Refusal({
      code: 'values_out_of_range',
      issues: [{ path: [field], problem: 'too_many_keys', most: mostKeys }],
    });
  const { id, key: secret } = await addKey(app, input);
  return { key: await getKey(app, id, input.memberId), secret };
}

/** A member sees only their own keys; for the operator, the owner is `any`. */
export type KeyOwner = MemberId | 'any';

export async function listKeys(app: AccountsApp, owner: KeyOwner): Promise<ApiKey[]> {
  return await app.store.keys.list(owner === 'any' ? undefined : owner);
}

export async function getKey(app: AccountsApp, id: KeyId, owner: KeyOwner): Promise<ApiKey> {
  const key = await app.store.keys.find(id);
  if (key === undefined || (owner !== 'any' && key.memberId !== owner))
    throw new Refusal({ code: 'key_not_found', id });
  return key;
}

export async function setKeyActive(
  app: AccountsApp,
  id: KeyId,
  isActive: boolean,
): Promise<ApiKey> {
  return await changeKey(app, id, { isActive });
}

export async function changeKey(app: AccountsApp, id: KeyId, change: KeyChange): Promise<ApiKey> {
  if (change.site !== undefined) refuseInvalid(siteIssues(change.site));
  await getKey(app, id, 'any');
  await app.store.keys.change(id, change);
  return await getKey(app, id, 'any');
}

/** The same commit replaces the old secret by the new one. */
export async function regenerateKey(
  app: AccountsApp,
  id: KeyId,
): Promise<{ id: KeyId; key: string }> {
  await getKey(app, id, 'any');
  const { key, digest, prefix } = makeKeySecret(app.secrets);
  await app.store.keys.replaceSecret(id, { digest, prefix });
  return { id, key };
}

export async function deleteKey(app: AccountsApp, id: KeyId): Promise<void> {
  await getKey(app, id, 'any');
  await app.store.keys.remove(id);
}

export function makeKeySecret(secrets: Secrets): { key: string; digest: string; prefix: string } {
  const key = `${keyMark}${secrets.randomText(secretBytes)}`;
  return { key, digest: secrets.digest(key), prefix: key.slice(0, keyPrefixLength) };
}
