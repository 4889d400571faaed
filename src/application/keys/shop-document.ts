// The part of `module_setting` that is for the shop's plug-in, read into ShopSettings. The spellings are the stored
// ones, which are the wire's own.
import {
  displayModes,
  type ShopOrderStatus,
  type ShopSettings,
  shopOrderStatuses,
  syncWords,
} from '../../domain/keys/shop-settings.ts';
import { addressTypes } from '../../domain/places/address.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { type DocumentReader, isAbsent, type Path } from './document-reader.ts';

/** `live` and `demo` are the key's own: setting them changes nothing. */
const modes = [...displayModes, 'live', 'demo'] as const;

export function readShop(reader: DocumentReader, module: Record<string, unknown>): ShopSettings {
  const at = (name: string): Path => ['module_setting', name];
  const text = (name: string): string | undefined =>
    reader.text(module[name], at(name)) || undefined;
  const isOn = (name: string): boolean | undefined =>
    isAbsent(module[name]) ? undefined : reader.isOn(module[name], at(name));
  const choice = <Word extends string>(name: string, words: readonly Word[]): Word | undefined =>
    isAbsent(module[name]) ? undefined : reader.choice(module[name], at(name), words, undefined);
  return {
    moduleTitle: text('module_title'),
    shippingTitle: text('shipping_title'),
    streetType: choice('street_type', addressTypes),
    displayMode: displayModes.find((mode) => mode === choice('mode', modes)),
    syncWord: choice('enable_sync', syncWords),
    syncsAllOrders: isOn('sync_all_order'),
    syncFromDate: readDay(reader, module.sync_from_date, at('sync_from_date')),
    hasSeveralWarehouses: isOn('multiwarehouse_enabled') ?? false,
    syncsStatus: Object.fromEntries(
      shopOrderStatuses
        .map((status): [ShopOrderStatus, boolean | undefined] => [status, isOn(status)])
        .filter(([, isSynced]) => isSynced !== undefined),
    ),
  };
}

function readDay(reader: DocumentReader, value: unknown, path: Path): string | undefined {
  const text = reader.text(value, path);
  if (text === '' || findDayNumber(text) !== undefined) return text || undefined;
  reader.complain(path, 'must be a date such as 2026-11-15.');
  return undefined;
}
