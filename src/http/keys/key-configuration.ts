// An API key's configuration on the wire: the common settings, the sync settings and the full configuration. The
// misspelt names (`quote_diplay`, `default_lenght`) belong to the interface: plug-ins read them.
import { type Static, Type } from 'typebox';
import type { KeyConfiguration } from '../../application/keys/key-configuration.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { type ApiKey, moduleTypes } from '../../domain/keys/api-key.ts';
import type { QuoteDisplay, Warehouse } from '../../domain/keys/key-settings.ts';
import {
  displayModes,
  type ShopOrderStatus,
  shopOrderStatuses,
  syncWords,
} from '../../domain/keys/shop-settings.ts';
import { dollars } from '../../domain/money.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { addressType, countryCode, day, instant, orNull, wordOf } from '../server/values.ts';
import {
  PackageTypeRuleReply,
  presentPackageTypeRule,
  presentRule,
  RuleReply,
} from './margin-rule.ts';

const liveOrDemo = wordOf(['live', 'demo']);
const onOrOff = wordOf(['on', 'off']);

export const ApiDetailsReply = Type.Object(
  {
    module_id: Type.Integer({ description: "The key's id" }),
    module_title: Type.String(),
    shipping_title: Type.String(),
    street_type: addressType,
    default_height: Type.Number({ description: 'cm; 0 if unset' }),
    default_width: Type.Number({ description: 'cm; 0 if unset' }),
    default_lenght: Type.Number({ description: 'cm; 0 if unset' }),
    default_weight: Type.Number({ description: 'kg; 0 if unset' }),
    enable_sync: wordOf(syncWords, {
      description: 'As it was set: enabled or on, disabled or off',
    }),
    sync_from_date: day(),
    quote_diplay: wordOf(['display_all', 'display_cheapest', 'display_cheapest_fastest']),
    surcharge_amount: Type.Number({ description: 'AUD' }),
    enabled_courier: Type.Array(Type.String()),
    mode: wordOf(['live', 'demo', ...displayModes], {
      description: "live or demo, or how the plug-in's calculator is shown if that was set",
    }),
    sync_all_order: onOrOff,
  },
  { $id: 'ApiDetails' },
);

const on = Type.Optional(Type.Literal('on'));

export const SyncSettingsReply = Type.Object(
  {
    shipping_title: Type.String(),
    multiwarehouse_enabled: onOrOff,
    enable_sync: Type.Optional(Type.Literal('disabled')),
    pending: on,
    processing: on,
    onhold: on,
    completed: on,
    cancelled: on,
    refunded: on,
    failed: on,
  },
  { $id: 'SyncSettings' },
);

const WarehouseReply = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    is_default: Type.Boolean(),
    company_name: Type.String(),
    contact_name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    address: Type.String(),
    suburb: Type.String(),
    postcode: Type.String(),
    state: Type.String(),
    country: countryCode(),
    type: addressType,
    skus: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The products stored here, if any are named',
      }),
    ),
  },
  { $id: 'Warehouse' },
);

export const FullConfigurationReply = Type.Object(
  {
    api_key: Type.Object(
      {
        id: Type.Integer(),
        member_id: Type.Integer(),
        status: Type.Boolean(),
        demo_mode: Type.Boolean(),
        module_type_id: orNull(Type.Integer()),
        site_domain: orNull(Type.String()),
        created: orNull(instant()),
      },
      { $id: 'KeyRecord' },
    ),
    module_setting: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The settings of api_details, and other settings that a plug-in has stored',
    }),
    warehouses: Type.Array(WarehouseReply),
    rules: Type.Array(RuleReply),
    package_type_rules: Type.Array(PackageTypeRuleReply),
  },
  { $id: 'KeyConfiguration' },
);

export const KeyTestReply = Type.Object(
  {
    status: Type.Integer({ description: '1: the key is active' }),
    module_type_id: Type.Integer(),
    member_email: Type.String(),
    site_domain: orNull(Type.String()),
    mode: liveOrDemo,
  },
  { $id: 'KeyTest' },
);

const displays = {
  all: 'display_all',
  cheapest: 'display_cheapest',
  cheapest_and_fastest: 'display_cheapest_fastest',
} as const satisfies Record<QuoteDisplay, string>;

const tenthMmPerCm = 100;
const mmPerCm = 10;
const onOff = (isOn: boolean): 'on' | 'off' => (isOn ? 'on' : 'off');
const modeOf = ({ isDemo }: ApiKey): 'live' | 'demo' => (isDemo ? 'demo' : 'live');
const siteOf = ({ site }: ApiKey): string | null => (site === '' ? null : site);

export function presentApiDetails({
  key,
  settings,
  shop,
  carriers,
}: KeyConfiguration): Static<typeof ApiDetailsReply> {
  const { defaultItem, display, surchargeCents } = settings.module;
  const cm = (tenthMm: number | undefined): number => (tenthMm ?? 0) / tenthMmPerCm;
  return {
    module_id: key.id,
    module_title: shop.moduleTitle,
    shipping_title: shop.shippingTitle,
    street_type: shop.streetType,
    default_height: cm(defaultItem.heightTenthMm),
    default_width: cm(defaultItem.widthTenthMm),
    default_lenght: cm(defaultItem.lengthTenthMm),
    default_weight: (defaultItem.weightGrams ?? 0) / gramsPerKg,
    enable_sync: shop.syncWord,
    sync_from_date: shop.syncFromDate,
    quote_diplay: displays[display],
    surcharge_amount: dollars(surchargeCents),
    enabled_courier: [...carriers],
    mode: shop.displayMode ?? modeOf(key),
    sync_all_order: onOff(shop.syncsAllOrders),
  };
}

/** A flag is present only while it is on, because plug-ins search the answer for its name. */
export function presentSyncSettings({ shop }: KeyConfiguration): Static<typeof SyncSettingsReply> {
  return {
    shipping_title: shop.shippingTitle,
    multiwarehouse_enabled: onOff(shop.hasSeveralWarehouses),
    ...(shop.syncsOrders ? {} : { enable_sync: 'disabled' as const }),
    ...Object.fromEntries(shop.syncedStatuses.map((status) => [status, 'on' as const])),
  };
}

/**
 * Known settings have the interface's format and are always present. A plug-in's own settings are returned as stored.
 */
export function presentFullConfiguration(
  configuration: KeyConfiguration & { stored: Record<string, unknown> },
): Static<typeof FullConfigurationReply> {
  const { key, settings, stored } = configuration;
  return {
    api_key: {
      id: key.id,
      member_id: key.memberId,
      status: key.isActive,
      demo_mode: key.isDemo,
      module_type_id: moduleTypes[key.moduleType],
      site_domain: siteOf(key),
      created: timestampWithColon(key.createdAtMs, homeZone),
    },
    module_setting: { ...stored, ...presentModuleSetting(configuration) },
    warehouses: settings.warehouses.map(presentWarehouse),
    rules: settings.rules.map(presentRule),
    package_type_rules: settings.packageTypeRules.map(presentPackageTypeRule),
  };
}

function presentModuleSetting(
  configuration: KeyConfiguration & { stored: Record<string, unknown> },
): Record<string, unknown> {
  const { settings, shop, stored } = configuration;
  const { module_id: _id, mode: _mode, ...details } = presentApiDetails(configuration);
  const { boxing, showsFrequentPrice, insuranceCents, enabledCarriers } = settings.module;
  const syncs = (status: ShopOrderStatus): boolean => shop.syncedStatuses.includes(status);
  // A disabled carton keeps its stored size.
  const size = (name: string, mm: number | undefined): number =>
    mm === undefined ? Number(stored[name] ?? 0) || 0 : mm / mmPerCm;
  return {
    ...details,
    // An empty list enables every carrier, including carriers added later.
    enabled_courier: [...enabledCarriers],
    courier_settings: stored.courier_settings ?? {},
    insurance_select: onOff(insuranceCents !== undefined),
    insurance_value:
      insuranceCents === undefined ? (stored.insurance_value ?? 0) : dollars(insuranceCents),
    multipickup: onOff(showsFrequentPrice),
    order_boxing: onOff(boxing !== undefined),
    minimum_fill_percent:
      boxing?.minimumFillPercent ?? (Number(stored.minimum_fill_percent ?? 0) || 0),
    box_length: size('box_length', boxing?.lengthMm),
    box_width: size('box_width', boxing?.widthMm),
    box_height: size('box_height', boxing?.heightMm),
    box_weight: Number(stored.box_weight ?? 0) || 0,
    multiwarehouse_enabled: onOff(shop.hasSeveralWarehouses),
    ...Object.fromEntries(shopOrderStatuses.map((status) => [status, onOff(syncs(status))])),
  };
}

function presentWarehouse(warehouse: Warehouse): Static<typeof WarehouseReply> {
  return {
    id: warehouse.id,
    name: warehouse.name,
    is_default: warehouse.isDefault,
    company_name: warehouse.companyName,
    contact_name: warehouse.contactName,
    email: warehouse.email,
    phone: warehouse.phone,
    address: warehouse.address,
    suburb: warehouse.suburb,
    postcode: warehouse.postcode,
    state: warehouse.state,
    country: warehouse.country,
    type: warehouse.type,
    ...(warehouse.skus.size === 0 ? {} : { skus: [...warehouse.skus] }),
  };
}

export function presentKeyTest({ key, member }: KeyConfiguration): Static<typeof KeyTestReply> {
  return {
    status: Number(key.isActive),
    module_type_id: moduleTypes[key.moduleType],
    member_email: member.email,
    site_domain: siteOf(key),
    mode: modeOf(key),
  };
}
