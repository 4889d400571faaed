// What the settings of a key are called. Names beside these may stand in `module_setting`: plug-ins keep things of their own
// there. Nothing here says what a setting may be.
import { shopOrderStatuses } from '../../domain/keys/shop-settings.ts';

/** Fields of module_setting that mean something here. Taken as they are; checked when they are stored. */
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
