// THE ROUTE TABLE. One line per endpoint: method, path, generations, access, endpoint, what the audit log records
// (`auditActions`), and the role that a user needs where it is not the usual one (`usualRole`). To find any URL: remove
// its prefix (`/api/v5` or `/api`; routes that exist only under `/members/api` are in routes-members.ts and
// routes-operator.ts), find the path, go to the endpoint's definition. In v4 a path that begins with `/bookings/v4`
// also answers without the `/v4`: such aliases belong to the generation (`aliases` in v4.ts). The server,
// /openapi.json, docs/ROUTES.md and the limits all read this table. Routes without a generation are mounted beside it:
// pages for people in pages/, health and documents by operations.ts, webhooks by webhooks.ts and carrier-webhooks.ts.

import * as customs from './bookings/customs-endpoints.ts';
import * as bookings from './bookings/endpoints.ts';
import * as items from './bookings/item-endpoints.ts';
import * as couriers from './carriers/endpoints.ts';
import * as documents from './documents/endpoints.ts';
import * as keys from './keys/endpoints.ts';
import * as members from './members/member-endpoints.ts';
import * as orders from './orders/endpoints.ts';
import * as products from './orders/product-endpoints.ts';
import * as payments from './payments/endpoints.ts';
import * as locations from './places/endpoints.ts';
import * as quotes from './quotes/endpoints.ts';
import { membersRoutes } from './routes-members.ts';
import { operatorRoutes } from './routes-operator.ts';
import { type Row, row } from './server/row.ts';
import * as tracking from './tracking/endpoints.ts';
import * as webhooks from './webhooks/endpoints.ts';

const all = ['v4', 'v5', 'members'] as const;
const both = ['v4', 'v5'] as const;
const v4AndMembers = ['v4', 'members'] as const;
const v5AndMembers = ['v5', 'members'] as const;
const onlyV4 = ['v4'] as const;
const onlyV5 = ['v5'] as const;

export const routes: readonly Row[] = [
  row('GET', '/member', all, 'key', members.read),
  row('GET', '/members/payment-methods', all, 'key', payments.methods),

  row('POST', '/bookings/v4', v4AndMembers, 'key', bookings.create, 'book'),
  row('POST', '/bookings', onlyV5, 'quote', bookings.create, 'book'),
  row('POST', '/bookings/v4', onlyV5, 'quote', bookings.create, 'book'),
  row('POST', '/bookings/stream', onlyV5, 'quote', quotes.stream, 'nothing'),
  row('POST', '/quotes', onlyV4, 'key', bookings.quoteOnly, 'nothing'),
  row('GET', '/bookings/v4', both, 'key', bookings.list),
  row('GET', '/bookings/v4/:id', both, 'key', bookings.read),
  row('PUT', '/bookings/v4/:id', all, 'key', bookings.update, 'change_booking'),
  row('DELETE', '/bookings/v4/:id', all, 'key', bookings.remove, 'delete_booking'),
  row('GET', '/bookings/v4/:id/items', both, 'key', items.list),
  row('POST', '/bookings/v4/:id/items', both, 'key', items.add, 'change_booking'),
  row('GET', '/bookings/v4/:id/items/:item_id', both, 'key', items.read),
  row('PUT', '/bookings/v4/:id/items/:item_id', both, 'key', items.update, 'change_booking'),
  row('DELETE', '/bookings/v4/:id/items/:item_id', both, 'key', items.remove, 'change_booking'),
  row('POST', '/bookings/v4/:id/confirm', all, 'key', bookings.confirm, 'confirm_booking'),
  row('POST', '/bookings/v4/:id/custom_declaration', all, 'key', customs.declare, 'declare_customs'),
  row('GET', '/bookings/v4/:id/breakdown', all, 'key', bookings.breakdown),
  row('GET', '/bookings/v4/track/:reference', both, 'key', tracking.read),
  row('GET', '/bookings/track/:reference', both, 'key', tracking.read),
  row('GET', '/bookings/track/v4/:reference', both, 'key', tracking.read),
  row('GET', '/tracking/:reference', onlyV5, 'key', tracking.read),
  row('GET', '/bookings/v4/:id/label', all, 'key', documents.label),
  row('GET', '/bookings/v4/:id/a6label', all, 'key', documents.a6Label),
  row('GET', '/bookings/v4/:id/manifest', all, 'key', documents.manifest),
  row('GET', '/bookings/v4/:id/invoice', all, 'key', documents.invoice),
  row('GET', '/bookings/v4/:id/public_url', all, 'key', documents.publicUrl),
  row('GET', '/signed/label/:token', both, 'link', documents.signedLabel),
  row('POST', '/bookings/labels/batch', all, 'key', documents.labelBatch, 'nothing'),
  row('POST', '/bookings/manifests/batch', all, 'key', documents.manifestBatch, 'nothing'),
  row('POST', '/bookings/v4/labels/batch', both, 'key', documents.labelBatch, 'nothing'),
  row('POST', '/bookings/v4/manifests/batch', both, 'key', documents.manifestBatch, 'nothing'),
  row('GET', '/bookings/v4/:id/tntregeneralabel', both, 'key', documents.regenerateTnt, 'regenerate_label'),
  row('GET', '/bookings/v4/:id/tgeregeneralabel', both, 'key', documents.regenerateTge, 'regenerate_label'),
  row('GET', '/bookings/v4/:id/northlineregeneralabel', both, 'key', documents.regenerateNorthline, 'regenerate_label'),
  row('GET', '/bookings/:id/tgeregeneralabel', onlyV5, 'key', documents.regenerateTge, 'regenerate_label'),
  row('GET', '/bookings/:id/northlineregeneralabel', onlyV5, 'key', documents.regenerateNorthline, 'regenerate_label'),
  row('GET', '/couriers', all, 'optional', couriers.list),

  row('GET', '/bookings/v4/api_details', both, 'key', keys.details),
  row('GET', '/bookings/v4/api_details/full', onlyV5, 'key', keys.full),
  row('GET', '/bookings/sync', both, 'key', keys.sync),
  row('POST', '/bookings/v4/test_api_key_settings', both, 'key', keys.test, 'nothing'),
  row('POST', '/bookings/v4/set_api_settings', both, 'key', keys.set, 'change_key_settings', 'admin'),

  row('GET', '/orders', both, 'key', orders.list),
  row('POST', '/orders', both, 'key', orders.create, 'save_order'),
  row('POST', '/orders/create-simple', all, 'key', orders.createSimple, 'save_order'),
  row('POST', '/orders/syncOrders', both, 'key', orders.sync, 'import_orders'),
  row('GET', '/orders/:id', all, 'key', orders.read),
  row('PUT', '/orders/:id', all, 'key', orders.update, 'change_order'),
  row('DELETE', '/orders/:id', all, 'key', orders.remove, 'remove_order'),
  row('GET', '/products', both, 'key', products.list),
  row('POST', '/products', both, 'key', products.save, 'save_products'),

  row('GET', '/locations', all, 'optional', locations.list),
  row('GET', '/locations/page/:page', all, 'optional', locations.page),
  row('GET', '/locations/postcode/:postCode', all, 'optional', locations.postcode),
  row('GET', '/locations/search', all, 'optional', locations.search),
  row('GET', '/locations/get_country', onlyV4, 'optional', locations.countries),
  row('GET', '/locations/countries', v5AndMembers, 'optional', locations.countries),
  row('GET', '/locations/all', onlyV5, 'optional', locations.all),
  row('GET', '/addresses/suggest', v5AndMembers, 'optional', locations.suggest),
  row('GET', '/addresses/resolve', v5AndMembers, 'optional', locations.resolve),

  row('GET', '/webhooks', v5AndMembers, 'key', webhooks.list),
  row('POST', '/webhooks', v5AndMembers, 'key', webhooks.add, 'add_webhook', 'admin'),
  row('GET', '/webhooks/:id', v5AndMembers, 'key', webhooks.read),
  row('PUT', '/webhooks/:id', v5AndMembers, 'key', webhooks.change, 'change_webhook', 'admin'),
  row('DELETE', '/webhooks/:id', v5AndMembers, 'key', webhooks.remove, 'remove_webhook', 'admin'),
  row('POST', '/webhooks/:id/rotate', v5AndMembers, 'key', webhooks.rotate, 'rotate_webhook_secret', 'admin'),
  row('POST', '/webhooks/:id/test', v5AndMembers, 'key', webhooks.test, 'test_webhook', 'admin'),
  row('GET', '/webhooks/:id/deliveries', v5AndMembers, 'key', webhooks.deliveries),
  row('POST', '/webhooks/:id/deliveries/:delivery/replay', v5AndMembers, 'key', webhooks.replay, 'replay_webhook', 'admin'),

  ...membersRoutes,
  ...operatorRoutes,
];
