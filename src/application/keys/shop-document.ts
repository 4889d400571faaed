// The part of `module_setting` that is for the shop's plug-in, read into ShopSettings. The spellings are the stored
// ones, which are the wire's own.
import {
  type ShopOrderStatus,
  type ShopSettings,
  shopOrderStatuses,
} from '../../domain/keys/shop-settings.ts';
import { addressTypes } from '../../domain/places/address.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { type DocumentReader, isAbsent, type Path } from './document-reader.ts';

export function readShop(reader: DocumentReader, module: Record<string, unknown>): ShopSettings {
  const at = (name: string): Path => ['module_setting', name];
  const text = (name: string): string | undefined =>
    reader.text(module[name], at(name)) || undefined;
  const isOn = (name: string): boolean | undefined =>
    isAbsent(module[name]) ? undefined : reader.isOn(module[name], at(name));
  return {
    moduleTitle: text('module_title'),
    shippingTitle: text('shipping_title'),
    streetType: isAbsent(module.street_type)
      ? undefined
      : reader.choice(module.street_type, at('street_type'), addressTypes, undefined),
    syncsOrders: readSync(reader, module.enable_sync, at('enable_sync')),
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

/** The interface shows enabled and disabled; plug-ins of some years also write on and off. */
function readSync(reader: DocumentReader, value: unknown, path: Path): boolean | undefined {
  if (isAbsent(value)) return undefined;
  const choice = reader.choice(value, path, ['enabled', 'disabled', 'on', 'off'], undefined);
  return choice === undefined ? undefined : choice === 'enabled' || choice === 'on';
}

function readDay(reader: DocumentReader, value: unknown, path: Path): string | undefined {
  const text = reader.text(value, path);
  if (text === '' || findDayNumber(text) !== undefined) return text || undefined;
  reader.complain(path, 'must be a date such as 2026-11-15.');
  return undefined;
}
