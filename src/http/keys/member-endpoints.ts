// /keys…: a person's own API keys in the members area (interface, "Authentication" 7).
// Tests: contract/own-keys.
import { Type } from 'typebox';
import {
  changeCourierSettings,
  readKeySettings,
} from '../../application/keys/change-key-settings.ts';
import { listKeyCalls } from '../../application/keys/key-calls.ts';
import {
  addOwnKey,
  changeKey,
  deleteKey,
  getKey,
  listKeys,
  regenerateKey,
} from '../../application/keys/manage-keys.ts';
import { previewSettings } from '../../application/keys/preview-settings.ts';
import type { App } from '../../application/ports.ts';
import { type ApiKey, keyId } from '../../domain/keys/api-key.ts';
import { presentFailure, presentQuotes } from '../../wording/quotes.ts';
import { QuoteErrorReply, QuoteReply } from '../quotes/quote.ts';
import { parseQuoteRequest, QuoteRequestBody } from '../quotes/quote-request.ts';
import { type Call, endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { IdParam } from '../server/whole-number.ts';
import {
  AddKeyBody,
  ChangeKeyBody,
  KeyCallReply,
  KeyReply,
  NewKeyReply,
  parseKeyChange,
  presentKey,
  presentKeyCall,
  presentSettings,
  SettingsReply,
} from './key.ts';

const params = Type.Object({ id: IdParam.schema });

/** The key in the path, if it belongs to the caller. */
function keyOf(app: App, call: Pick<Call, 'caller'> & { params: { id: string } }): Promise<ApiKey> {
  return getKey(app, keyId(IdParam.read(call.params.id)), signedIn(call.caller).member.id);
}

export const list = endpoint(
  { summary: 'Your API keys', reply: Type.Array(KeyReply) },
  async (app, { caller }) => (await listKeys(app, signedIn(caller).member.id)).map(presentKey),
);

export const add = endpoint(
  { summary: 'Create an API key', body: AddKeyBody, stores: true, reply: NewKeyReply },
  async (app, { caller, body }) => {
    const input = {
      memberId: signedIn(caller).member.id,
      moduleType: body.module_type,
      site: body.site.trim(),
      isDemo: body.demo_mode ?? false,
    };
    const { key, secret } = await addOwnKey(app, input, 'site');
    return { ...presentKey(key), key: secret };
  },
);

export const read = endpoint(
  { summary: 'An API key', params, reply: KeyReply },
  async (app, call) => presentKey(await keyOf(app, call)),
);

export const change = endpoint(
  { summary: 'Change an API key', params, body: ChangeKeyBody, reply: KeyReply },
  async (app, call) => {
    const { id } = await keyOf(app, call);
    return presentKey(await changeKey(app, id, parseKeyChange(call.body)));
  },
);

export const remove = endpoint(
  { summary: 'Delete an API key with its settings', params, reply: noBody },
  async (app, call) => {
    await deleteKey(app, (await keyOf(app, call)).id);
  },
);

export const regenerate = endpoint(
  {
    summary: 'Rotate the secret of an API key',
    description: 'The old one stops working at once.',
    params,
    reply: NewKeyReply,
  },
  async (app, call) => {
    const { key: secret } = await regenerateKey(app, (await keyOf(app, call)).id);
    return { ...presentKey(await keyOf(app, call)), key: secret };
  },
);

export const readSettings = endpoint(
  { summary: "An API key's settings", params, reply: SettingsReply },
  async (app, call) => presentSettings(await readKeySettings(app, (await keyOf(app, call)).id)),
);

export const changeSettings = endpoint(
  {
    summary: "Change an API key's settings",
    description: 'Absent parts stay unchanged. A list that is too long is refused with its limit.',
    params,
    body: Type.Partial(SettingsReply),
    reply: SettingsReply,
  },
  async (app, call) => {
    const { id } = await keyOf(app, call);
    const { member } = signedIn(call.caller);
    return presentSettings(await changeCourierSettings(app, id, { parts: call.body }, member));
  },
);

export const calls = endpoint(
  {
    summary: "An API key's last 100 calls",
    description: 'Newest first. A call appears within a few seconds of its answer.',
    params,
    reply: Type.Array(KeyCallReply),
  },
  async (app, call) => (await listKeyCalls(app, (await keyOf(app, call)).id)).map(presentKeyCall),
);

export const preview = endpoint(
  {
    summary: 'Preview a cart with changed settings',
    description:
      'Quotes as the key would return them. Neither the settings nor the quotes are stored.',
    params,
    body: Type.Object({ settings: Type.Partial(SettingsReply), cart: QuoteRequestBody }),
    readsBodyItself: true,
    reply: Type.Object({
      quotes: Type.Record(Type.String(), QuoteReply),
      quote_errors: Type.Array(QuoteErrorReply),
    }),
  },
  async (app, call) => {
    const body: { settings?: unknown; cart?: unknown } = Object(call.body);
    const id = keyId(IdParam.read(call.params.id));
    const { quotes, failures } = await previewSettings(app, signedIn(call.caller), id, {
      input: { parts: body.settings ?? {} },
      cart: parseQuoteRequest(body.cart),
    });
    return { quotes: presentQuotes(quotes), quote_errors: failures.map(presentFailure) };
  },
);
