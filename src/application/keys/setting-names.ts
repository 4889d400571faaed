// The names of a key's settings. `module_setting` may have other names too, because plug-ins store fields of their
// own there. Values are checked elsewhere.
import { shopOrderStatuses } from '../../domain/keys/shop-settings.ts';

/** Fields of module_setting that Linehaul uses. */
export const settableNames: ReadonlySet<string> = new Set([
  'module_title',
  'shipping_title',
  'street_type',
  'mode',
  'default_height',
  'default_width',
  'default_lenght',
  'default_weight',
  'enable_sync',
  'sync_from_date',
  'sync_all_order',
  'quote_diplay',
  'surcharge_amount',
  'enabled_courier',
  'courier_settings',
  'insurance_select',
  'insurance_value',
  'multipickup',
  'order_boxing',
  'minimum_fill_percent',
  'box_length',
  'box_width',
  'box_height',
  'box_weight',
  'multiwarehouse_enabled',
  ...shopOrderStatuses,
]);
