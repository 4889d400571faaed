// An API key's configuration, as its shop may read it. Callers that sign in with a password have no key, so they are refused.
import type { ApiKey } from '../../domain/keys/api-key.ts';
import type { KeySettings } from '../../domain/keys/key-settings.ts';
import {
  type CompleteShopSettings,
  completeShopSettings,
} from '../../domain/keys/shop-settings.ts';
import type { Member } from '../../domain/members/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { readKeySettings } from './change-key-settings.ts';

export type KeyConfiguration = {
  key: ApiKey;
  member: Member;
  settings: KeySettings;
  /** With the defaults of the key's platform. */
  shop: CompleteShopSettings;
  /** string_ids of the services to quote: those enabled for the key, or all. */
  carriers: readonly string[];
};

export function readKeyConfiguration(app: App, caller: SignedInCaller): KeyConfiguration {
  if (caller.kind !== 'key') throw new Refusal({ code: 'api_key_required' });
  const { key, member, settings } = caller;
  return configurationOf(app, key, member, settings);
}

export function configurationOf(
  app: App,
  key: ApiKey,
  member: Member,
  settings: KeySettings,
): KeyConfiguration {
  const { enabledCarriers } = settings.module;
  return {
    key,
    member,
    settings,
    shop: completeShopSettings(settings.shop, key),
    carriers: enabledCarriers.length > 0 ? enabledCarriers : carriersOnOffer(app),
  };
}

/** With `module_setting` as stored, because plug-ins keep fields of their own there. */
export async function readFullConfiguration(
  app: App,
  caller: SignedInCaller,
): Promise<KeyConfiguration & { stored: Record<string, unknown> }> {
  const configuration = readKeyConfiguration(app, caller);
  const { module_setting: stored } = await readKeySettings(app, configuration.key.id);
  return { ...configuration, stored };
}

export function carriersOnOffer(app: App): string[] {
  const off = app.carriers.switchedOff();
  const listed = app.carriers
    .snapshot()
    .carriers.flatMap(({ terms }) => terms.services.map(({ stringId }) => stringId));
  const live = app.carriers.live.map(({ stringId }) => stringId);
  return [...new Set([...listed, ...live])].filter((stringId) => !off.has(stringId));
}
