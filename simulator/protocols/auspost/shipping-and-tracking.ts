// Shipping and Tracking, version 1, of Australia Post and StarTrack: Basic credentials, and the account in a header. Each
// carrier has its own account.
import { admitBasic } from '../../credentials.ts';
import type { Desk, Simulated } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import {
  type Operation,
  openFile,
  type Protocol,
  type Route,
  row,
  type Trouble,
} from '../../protocol.ts';
import { type Account, auspostAccount, starTrackAccount } from './account.ts';
import { Lodgement } from './lodgement.ts';
import { bookPickup } from './pickup.ts';
import { priceItems, priceShipments } from './prices.ts';
import { missingField, refuse } from './problem.ts';
import {
  changeShipment,
  createShipments,
  deleteShipment,
  findShipments,
  validateShipments,
} from './shipping.ts';
import { track } from './tracking.ts';

export const auspost: Simulated = {
  carrier: 'auspost',
  name: auspostAccount.carrierName,
  open: (desk) => open(desk, auspostAccount),
};

export const starTrack: Simulated = {
  carrier: 'startrack',
  name: starTrackAccount.carrierName,
  open: (desk) => open(desk, starTrackAccount),
};

/** The carrier's limit. */
const tracksPerMinute = 10;

function open(desk: Desk, account: Account): Protocol {
  return {
    basePath: '/shipping/v1',
    credentials: {
      apiKey: account.apiKey,
      password: account.password,
      accountNumber: account.number,
    },
    routes: routesOf(desk, account),
    limits: [{ operation: 'track', perMinute: tracksPerMinute }],
    authenticate: (call) => admitBasic(call, account.apiKey, account.password),
    refuse: refuseTrouble,
  };
}

function routesOf(desk: Desk, account: Account): Route[] {
  const lodgement = new Lodgement(desk, account);
  const known = (
    method: string,
    path: string,
    operation: Operation,
    answer: (call: Call) => Answer,
  ): Route => row(method, path, operation, (call) => refuseStranger(account, call) ?? answer(call));
  return [
    known('GET', '/accounts/:account', 'account', (call) => presentAccount(account, call)),
    known('GET', '/address', 'address', (call) => checkSuburb(desk, call)),
    known('POST', '/prices/items', 'quote', (call) => priceItems(desk, account, call)),
    known('POST', '/prices/shipments', 'quote', (call) => priceShipments(desk, account, call)),
    known('POST', '/shipments', 'book', (call) => createShipments(desk, account, call)),
    known('POST', '/shipments/validation', 'validate', (call) =>
      validateShipments(desk, account, call),
    ),
    known('GET', '/shipments', 'find', (call) => findShipments(desk, call)),
    known('PUT', '/shipments/:id', 'change', (call) => changeShipment(desk, account, call)),
    known('DELETE', '/shipments/:id', 'cancel', (call) => deleteShipment(desk, call)),
    known('POST', '/labels', 'label', (call) => lodgement.createLabels(call)),
    known('GET', '/labels/:id', 'label', (call) => lodgement.readLabel(call)),
    openFile('/label-files/:id', (call) => lodgement.labelFile(call)),
    known('PUT', '/orders', 'manifest', (call) => lodgement.createOrder(call)),
    known('POST', '/orders', 'manifest', (call) => lodgement.createOrder(call)),
    known('GET', '/accounts/:account/orders/:order/summary', 'summary', (call) =>
      lodgement.orderSummary(call),
    ),
    ...(account.needsSuburb
      ? [known('POST', '/pickups/adhoc', 'pickup', (call) => bookPickup(desk, account, call))]
      : []),
    known('GET', '/track', 'track', (call) => track(desk, account, call)),
  ];
}

/** Rejects valid credentials that come with another customer's account number. */
function refuseStranger(account: Account, { headers, params }: Call): Answer | undefined {
  const given = headers['account-number'] ?? '';
  if (given === account.number && [undefined, account.number].includes(params.account)) {
    return undefined;
  }
  const shown = params.account ?? given;
  const message = `The customer for the account ${shown} could not be found.`;
  return refuse([{ code: '41001', name: 'CUSTOMER_NOT_FOUND', message }], 404);
}

function presentAccount(account: Account, call: Call): Answer {
  return json({
    account_number: account.number,
    name: 'SIMULATED CUSTOMER PTY LTD',
    expired: false,
    postage_products: account.products.map((product) => ({
      type: product.type,
      group: product.group,
      product_id: product.id,
      options: {
        signature_on_delivery_option: product.needsSignature,
        authority_to_leave_option: !product.needsSignature,
        dangerous_goods_allowed: false,
      },
      features: {
        TRANSIT_COVER: { attributes: { maximum_cover: 5000, rate: 1.5, included_cover: 200 } },
      },
    })),
    addresses: [{ type: 'MERCHANT_LOCATION', account: call.params.account }],
  });
}

function checkSuburb(desk: Desk, { query }: Call): Answer {
  const [suburb, state, postcode] = ['suburb', 'state', 'postcode'].map(
    (name) => query.get(name) ?? '',
  );
  if (suburb === '' || suburb === undefined || postcode === undefined || postcode === '') {
    return refuse([missingField(suburb === '' ? 'suburb' : 'postcode')]);
  }
  const match = desk.prices.localities.match({ suburb, postcode, ...(state ? { state } : {}) });
  if (match.kind === 'matched' && !match.isCorrected) return json({ found: true, results: [] });
  const results =
    match.kind === 'matched' ? [match.locality.name] : 'suburbs' in match ? match.suburbs : [];
  return json({ found: false, results });
}

/** Errors of the gateway spell their fields differently. */
function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  const names: Record<Trouble['kind'], [string, string]> = {
    unauthorised: ['API_001', 'Unauthorised'],
    expired: ['API_001', 'Unauthorised'],
    too_many: ['API_002', 'Too many requests'],
    unknown_path: ['API_005', 'Resource not found'],
    not_readable: ['API_006', 'Invalid request'],
    server_error: ['API_004', 'Internal error'],
  };
  const [error_code, error_name] = names[kind];
  return json({ errors: [{ message: sentence, error_code, error_name }] }, status);
}
