// A plug-in sends its shop's settings. With a key they are merged into that key's settings; with the member's password
// a key is created for the shop and returned once, because older plug-ins know only passwords. All is stored or nothing.
import { type ApiKey, siteIssues } from '../../domain/keys/api-key.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { asSetBy, changeDocument } from './change-key-settings.ts';
import { carriersOnOffer, configurationOf, type KeyConfiguration } from './key-configuration.ts';
import { addOwnKey } from './manage-keys.ts';
import { courierNames, knownCourierSettings, matchCouriers } from './named-couriers.ts';
import { readSettings, type SettingsDocument } from './settings-document.ts';

export type ShopForm = {
  site: string;
  /** Fields of module_setting. */
  module: Readonly<Record<string, unknown>>;
  /** Carriers that the shop had enabled, as it names them; unknown ones are left out. */
  carriers: readonly string[];
  /** The first becomes the default one. */
  warehouses: readonly Readonly<Record<string, unknown>>[];
  /** A percentage on every price, in the document's own form. */
  generalPercent: unknown;
};

export type ShopImport = {
  configuration: KeyConfiguration;
  /** Only if one was created; it is not stored and cannot be shown again. */
  newKey: string | undefined;
  /** Unknown carriers, each with its setting; `enabled_courier` alone if all of its carriers are unknown. */
  ignored: readonly string[];
};

const generalSurcharge = 'General surcharge';

export async function importShopSettings(
  app: App,
  caller: SignedInCaller,
  given: ShopForm,
): Promise<ShopImport> {
  const { form, ignored } = withKnownNames(app, given);
  return await app.store.transaction(async (store) => {
    const inside: App = { ...app, store };
    const { key, newKey } = await keyFor(inside, caller, form);
    const document = await changeDocument(inside, key.id, (before) =>
      asSetBy(caller.member, before, withForm(inside, before, form)),
    );
    const { settings } = readSettings(document);
    const configuration = configurationOf(inside, key, caller.member, settings);
    return { configuration, newKey, ignored };
  });
}

/** Unknown carriers are left out. A list of unknown carriers only is not used: the shop would get no quotes. */
function withKnownNames(app: App, form: ShopForm): { form: ShopForm; ignored: readonly string[] } {
  const { enabled_courier: sent, courier_settings, ...others } = form.module;
  const module: Record<string, unknown> = { ...others };
  const ignored: string[] = [];
  const settings = knownCourierSettings(app, courier_settings);
  if (courier_settings !== undefined) module.courier_settings = settings?.known ?? courier_settings;
  for (const name of settings?.unknown ?? []) ignored.push(`courier_settings: ${name}`);
  const names = courierNames(sent);
  if (names === undefined) {
    if (sent !== undefined) module.enabled_courier = sent;
    return { form: { ...form, module }, ignored };
  }
  const { known, unknown } = matchCouriers(app, names);
  if (known.length === 0) ignored.push('enabled_courier');
  else module.enabled_courier = known;
  ignored.push(...unknown.map((name) => `enabled_courier: ${name}`));
  return { form: { ...form, module }, ignored };
}

async function keyFor(
  app: App,
  caller: SignedInCaller,
  form: ShopForm,
): Promise<{ key: ApiKey; newKey: string | undefined }> {
  if (caller.kind === 'key') return { key: caller.key, newKey: undefined };
  refuseInvalid(siteIssues(form.site));
  const { id: memberId } = caller.member;
  const input = { memberId, moduleType: 'wordpress', site: form.site, isDemo: false } as const;
  const { key, secret } = await addOwnKey(app, input, 'API-Key');
  return { key, newKey: secret };
}

function withForm(app: App, document: SettingsDocument, form: ShopForm): SettingsDocument {
  const onOffer = new Set(carriersOnOffer(app));
  const carriers = matchCouriers(app, form.carriers).known.filter((one) => onOffer.has(one));
  const others = document.rules.filter(
    (rule) => (rule as { name?: unknown } | null)?.name !== generalSurcharge,
  );
  return {
    ...document,
    module_setting: {
      ...document.module_setting,
      ...form.module,
      ...(carriers.length === 0 ? {} : { enabled_courier: carriers }),
    },
    warehouses: withWarehouses(document.warehouses, form.warehouses),
    rules:
      form.generalPercent === undefined
        ? document.rules
        : [
            ...others,
            {
              name: generalSurcharge,
              couriers: [],
              conditions: [],
              action: { type: 'surcharge', unit: 'percent', value: form.generalPercent },
            },
          ],
  };
}

/** Replaces the default warehouse and those of the same name; the others stay. */
function withWarehouses(stored: readonly unknown[], sent: ShopForm['warehouses']): unknown[] {
  const [first, ...more] = sent;
  if (first === undefined) return [...stored];
  const names = new Set(sent.map(({ name }) => name));
  const others = stored.filter((one) => {
    const { is_default, name } = Object(one) as { is_default?: unknown; name?: unknown };
    return is_default !== true && !names.has(name);
  });
  return [{ ...first, is_default: true }, ...more, ...others];
}
