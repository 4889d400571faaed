// THE ROUTE TABLE. One line per endpoint: method, path, generations, access, endpoint. Start here from
// any URL: take its prefix off (`/api/v5` or `/api`; for `/members/api` see routes-members.ts), find the path, go to the endpoint's definition.
// The server, /openapi.json, docs/ROUTES.md and the limits are all fed by this table.
import type { Endpoint } from './endpoint.ts';
import type { Generation } from './generation.ts';
import * as bookings from './handlers/bookings.ts';
import * as couriers from './handlers/couriers.ts';
import * as customs from './handlers/customs.ts';
import * as documents from './handlers/documents.ts';
import * as items from './handlers/items.ts';
import * as keys from './handlers/keys.ts';
import * as locations from './handlers/locations.ts';
import * as members from './handlers/members.ts';
import * as orders from './handlers/orders.ts';
import * as products from './handlers/products.ts';
import * as quotes from './handlers/quotes.ts';
import * as tracking from './handlers/tracking.ts';
import { membersRoutes } from './routes-members.ts';
import { operatorRoutes } from './routes-operator.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `key`: credentials are required. `optional`: they may be left out, but must be right when sent.
 * `quote`: as optional, and without them the generation's limit of anonymous quotes applies.
 * `link`: the address is all that is needed; credentials are not looked at, and limits count the client's address.
 * `open`: none are looked at either; signing in is how one gets them. `operator`: only who runs this service.
 */
export type Access = 'key' | 'optional' | 'quote' | 'link' | 'open' | 'operator';

export type Row = {
  method: Method;
  path: string;
  generations: readonly Generation['name'][];
  access: Access;
  endpoint: Endpoint;
};

/** Every path a row answers at in a generation; a row of its own at an alias goes before. */
export function pathsOf(row: Row, generation: Generation, rows: readonly Row[]): string[] {
  const taken = (path: string): boolean =>
    rows.some((other) => other.method === row.method && other.path === path);
  return [row.path, ...generation.aliases(row.path).filter((path) => !taken(path))];
}

export function row(
  method: Method,
  path: string,
  generations: Row['generations'],
  access: Access,
  endpoint: Endpoint,
): Row {
  return { method, path, generations, access, endpoint };
}

const both = ['v4', 'v5'] as const;
const onlyV4 = ['v4'] as const;
const onlyV5 = ['v5'] as const;

export const routes: readonly Row[] = [
  row('GET', '/member', both, 'key', members.read),
  row('GET', '/members/payment-methods', both, 'key', members.paymentMethods),

  row('POST', '/bookings/v4', onlyV4, 'key', bookings.create),
  row('POST', '/bookings', onlyV5, 'quote', bookings.create),
  row('POST', '/bookings/v4', onlyV5, 'quote', bookings.create),
  row('POST', '/bookings/stream', onlyV5, 'quote', quotes.stream),
  row('POST', '/quotes', onlyV4, 'key', bookings.quoteOnly),
  row('GET', '/bookings/v4', both, 'key', bookings.list),
  row('GET', '/bookings/v4/:id', both, 'key', bookings.read),
  row('PUT', '/bookings/v4/:id', both, 'key', bookings.update),
  row('DELETE', '/bookings/v4/:id', both, 'key', bookings.remove),
  row('GET', '/bookings/v4/:id/items', both, 'key', items.list),
  row('POST', '/bookings/v4/:id/items', both, 'key', items.add),
  row('GET', '/bookings/v4/:id/items/:item_id', both, 'key', items.read),
  row('PUT', '/bookings/v4/:id/items/:item_id', both, 'key', items.update),
  row('DELETE', '/bookings/v4/:id/items/:item_id', both, 'key', items.remove),
  row('POST', '/bookings/v4/:id/confirm', both, 'key', bookings.confirm),
  row('POST', '/bookings/v4/:id/custom_declaration', both, 'key', customs.declare),
  row('GET', '/bookings/v4/:id/breakdown', both, 'key', bookings.breakdown),
  row('GET', '/bookings/v4/track/:reference', both, 'key', tracking.read),
  row('GET', '/bookings/track/:reference', both, 'key', tracking.read),
  row('GET', '/bookings/track/v4/:reference', both, 'key', tracking.read),
  row('GET', '/tracking/:reference', onlyV5, 'key', tracking.read),
  row('GET', '/bookings/v4/:id/label', both, 'key', documents.label),
  row('GET', '/bookings/v4/:id/a6label', both, 'key', documents.a6Label),
  row('GET', '/bookings/v4/:id/manifest', both, 'key', documents.manifest),
  row('GET', '/bookings/v4/:id/invoice', both, 'key', documents.invoice),
  row('GET', '/bookings/v4/:id/public_url', both, 'key', documents.publicUrl),
  row('GET', '/signed/label/:token', both, 'link', documents.signedLabel),
  row('POST', '/bookings/labels/batch', both, 'key', documents.labelBatch),
  row('POST', '/bookings/manifests/batch', both, 'key', documents.manifestBatch),
  row('POST', '/bookings/v4/labels/batch', both, 'key', documents.labelBatch),
  row('POST', '/bookings/v4/manifests/batch', both, 'key', documents.manifestBatch),
  row('GET', '/bookings/v4/:id/tntregeneralabel', both, 'key', documents.regenerateTnt),
  row('GET', '/bookings/v4/:id/tgeregeneralabel', both, 'key', documents.regenerateTge),
  row('GET', '/bookings/v4/:id/northlineregeneralabel', both, 'key', documents.regenerateNorthline),
  row('GET', '/bookings/:id/tgeregeneralabel', onlyV5, 'key', documents.regenerateTge),
  row('GET', '/bookings/:id/northlineregeneralabel', onlyV5, 'key', documents.regenerateNorthline),
  row('GET', '/couriers', both, 'optional', couriers.list),

  row('GET', '/bookings/v4/api_details', both, 'key', keys.details),
  row('GET', '/bookings/v4/api_details/full', onlyV5, 'key', keys.full),
  row('GET', '/bookings/sync', both, 'key', keys.sync),
  row('POST', '/bookings/v4/test_api_key_settings', both, 'key', keys.test),
  row('POST', '/bookings/v4/set_api_settings', both, 'key', keys.set),

  row('GET', '/orders', both, 'key', orders.list),
  row('POST', '/orders', both, 'key', orders.create),
  row('POST', '/orders/create-simple', both, 'key', orders.createSimple),
  row('POST', '/orders/syncOrders', both, 'key', orders.sync),
  row('GET', '/orders/:id', both, 'key', orders.read),
  row('PUT', '/orders/:id', both, 'key', orders.update),
  row('DELETE', '/orders/:id', both, 'key', orders.remove),
  row('GET', '/products', both, 'key', products.list),
  row('POST', '/products', both, 'key', products.save),

  row('GET', '/locations', both, 'optional', locations.list),
  row('GET', '/locations/page/:page', both, 'optional', locations.page),
  row('GET', '/locations/postcode/:postCode', both, 'optional', locations.postcode),
  row('GET', '/locations/search', both, 'optional', locations.search),
  row('GET', '/locations/get_country', onlyV4, 'optional', locations.countries),
  row('GET', '/locations/countries', onlyV5, 'optional', locations.countries),
  row('GET', '/locations/all', onlyV5, 'optional', locations.all),
  row('GET', '/addresses/suggest', onlyV5, 'optional', locations.suggest),
  row('GET', '/addresses/resolve', onlyV5, 'optional', locations.resolve),

  ...membersRoutes(row),
  ...operatorRoutes(row),
];
