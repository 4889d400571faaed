// /bookings/v4/api_details, /bookings/sync and other requests of a plug-in about its own key.
// Tests: contract/keys.
import { importShopSettings } from '../../application/keys/import-shop-settings.ts';
import {
  readFullConfiguration,
  readKeyConfiguration,
} from '../../application/keys/key-configuration.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import {
  ApiDetailsReply,
  FullConfigurationReply,
  KeyTestReply,
  presentApiDetails,
  presentFullConfiguration,
  presentKeyTest,
  presentSyncSettings,
  SyncSettingsReply,
} from './key-configuration.ts';
import { parseShopForm, ShopFormBody, ShopImportReply } from './shop-form.ts';

const noKey = {
  when: 'Signed in with a password: the configuration belongs to a key',
  example: 'api_key_required',
} as const;

export const details = endpoint(
  {
    summary: "The key's settings, as its plug-in needs them",
    description: 'Titles, default sizes, the carriers to show, and the order statuses to send.',
    refusals: { 403: noKey },
    isKeptByCaller: true,
    reply: ApiDetailsReply,
  },
  async (app, { caller }) => presentApiDetails(readKeyConfiguration(app, signedIn(caller))),
);

// Tests: contract/keys-full.
export const full = endpoint(
  {
    summary: "The key's whole configuration",
    description: 'Settings, warehouses, margin rules and package-type rules.',
    refusals: { 403: noKey },
    isKeptByCaller: true,
    reply: FullConfigurationReply,
  },
  async (app, { caller }) =>
    presentFullConfiguration(await readFullConfiguration(app, signedIn(caller))),
);

export const sync = endpoint(
  {
    summary: 'Order statuses that the shop sends',
    description: 'Orders with a listed status are sent; the value is always on.',
    refusals: { 403: noKey },
    isKeptByCaller: true,
    reply: SyncSettingsReply,
  },
  async (app, { caller }) => presentSyncSettings(readKeyConfiguration(app, signedIn(caller))),
);

export const test = endpoint(
  {
    summary: 'The member of this key, and whether the key works',
    description: 'For the connection test of a plug-in. No body is needed.',
    refusals: { 403: noKey },
    reply: KeyTestReply,
  },
  async (app, { caller }) => presentKeyTest(readKeyConfiguration(app, signedIn(caller))),
);

export const set = endpoint(
  {
    summary: "Send a shop's settings",
    description:
      "They are merged into the key's settings. With a password in place of a key, a key is created for the shop and returned once.",
    body: ShopFormBody,
    readsBodyItself: true,
    reply: ShopImportReply,
  },
  async (app, { caller, body }) => {
    const { form, ignored } = parseShopForm(body);
    const imported = await importShopSettings(app, signedIn(caller), form);
    const { configuration, newKey } = imported;
    return {
      ...presentApiDetails(configuration),
      ...(newKey === undefined ? {} : { 'API-Key': newKey }),
      ignored: [...ignored, ...imported.ignored].sort(),
    };
  },
);
