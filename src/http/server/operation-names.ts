// What generators of clients call each operation of the OpenAPI documents, and which spellings of a path the documents
// leave out. Paths stand here without `/v4`.
import type { Row } from './row.ts';

const names: Readonly<Record<string, string>> = {
  'GET /member': 'getMember',
  'GET /members/payment-methods': 'listPaymentMethods',
  'POST /bookings': 'createBooking',
  'POST /bookings/stream': 'streamQuotes',
  'POST /quotes': 'quoteShipment',
  'GET /bookings': 'listBookings',
  'GET /bookings/:id': 'getBooking',
  'PUT /bookings/:id': 'updateBooking',
  'DELETE /bookings/:id': 'deleteBooking',
  'GET /bookings/:id/items': 'listItems',
  'POST /bookings/:id/items': 'addItem',
  'GET /bookings/:id/items/:item_id': 'getItem',
  'PUT /bookings/:id/items/:item_id': 'updateItem',
  'DELETE /bookings/:id/items/:item_id': 'deleteItem',
  'POST /bookings/:id/confirm': 'confirmBooking',
  'POST /bookings/:id/custom_declaration': 'declareCustoms',
  'GET /bookings/:id/breakdown': 'getBreakdown',
  'GET /bookings/track/:reference': 'trackShipment',
  'GET /tracking/:reference': 'trackShipment',
  'GET /bookings/:id/label': 'getLabel',
  'GET /bookings/:id/a6label': 'getA6Label',
  'GET /bookings/:id/manifest': 'getManifest',
  'GET /bookings/:id/invoice': 'getInvoice',
  'GET /bookings/:id/public_url': 'getLabelLink',
  'GET /signed/label/:token': 'getSignedLabel',
  'POST /bookings/labels/batch': 'printLabels',
  'POST /bookings/manifests/batch': 'printManifests',
  'GET /bookings/:id/tntregeneralabel': 'regenerateTntLabel',
  'GET /bookings/:id/tgeregeneralabel': 'regenerateTgeLabel',
  'GET /bookings/:id/northlineregeneralabel': 'regenerateNorthlineLabel',
  'GET /couriers': 'listCouriers',
  'GET /bookings/api_details': 'getApiDetails',
  'GET /bookings/api_details/full': 'getKeyConfiguration',
  'GET /bookings/sync': 'getSyncSettings',
  'POST /bookings/test_api_key_settings': 'testApiKey',
  'POST /bookings/set_api_settings': 'setApiSettings',
  'GET /orders': 'listOrders',
  'POST /orders': 'createOrder',
  'POST /orders/create-simple': 'createSimpleOrder',
  'POST /orders/syncOrders': 'syncOrders',
  'GET /orders/:id': 'getOrder',
  'PUT /orders/:id': 'updateOrder',
  'DELETE /orders/:id': 'deleteOrder',
  'GET /products': 'listProducts',
  'POST /products': 'saveProducts',
  'GET /webhooks': 'listWebhooks',
  'POST /webhooks': 'addWebhook',
  'GET /webhooks/:id': 'getWebhook',
  'PUT /webhooks/:id': 'changeWebhook',
  'DELETE /webhooks/:id': 'deleteWebhook',
  'POST /webhooks/:id/rotate': 'rotateWebhookSecret',
  'POST /webhooks/:id/test': 'testWebhook',
  'GET /webhooks/:id/deliveries': 'listWebhookDeliveries',
  'POST /webhooks/:id/deliveries/:delivery/replay': 'replayWebhookDelivery',
  'GET /locations': 'listLocations',
  'GET /locations/page/:page': 'listLocationsPage',
  'GET /locations/postcode/:postCode': 'listPostcodeLocations',
  'GET /locations/search': 'searchLocations',
  'GET /locations/get_country': 'listCountries',
  'GET /locations/countries': 'listCountries',
  'GET /locations/all': 'listAllLocations',
  'GET /addresses/suggest': 'suggestAddresses',
  'GET /addresses/resolve': 'resolveAddress',
};

const otherTracking = ['/bookings/track/:reference', '/bookings/track/v4/:reference'];
const leftOut = { v4: otherTracking, v5: ['/bookings/v4/track/:reference', ...otherTracking] };

/** The rows of a document: tracking stands once. */
export function publishedRows(table: readonly Row[], generation: 'v4' | 'v5'): Row[] {
  return table.filter(
    ({ generations, path }) =>
      generations.includes(generation) && !leftOut[generation].includes(path),
  );
}

/** Unique among the rows: of two that differ by `/v4` only, the one with it is called so. */
export function operationName(row: Row, rows: readonly Row[]): string {
  const name = nameOf(row);
  const isTwin = rows.some((other) => other !== row && nameOf(other) === name);
  return isTwin && row.path.includes('/v4') ? `${name}V4` : name;
}

function nameOf({ method, path }: Row): string {
  const spelt = path.replaceAll(/[^a-zA-Z0-9]+(\w?)/g, (_match, letter: string) =>
    letter.toUpperCase(),
  );
  return names[`${method} ${path.replace('/v4', '')}`] ?? `${method.toLowerCase()}${spelt}`;
}
