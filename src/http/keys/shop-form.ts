// The settings that a plug-in hands over: fields of module_setting by their own names, or the form of older WooCommerce
// plug-ins (`trans_title`, `quotes: "Display Cheapest"`, `courier_toll: "yes"`), which is put into ours. Passwords and
// keys in the form are never looked at. What is not understood is named in the answer, not guessed.
import { Type } from 'typebox';
import type { ShopForm } from '../../application/keys/import-shop-settings.ts';
import { settableNames } from '../../application/keys/setting-names.ts';
import { shopOrderStatuses } from '../../domain/keys/shop-settings.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { ApiDetailsReply } from './key-configuration.ts';

export const ShopFormBody = Type.Object(
  {},
  {
    description:
      'Fields of module_setting by their names, or the whole form of an older WooCommerce plug-in.',
    additionalProperties: true,
  },
);

export const ShopImportReply = Type.Object({
  ...ApiDetailsReply.properties,
  'API-Key': Type.Optional(
    Type.String({ description: 'A key that was made for the shop; shown this once' }),
  ),
  ignored: Type.Array(Type.String(), {
    description:
      'Fields that have no meaning here, and names in enabled_courier and courier_settings that no carrier has. With none left, enabled_courier is not changed.',
  }),
});

/** Names of older forms that only move; of two that mean the same, the first counts. */
const otherNames: readonly (readonly [from: string, to: string])[] = [
  ['trans_title', 'shipping_title'],
  ['title', 'shipping_title'],
  ['height', 'default_height'],
  ['width', 'default_width'],
  ['length', 'default_lenght'],
  ['weight', 'default_weight'],
  ['order_date', 'sync_from_date'],
];

/** Said about the form itself, or told by the credentials: nothing is lost by leaving them out. */
const unsaid: ReadonlySet<string> = new Set([
  'requesting_site',
  'api_key',
  'email',
  'password',
  'enabled',
  'setting',
  'transdirect_hidden',
  'mode',
  'module_id',
]);

const mostFields = 1000;

export function parseShopForm(body: unknown): { form: ShopForm; ignored: string[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    refuseInvalid([{ path: [], sentence: 'The body must be a JSON object of settings.' }]);
  const fields = Object.entries(body as Record<string, unknown>).slice(0, mostFields);
  const given = new Map(fields.filter(([, value]) => !isBlank(value)));
  const text = (name: string): string => textOf(given.get(name));
  const module: Record<string, unknown> = {};
  const used = new Set<string>(unsaid);
  const use = (name: string): void => {
    used.add(name);
  };
  for (const [name, value] of given) {
    if (!settableNames.has(name)) continue;
    module[name] = value;
    use(name);
  }
  for (const [from, to] of otherNames) {
    if (!given.has(from)) continue;
    module[to] ??= given.get(from);
    use(from);
  }
  readChoices(text, module, use);
  const carriers = readCarriers(given, module, use);
  const warehouse = readWarehouse(text, use);
  const generalPercent = readSurcharge(text, module, use);
  return {
    form: { site: siteFrom(text('requesting_site')), module, carriers, warehouse, generalPercent },
    ignored: [...given.keys()].filter((name) => !used.has(name)).sort(),
  };
}

type Text = (name: string) => string;
type Use = (name: string) => void;

function readChoices(text: Text, module: Record<string, unknown>, use: Use): void {
  const type = text('address_type').toLowerCase();
  if (type !== '') {
    module.street_type ??= type === 'commercial' ? 'business' : type;
    use('address_type');
  }
  const quotes = text('quotes').toLowerCase();
  if (quotes.includes('display')) {
    const isCheapest = quotes.includes('cheapest');
    const isFastest = quotes.includes('fastest');
    module.quote_diplay ??= isFastest
      ? 'display_cheapest_fastest'
      : isCheapest
        ? 'display_cheapest'
        : 'display_all';
    use('quotes');
  }
  if (text('enable_order') !== '') {
    module.enable_sync ??= isYes(text('enable_order')) ? 'enabled' : 'disabled';
    use('enable_order');
  }
  const status = text('order_status')
    .toLowerCase()
    .replaceAll(/[\s_-]+|^wc-/g, '');
  const known = shopOrderStatuses.find((one) => one === status);
  if (known !== undefined) {
    module[known] ??= 'on';
    use('order_status');
  }
}

/** `courier_toll: "yes"`, `courier_surcharge_toll: "5"` in the unit of them all, `rename_group_toll: "Overnight"`. */
function readCarriers(
  given: ReadonlyMap<string, unknown>,
  module: Record<string, unknown>,
  use: Use,
): string[] {
  const enabled: string[] = [];
  const settings: Record<string, Record<string, unknown>> = {};
  const unit = textOf(given.get('courier_unit')) === '%' ? 'percent' : 'amount';
  for (const [name, value] of given) {
    const [, surcharged, renamed, switched] =
      /^(?:courier_surcharge_(.+)|rename_group_(.+)|courier_(?!unit$)(.+))$/.exec(name) ?? [];
    if (name === 'courier_settings') continue;
    if (switched !== undefined && isYes(textOf(value))) enabled.push(switched);
    else if (surcharged !== undefined)
      settings[surcharged] = { ...settings[surcharged], surcharge: value, unit };
    else if (renamed !== undefined) settings[renamed] = { ...settings[renamed], name: value };
    else if (name !== 'courier_unit' && switched === undefined) continue;
    use(name);
  }
  if (Object.keys(settings).length > 0) module.courier_settings ??= settings;
  return enabled;
}

/** `postcode: "2000,SYDNEY"`, and the address that orders were sent from. */
function readWarehouse(text: Text, use: Use): ShopForm['warehouse'] {
  const [, postcode, suburb] = /^\s*(\d{3,4})\s*,\s*(.+?)\s*$/.exec(text('postcode')) ?? [];
  if (postcode === undefined || suburb === undefined) return undefined;
  const names = ['postcode', 'postcode_type', 'order_name', 'order_email', 'order_phone'];
  for (const name of [...names, 'order_address', 'order_suburb']) use(name);
  return {
    name: 'Shop',
    postcode,
    suburb,
    type: text('postcode_type') === 'residential' ? 'residential' : 'business',
    company_name: text('order_name'),
    email: text('order_email'),
    phone: text('order_phone'),
    address: text('order_address'),
  };
}

/** A general surcharge in dollars has a setting of its own; one in percent is a rule for every carrier. */
function readSurcharge(text: Text, module: Record<string, unknown>, use: Use): unknown {
  const price = text('surcharge_price');
  for (const name of ['surcharge', 'surcharge_price', 'unit']) use(name);
  if (!isYes(text('surcharge')) || price === '') return undefined;
  if (text('unit') === '%') return price;
  module.surcharge_amount ??= price;
  return undefined;
}

const isYes = (text: string): boolean => /^(yes|on|true|1)$/i.test(text);

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** The shop's address without what every address begins and ends with. */
function siteFrom(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
}
