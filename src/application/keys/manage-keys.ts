// Creates, changes, regenerates and deletes API keys. The secret is returned once, to its creator; the store has only its digest.
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
import { getMember } from '../members/find-member.ts';
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

/** All keys, or those of one member. */
export async function listKeys(
  app: AccountsApp,
  memberReference: string | undefined,
): Promise<ApiKey[]> {
  const member = memberReference === undefined ? undefined : await getMember(app, memberReference);
  return await app.store.keys.list(member?.id);
}

export async function getKey(app: AccountsApp, id: KeyId): Promise<ApiKey> {
  const key = await app.store.keys.find(id);
  if (key === undefined) throw new Refusal({ code: 'key_not_found', id });
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
  await getKey(app, id);
  await app.store.keys.change(id, change);
  return await getKey(app, id);
}

/** The same commit replaces the old secret by the new one. */
export async function regenerateKey(
  app: AccountsApp,
  id: KeyId,
): Promise<{ id: KeyId; key: string }> {
  await getKey(app, id);
  const { key, digest, prefix } = makeKeySecret(app.secrets);
  await app.store.keys.replaceSecret(id, { digest, prefix });
  return { id, key };
}

export async function deleteKey(app: AccountsApp, id: KeyId): Promise<void> {
  await getKey(app, id);
  await app.store.keys.remove(id);
}

export function makeKeySecret(secrets: Secrets): { key: string; digest: string; prefix: string } {
  const key = `${keyMark}${secrets.randomText(secretBytes)}`;
  return { key, digest: secrets.digest(key), prefix: key.slice(0, keyPrefixLength) };
}
