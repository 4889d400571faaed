// The settings that a plug-in sends: module_setting fields, or the form of a WooCommerce plug-in, whose field names
// vary by version (`courier_toll: "yes"` or `cor_toll: "yes"`). Passwords and keys in the form are not read. The
// answer lists unknown fields.
import { Type } from 'typebox';
import type { ShopForm } from '../../application/keys/import-shop-settings.ts';
import { settableNames } from '../../application/keys/setting-names.ts';
import { displayModes, shopOrderStatuses } from '../../domain/keys/shop-settings.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { ApiDetailsReply } from './key-configuration.ts';

export const ShopFormBody = Type.Object(
  {},
  {
    description:
      'Fields of module_setting by their names, or the whole form of a WooCommerce plug-in.',
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

/** Form field names and the setting that each one sets. If two names set the same setting, the first wins. */
const otherNames: readonly (readonly [from: string, to: string])[] = [
  ['trans_title', 'shipping_title'],
  ['title', 'shipping_title'],
  ['height', 'default_height'],
  ['width', 'default_width'],
  ['length', 'default_lenght'],
  ['weight', 'default_weight'],
  ['order_date', 'sync_from_date'],
];

/**
 * Fields about the form itself, or already known from the credentials. The answer does not list them as unknown.
 */
const leftOut: ReadonlySet<string> = new Set([
  'requesting_site',
  'api_key',
  'email',
  'password',
  'authtype',
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
  const used = new Set<string>(leftOut);
  const use = (name: string): void => {
    used.add(name);
  };
  for (const [name, value] of given) {
    if (!settableNames.has(name) || leftOut.has(name)) continue;
    module[name] = value;
    use(name);
  }
  for (const [from, to] of otherNames) {
    if (!given.has(from)) continue;
    module[to] ??= given.get(from);
    use(from);
  }
  readChoices(text, module, use);
  readOrderStatuses(given.get('order_status'), module, use);
  const carriers = readCarriers(given, module, use);
  const warehouses = readWarehouses(given, text, use);
  const generalPercent = readSurcharge(text, module, use);
  return {
    form: { site: siteFrom(text('requesting_site')), module, carriers, warehouses, generalPercent },
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
  const mode = displayModes.find((one) => one === text('mode'));
  if (mode !== undefined) module.mode = mode;
}

/** A single status switches that status on. A list of ticked statuses also switches the others off. */
function readOrderStatuses(sent: unknown, module: Record<string, unknown>, use: Use): void {
  const ticked = new Set(
    listOf(sent).map((one) =>
      textOf(one)
        .toLowerCase()
        .replaceAll(/^wc-|[\s_-]+|payment$/g, ''),
    ),
  );
  if (!shopOrderStatuses.some((status) => ticked.has(status))) return;
  use('order_status');
  const isList = typeof sent === 'object';
  for (const status of shopOrderStatuses)
    if (isList || ticked.has(status)) module[status] ??= ticked.has(status) ? 'on' : 'off';
}

/**
 * Reads `courier_toll: "yes"`, `courier_surcharge_toll: "5"` (all carriers share `courier_unit`) and
 * `rename_group_toll: "Overnight"`; or `cor_toll`, `cg_toll` (its unit is `cu_toll`) and `rg_toll`.
 */
function readCarriers(
  given: ReadonlyMap<string, unknown>,
  module: Record<string, unknown>,
  use: Use,
): string[] {
  const enabled: string[] = [];
  const settings: Record<string, Record<string, unknown>> = {};
  const unitOf = (courier: string): string =>
    textOf(given.get(`cu_${courier}`) ?? given.get('courier_unit')) === '%' ? 'percent' : 'amount';
  for (const [name, value] of given) {
    const [, surcharged, renamed, switched, unit] = courierField.exec(name) ?? [];
    if (name === 'courier_settings') continue;
    if (switched !== undefined && isYes(textOf(value))) enabled.push(switched);
    else if (surcharged !== undefined)
      settings[surcharged] = {
        ...settings[surcharged],
        surcharge: value,
        unit: unitOf(surcharged),
      };
    else if (renamed !== undefined) settings[renamed] = { ...settings[renamed], name: value };
    else if (name !== 'courier_unit' && switched === undefined && unit === undefined) continue;
    use(name);
  }
  if (Object.keys(settings).length > 0) module.courier_settings ??= settings;
  return enabled;
}

const courierField =
  /^(?:(?:courier_surcharge|cg)_(.+)|(?:rename_group|rg)_(.+)|(?:courier_(?!unit$)|cor_)(.+)|cu_(.+))$/;

/**
 * Reads `postcode: "2000,SYDNEY"` with `postcode_type: "business"`, or lists of both, where each type is a list of
 * one. The first warehouse is the default and gets the form's sender details.
 */
function readWarehouses(
  given: ReadonlyMap<string, unknown>,
  text: Text,
  use: Use,
): ShopForm['warehouses'] {
  const types = given.get('postcode_type');
  const warehouses = entriesOf(given.get('postcode')).flatMap(([key, place]) => {
    const [, postcode, suburb] = /^\s*(\d{3,4})\s*,\s*(.+?)\s*$/.exec(textOf(place)) ?? [];
    if (postcode === undefined || suburb === undefined) return [];
    const type = typeof types === 'object' ? Object(types)[key] : types;
    const isHome = textOf(listOf(type)[0]).toLowerCase() === 'residential';
    return { postcode, suburb, type: isHome ? 'residential' : 'business' };
  });
  if (warehouses.length === 0) return [];
  const names = ['postcode', 'postcode_type', 'order_name', 'order_email', 'order_phone'];
  for (const name of [...names, 'order_address', 'order_suburb']) use(name);
  const contact = {
    company_name: text('order_name'),
    email: text('order_email'),
    phone: text('order_phone'),
    address: text('order_address'),
  };
  return warehouses.map((place, n) =>
    n === 0 ? { name: 'Shop', ...place, ...contact } : { name: `Shop ${n + 1}`, ...place },
  );
}

/** A surcharge in dollars has its own setting; a percentage becomes a rule for every carrier. */
function readSurcharge(text: Text, module: Record<string, unknown>, use: Use): unknown {
  const price = text('surcharge_price');
  for (const name of ['surcharge', 'surcharge_price', 'unit']) use(name);
  if (!isYes(text('surcharge')) || price === '') return undefined;
  if (text('unit') === '%') return price;
  module.surcharge_amount ??= price;
  return undefined;
}

const isYes = (text: string): boolean => /^(yes|on|true|1)$/i.test(text);

/** PHP encodes a list with gaps in its indexes as an object. */
function entriesOf(value: unknown): [key: string, value: unknown][] {
  if (typeof value === 'object' && value !== null) return Object.entries(value);
  return value === undefined ? [] : [['0', value]];
}

const listOf = (value: unknown): unknown[] => entriesOf(value).map(([, one]) => one);

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** Removes the scheme and trailing slashes. */
function siteFrom(url: string): string {
  return url.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
}
