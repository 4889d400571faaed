// Previews a cart with changed settings of a key. Neither the settings nor the quotes are stored.
import type { KeyId } from '../../domain/keys/api-key.ts';
import type { Market } from '../../domain/quotes/quote.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { quoteMarket } from '../quotes/collect-market.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { tryKeySettings } from './change-key-settings.ts';
import { getKey } from './manage-keys.ts';
import type { SettingsInput } from './settings-document.ts';

export async function previewSettings(
  app: App,
  caller: SignedInCaller,
  id: KeyId,
  { input, cart }: { input: SettingsInput; cart: QuoteRequest },
): Promise<Market> {
  const key = await getKey(app, id, caller.member.id);
  const settings = await tryKeySettings(app, id, input);
  return await quoteMarket(app, { kind: 'key', member: caller.member, key, settings }, cart);
}
