// Examples for /openapi.json, made from the shapes themselves, so that every new field has one: each field of an
// object, one entry of a list, the first of an enum. Examples of texts and numbers are listed here by field name.
// Together they describe one carton from Sydney to Melbourne.

type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
};

/** By field, or by `Shape.field` where a name has several meanings. */
const values: Readonly<Record<string, unknown>> = {
  'AddressSuggestion.description': '1 George St, SYDNEY NSW 2000',
  'Item.description': 'Carton',
  'ItemInput.description': 'Carton',
  'ChangedItem.description': 'Carton',
  'Order.address': '2 Collins St, MELBOURNE VIC 3000',
  'OrderItem.description': 'Carton',
  'Product.description': 'Glazed, 300 by 300 mm',
  'ProductInput.description': 'Glazed, 300 by 300 mm',
  'PriceLine.code': 'FREIGHT',
  'QuoteError.code': 'route_not_served',
  'QuoteError.message': 'The carrier does not deliver to this suburb.',
  'StreamCarrierError.code': 'route_not_served',
  'StreamCarrierError.message': 'The carrier does not deliver to this suburb.',
  'Tier.description': 'Frequent User, 1 to 5 a day',
  'TrackingEvent.description': 'Picked up',
  'TrackingEvent.status': 'Picked up',
  'V4Tracking.status': 1,
  'V4TrackingEvent.status': 1,
  'CustomsItemInput.description': 'Ceramic tile',
  'CustomsItem.description': 'Ceramic tile',
  'CustomsItem.value': 20,
  'CustomsItemInput.value': 20,
  'KeyTest.status': 1,
  'MarginRule.name': 'Free delivery above 500 AUD',
  'RuleCondition.value': 500,
  'RuleCondition.operator': 'gte',
  'RuleCondition.field': 'cost',
  'SyncedOrder.message': 'order_id is missing. Send it.',
  'Warehouse.name': 'Sydney',
  'Country.id': 'AU',
  'Country.name': 'Australia',
  'CountryLocation.id': 'NZ',
  'CountryLocation.country_code': 'NZ',
  'SuburbLocation.id': '3000-melbourne',
  'SuburbLocation.priority': 100,
  'PaymentMethod.id': 'bankcard_12',
  'RawEvent.date': '2026-11-18',
  'RawEvent.time': '10:35',
  'Item.id': 623634001,
  'ItemUpdate.id': 623634001,
  'ChangedItem.id': 623634001,
  'Member.id': 17,
  'Order.id': 8812,
  'SyncedOrder.id': 8812,
  'BookingOrder.order_id': 8812,
  'KeyRecord.id': 7,
  'Address.id': 1247267,
  'Warehouse.id': 1,
  'MarginRule.id': 1,
  'PackageTypeRule.id': 1,
  'Webhook.id': 3,
  'Webhook.url': 'https://shop.example/linehaul',
  'Webhook.description': 'Warehouse system',
  'WebhookInput.url': 'https://shop.example/linehaul',
  'WebhookInput.description': 'Warehouse system',
  'WebhookWithSecret.id': 3,
  'WebhookWithSecret.url': 'https://shop.example/linehaul',
  'WebhookWithSecret.description': 'Warehouse system',
  'WebhookDelivery.id': 4711,
  'WebhookDelivery.body':
    '{"type":"booking.confirmed","timestamp":"2026-11-18T23:35:00.000Z","data":{"booking_id":623634}}',
  additional_charges: 0,
  address: '1 George St',
  address2: '',
  amount: 14.3,
  answer_body: 'thanks',
  answer_status: 200,
  attempts: 1,
  'API-Key': '0d4c1f7b9e2a4a53a1f0c6d8b7e65432',
  applied_gst: 1.3,
  basis: 8.75,
  booking_ids: 623634,
  booked_by: 'tilewarehouse.example',
  bookingId: '623634',
  booking_cost: 15.95,
  booking_id: 623634,
  buyer_email: 'jane@example.com',
  buyer_name: 'Jane Citizen',
  branch: 'SYDNEY',
  cached: false,
  carrier: 'toll',
  carrierCount: 31,
  charged_weight: 8.75,
  city: 'MELBOURNE',
  code: 'validation_error',
  company: '',
  company_name: 'Tile Warehouse',
  connote: '8880410000123',
  contact_name: 'Jane Citizen',
  contents_description: 'Ceramic tiles',
  cost: 14.3,
  count: 18_000,
  country: 'AU',
  country_name: 'New Zealand',
  courier: 'toll',
  courier_price: 14.3,
  created: 1,
  cubic_weight: 8.75,
  date: '2026-11-18',
  dateText: 'Wednesday, 18 November 2026, 10:35 am',
  datetime: '2026-11-18 10:35',
  declared_value: 100,
  default_height: 25,
  default_lenght: 40,
  default_weight: 5,
  default_width: 35,
  deliveryDateText: 'Friday, 20 November 2026',
  deliveryStatus: 1,
  depot: 'SYDNEY',
  description: 'Ceramic tiles',
  details: 'Picked up',
  durationMs: 812,
  email: 'jane@example.com',
  enabled_courier: 'toll',
  couriers: 'toll',
  customer_reference: 'PO-4711',
  error: 'not_found',
  event: 'PICKUP',
  failed: 0,
  fee: 0,
  first_name: 'Jane',
  from_zone: 'SYD',
  goods_dump: 'Ceramic tile x 5',
  goods_summary: 'TILE-300',
  gst: 1.3,
  headline: 'Picked up',
  height: 25,
  hs_code: '690721',
  id: 623634,
  identifier: 3,
  ignored: 'woocommerce_version',
  imported_from: 'WooCommerce',
  insured_amount: 100,
  insured_value: 100,
  label: 'Freight',
  last_name: 'Citizen',
  latencyMs: 4,
  length: 40,
  locality: 'MELBOURNE',
  location: 'SYDNEY NSW',
  log_id: 5120,
  masked_label: 'Visa ending 4242',
  max_weight: 5,
  member_email: 'jane@example.com',
  member_id: 17,
  message: 'No booking 623634 of yours.',
  message_id: 'msg_ZZ8n0mB1r6Ckq3y2dF4hJ7sT',
  method: 'bankcard_12',
  milestone: 'PICKUP',
  min_weight: 0,
  module_id: 7,
  module_title: 'Linehaul',
  module_type_id: 1,
  name: 'Jane Citizen',
  not_ready: 'shipping_postcode',
  occurred_at: '2026-11-18T10:35:00+11:00',
  order_id: '1042',
  order_number: '1042',
  phone: '0290001234',
  pickup_instructions: 'Dock 2',
  placeId: 'au-2000-sydney-1-george-st',
  podUrl: 'https://carrier.example/pod/8880410000123',
  postcode: '3000',
  postcode_status: 1,
  price_insurance_ex: 14.3,
  priority: 1,
  problem: 'The endpoint answered 503.',
  product_sku: 'TILE-300',
  quantity: 1,
  quoted: 30,
  rate: 1.2,
  rate_card_code: 'toll-2026',
  rate_card_version: '2026-07-01',
  reference: '623634',
  referrer: 'woocommerce',
  replaced_paths: 'items.0.width',
  requesting_site: 'https://tilewarehouse.example',
  sale_price: 120.5,
  saved: 1,
  scanned_weight: 0,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  selected_courier: 'toll',
  service: 'road',
  shipping_title: 'Delivery',
  site_domain: 'tilewarehouse.example',
  sku: 'TILE-300',
  skus: 'TILE-300',
  special_instructions: 'Authority to leave',
  stageCode: 1,
  state: 'VIC',
  status: 'not_found',
  status_phrase: 'Picked up',
  statusPhrase: 'Picked up',
  street: 'GEORGE',
  streetNumber: '1',
  streetType: 'ST',
  suburb: 'MELBOURNE',
  summary: 'The carrier has collected it.',
  surcharge_amount: 0,
  tier: 1,
  time: '10:35',
  title: 'Ceramic tile',
  took_ms: 84,
  to_zone: 'MEL',
  total: 14.3,
  trackingGraphicUrl: 'https://carrier.example/track/8880410000123',
  transdirect_member_id: 17,
  transdirect_order_id: 623634,
  transit_time: '1 to 2 business days',
  unit: 'kg',
  updated: 0,
  url: 'https://freight.example/api/signed/label/5f0c2b',
  user_message: 'The card was declined. Use another payment method, or ask its provider.',
  value: 14,
  waiting: 0,
  weight: 5,
  width: 35,
  window_seconds: 3600,
};

const ofFormat: Readonly<Record<string, string>> = {
  date: '2026-11-18',
  'date-time': '2026-11-18T10:35:00+11:00',
  email: 'jane@example.com',
};

/** For texts whose form is published as a pattern. */
const ofPattern: readonly string[] = [
  '2026-11-18T10:35:00+1100',
  '2026-11-18 10:35:00',
  '09:00-17:00',
  '09:00',
  '3000',
];

/** Quotes are keyed by carrier. */
const entryName = 'toll';

type Named = (name: string) => Schema | undefined;

/** `undefined` for a field without an example: a test names such fields. */
export function exampleOf(schema: Schema, named: Named, shape = '', field = ''): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOf(named(name) ?? {}, named, name, field);
  }
  const inside = (part: Schema, name = field): unknown => exampleOf(part, named, shape, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.properties !== undefined && schema.examples === undefined) {
    const { properties } = schema;
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, inside(part, name)]),
    );
  }
  const known = values[`${shape}.${field}`] ?? values[field];
  const [first] = schema.examples ?? schema.enum ?? [];
  if (schema.enum !== undefined) return schema.enum.includes(known) ? known : first;
  if (first !== undefined) return first;
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice !== undefined) return inside(choice);
  if (schema.items !== undefined) return [inside(schema.items)];
  if (typeof schema.additionalProperties === 'object') {
    const entry = inside(schema.additionalProperties);
    return entry === undefined ? {} : { [entryName]: entry };
  }
  return ofValue(schema, known);
}

function ofValue({ type, format, pattern, default: usual }: Schema, known: unknown): unknown {
  if (type === 'boolean') return usual ?? false;
  if (type === 'null') return null;
  if (type === 'object') return {};
  if (format !== undefined && ofFormat[format] !== undefined) return ofFormat[format];
  if (pattern !== undefined) {
    const fits = (text: unknown): boolean => new RegExp(pattern, 'u').test(String(text));
    return fits(known) ? known : ofPattern.find(fits);
  }
  if (type === 'string') return typeof known === 'number' ? String(known) : known;
  return known;
}
