// The part of `module_setting` for the shop's plug-in, read into ShopSettings. Keys are spelt as the interface spells them.
import type { DocumentReader } from '../../domain/document-reader.ts';
import {
  displayModes,
  type ShopOrderStatus,
  type ShopSettings,
  shopOrderStatuses,
  syncWords,
} from '../../domain/keys/shop-settings.ts';
import { addressTypes } from '../../domain/places/address.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';

/** `live` and `demo` are the key's own: setting them changes nothing. */
const modes = [...displayModes, 'live', 'demo'] as const;

export function readShop(module: DocumentReader): ShopSettings {
  const text = (field: string): string | undefined => module.text(field) || undefined;
  const choice = <Word extends string>(field: string, words: readonly Word[]): Word | undefined =>
    module.has(field) ? module.choice(field, words) : undefined;
  const isOn = (field: string): boolean | undefined =>
    module.has(field) ? module.choice(field, ['on', 'off'], 'off') === 'on' : undefined;
  return {
    moduleTitle: text('module_title'),
    shippingTitle: text('shipping_title'),
    streetType: choice('street_type', addressTypes),
    displayMode: displayModes.find((mode) => mode === choice('mode', modes)),
    syncWord: choice('enable_sync', syncWords),
    syncsAllOrders: isOn('sync_all_order'),
    syncFromDate: readDay(module, 'sync_from_date'),
    hasSeveralWarehouses: isOn('multiwarehouse_enabled') ?? false,
    syncsStatus: Object.fromEntries(
      shopOrderStatuses
        .map((status): [ShopOrderStatus, boolean | undefined] => [status, isOn(status)])
        .filter(([, isSynced]) => isSynced !== undefined),
    ),
  };
}

function readDay(module: DocumentReader, field: string): string | undefined {
  const text = module.text(field);
  if (text === '' || findDayNumber(text) !== undefined) return text || undefined;
  return module.complain(field, { problem: 'no_date', value: text });
}
