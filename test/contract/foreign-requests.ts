// Requests for another member's records: for every row that names a record, a request that would be valid for its
// owner, and the refusal in docs/errors.md. Every such row must be in this table, so a new row needs an entry.
import assert from 'node:assert/strict';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { addClaimDocument, openClaim } from '../../src/application/claims/claims.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { getMember } from '../../src/application/members/find-member.ts';
import { issueMonthlyInvoice } from '../../src/application/payments/monthly-invoices.ts';
import { addPrinter } from '../../src/application/printers/manage-printers.ts';
import { queueTestLabel } from '../../src/application/printers/queue-labels.ts';
import { inviteUser } from '../../src/application/users/invite-users.ts';
import { addWebhook } from '../../src/application/webhooks/manage-webhooks.ts';
import { findMonth, monthlyInvoiceName } from '../../src/domain/payments/monthly-invoice.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import {
  aCarton,
  auckland,
  type Body,
  melbourne,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import type { TestApp, TestMember } from '../support/test-app.ts';

/** Part of everything about a record that only its owner may read. */
export const secretName = 'janes-secret';

type BookingRecord = { id: number; itemId: number };

export type Records = {
  /** An unpaid, an international and a paid booking. */
  bookings: { open: BookingRecord; abroad: BookingRecord; paid: BookingRecord };
  connote: string;
  pickupDate: string;
  orderId: number;
  addressId: number;
  claimId: number;
  claimFile: number;
  printerId: number;
  printJobId: number;
  webhookId: number;
  presetId: number;
  viewId: number;
  invoiceName: string;
  keyId: number;
  /** The session that Jane is signed in with. */
  sessionId: number;
  userId: number;
  invitationId: number;
  paymentMethod: string;
  carrier: string;
};

/** A request with the records' names in its path. */
export type Question = {
  names: Readonly<Record<string, string | number>>;
  payload?: Body;
  outcome: Outcome;
};

/**
 * `refused`: as documented, with the record's name in place of the example's. `unknown`: the same answer as for a
 * record that does not exist. `done`: an empty success, because there is nothing to undo.
 */
type Outcome =
  | { kind: 'refused'; code: string; example: string; actual: string }
  | { kind: 'unknown' }
  | { kind: 'done' };

export async function makeRecords(
  t: TestApp,
  jane: TestMember,
): Promise<Omit<Records, 'sessionId'>> {
  const shop = new Checkout(t, jane);
  await shop.giveCredit(1_000);
  const quote = async (receiver: Body) => {
    const booking = await shop.quote(
      sydneyToMelbourne({ receiver: { ...receiver, name: secretName } }),
    );
    const { items } = booking as unknown as { items: { id: number }[] };
    return { booking, record: { id: booking.id, itemId: items[0]?.id ?? 0 } };
  };
  const [open, abroad, paid] = [
    await quote(melbourne),
    await quote(auckland),
    await quote(melbourne),
  ];
  const request = shop.confirmRequest(paid.booking, 'toll', { payment_method: 'credit' });
  const confirmed = await shop.confirm(paid.booking.id, request);
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  const order = await shop.post(
    `${shop.urls.prefix}/orders`,
    aFullOrder({ order_id: secretName, buyer_name: secretName }),
  );
  assert.equal(order.statusCode, 201, order.body);
  const card = await saveCard(t.app, jane, { isDefault: true });
  await changeMember(t.app, jane.email, { mayConnectCarriers: true });
  const { invitation } = await inviteUser(
    t.app,
    { kind: 'member', member: await getMember(t.app, jane.email) },
    { email: `${secretName}@example.com`, role: 'viewer' },
  );
  const carrier = 'auspost';
  await connectAccount(t.app, await getMember(t.app, jane.email), {
    carrier,
    account: { api_key: secretName, password: secretName, account_number: '1111111111' },
    isUntested: true,
  });
  return {
    bookings: { open: open.record, abroad: abroad.record, paid: paid.record },
    connote: confirmed.json().connote,
    pickupDate: String(request.pickup_date),
    orderId: order.json().id,
    addressId: await t.app.store.addresses.save(jane.id, savedAddress, t.app.clock.nowMs()),
    ...(await makeClaim(t, jane, paid.record.id)),
    ...(await makePrinter(t, jane)),
    webhookId: await makeWebhook(t, jane),
    presetId: await t.app.store.itemPresets.save(jane.id, {
      name: secretName,
      packaging: 0,
      quantity: 1,
    }),
    viewId: await t.app.store.savedViews.save(jane.userId, {
      list: 'orders',
      name: secretName,
      search: {},
      columns: {},
    }),
    invoiceName: await makeInvoice(t, jane),
    keyId: jane.keyId,
    userId: jane.userId,
    invitationId: invitation.id,
    paymentMethod: `bankcard_${card}`,
    carrier,
  };
}

/** Keyed by the row's method and path. */
export function foreignRequests(records: Records): ReadonlyMap<string, readonly Question[]> {
  const { bookings, connote, pickupDate, orderId, addressId, keyId, sessionId } = records;
  const { claimId, claimFile, paymentMethod, carrier } = records;
  const { userId, invitationId, printerId, printJobId, presetId, viewId, invoiceName, webhookId } =
    records;
  const refused = (code: string, example: string, actual: unknown): Outcome => ({
    kind: 'refused',
    code,
    example,
    actual: String(actual),
  });
  const ofUser = (payload?: Body): Question[] => [
    {
      names: { id: userId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('user_not_found', '12', userId),
    },
  ];
  const every = Object.values(bookings);
  const ofBookings = (some: readonly BookingRecord[], payload?: Body): Question[] =>
    some.map(({ id, itemId }) => ({
      names: { id, item_id: itemId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('booking_not_found', '623634', id),
    }));
  const ofOrder = (code: string, payload?: Body): Question[] => [
    {
      names: { id: orderId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused(code, '8812', orderId),
    },
  ];
  const ofAddress = (payload?: Body): Question[] => [
    {
      names: { id: addressId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('address_not_found', '31', addressId),
    },
  ];
  const ofClaim = (payload?: Body): Question[] => [
    {
      names: { id: claimId, document: claimFile },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('claim_not_found', '12', claimId),
    },
  ];
  const ofPrinter = (payload?: Body): Question[] => [
    {
      names: { id: printerId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('printer_not_found', '3', printerId),
    },
  ];
  const ofWebhook = (payload?: Body): Question[] => [
    {
      names: { id: webhookId, delivery: 1 },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('webhook_not_found', '3', webhookId),
    },
  ];
  const ofInvoice: Question[] = [
    {
      names: { number: invoiceName },
      outcome: refused('monthly_invoice_not_found', 'MI-000123', invoiceName),
    },
  ];
  const ofPrintJob: Question[] = [
    { names: { id: printJobId }, outcome: refused('print_job_not_found', '4711', printJobId) },
  ];
  const ofKey = (payload?: Body): Question[] => [
    {
      names: { id: keyId },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused('key_not_found', '7', keyId),
    },
  ];
  const ofMethod: Question[] = [
    {
      names: { id: paymentMethod },
      outcome: refused('payment_method_not_found', 'bankcard_12', paymentMethod),
    },
  ];
  const ofCarrier = (code: string, payload?: Body): Question[] => [
    {
      names: { id: carrier },
      ...(payload === undefined ? {} : { payload }),
      outcome: refused(code, 'auspost', carrier),
    },
  ];
  const ofShipment: Question[] = [bookings.paid.id, connote].map((reference) => ({
    names: { reference },
    outcome: { kind: 'unknown' },
  }));
  const printed: Question[] = [
    {
      names: {},
      payload: { booking_ids: [bookings.paid.id] },
      outcome: refused('bookings_not_found', '7', bookings.paid.id),
    },
  ];
  const documents = ['label', 'a6label', 'manifest', 'invoice', 'public_url', 'breakdown'];
  const redrawRoutes = ['tntregeneralabel', 'tgeregeneralabel', 'northlineregeneralabel'];
  return new Map<string, readonly Question[]>([
    ['GET /bookings/v4/:id', ofBookings(every)],
    ['PUT /bookings/v4/:id', ofBookings(every, sydneyToMelbourne())],
    ['DELETE /bookings/v4/:id', ofBookings(every)],
    ['GET /bookings/v4/:id/items', ofBookings(every)],
    ['POST /bookings/v4/:id/items', ofBookings(every, aCarton())],
    ['GET /bookings/v4/:id/items/:item_id', ofBookings(every)],
    ['PUT /bookings/v4/:id/items/:item_id', ofBookings(every, { weight: 6 })],
    ['DELETE /bookings/v4/:id/items/:item_id', ofBookings(every)],
    ['POST /bookings/v4/:id/confirm', ofBookings(every, confirmation(records))],
    ['POST /bookings/v4/:id/custom_declaration', ofBookings(every, declaration)],
    ...[...documents, ...redrawRoutes].map(
      (document) => [`GET /bookings/v4/:id/${document}`, ofBookings(every)] as const,
    ),
    ['DELETE /bookings/v4/:id/public_url', ofBookings(every)],
    ...redrawRoutes.map(
      (document) => [`GET /bookings/:id/${document}`, ofBookings(every)] as const,
    ),
    ...['/bookings', '/bookings/v4'].flatMap((at) =>
      ['labels', 'manifests'].map((kind) => [`POST ${at}/${kind}/batch`, printed] as const),
    ),
    ['GET /bookings/v4/track/:reference', ofShipment],
    ['GET /bookings/track/:reference', ofShipment],
    ['GET /bookings/track/v4/:reference', ofShipment],
    ['GET /tracking/:reference', ofShipment],
    ['GET /orders/:id', ofOrder('order_not_yours')],
    [
      'PUT /orders/:id',
      [
        ...ofOrder('order_not_found', { buyer_name: 'Mallory' }),
        ...ofOrder('order_not_found', { transdirect_order_status: 'manually_dispatched' }),
      ],
    ],
    ['DELETE /orders/:id', ofOrder('order_not_found')],
    ['POST /orders/:id/reopen', ofOrder('order_not_found')],
    ['GET /bookings/v4/:id/changes', ofBookings(every)],
    ['POST /bookings/v4/:id/cancel', ofBookings(every)],
    ['PUT /bookings/v4/:id/pickup', ofBookings(every, { pickup_date: pickupDate })],
    [
      'POST /bookings/v4/:id/quote_link',
      ofBookings(every, { courier: 'toll', pickup_date: pickupDate, payment_method: 'credit' }),
    ],
    ['DELETE /bookings/v4/:id/quote_link', ofBookings(every)],
    ['GET /bookings/v4/:id/proof/picture', ofBookings(every)],
    ['GET /claims/:id', ofClaim()],
    ['POST /claims/:id/notes', ofClaim({ note: 'Mallory' })],
    ['POST /claims/:id/documents', ofClaim({ name: 'x', content: 'JVBERi0=' })],
    ['GET /claims/:id/documents/:document', ofClaim()],
    ['GET /credit/monthly-invoices/:number', ofInvoice],
    ['GET /credit/monthly-invoices/:number/lines.csv', ofInvoice],
    ['PUT /addresses/:id', ofAddress({ ...melbourne, name: 'Mallory' })],
    ['DELETE /addresses/:id', ofAddress()],
    // Removing a removed preset succeeds, and another member's stays.
    ['DELETE /item-presets/:id', [{ names: { id: presetId }, outcome: { kind: 'done' } }]],
    ['DELETE /saved-views/:id', [{ names: { id: viewId }, outcome: { kind: 'done' } }]],
    // Ending an ended session succeeds, and ending another member's session answers alike without ending it.
    ['DELETE /sessions/:id', [{ names: { id: sessionId }, outcome: { kind: 'done' } }]],
    ['PUT /users/:id', ofUser({ role: 'viewer' })],
    ['DELETE /users/:id', ofUser()],
    // Withdrawing is like ending a session: it succeeds, and leaves another member's invitation.
    ['DELETE /invitations/:id', [{ names: { id: invitationId }, outcome: { kind: 'done' } }]],
    ['PUT /members/payment-methods/:id/default', ofMethod],
    ['DELETE /members/payment-methods/:id', ofMethod],
    // Carriers' names are public; a member's account with one is not.
    ['PUT /carrier-accounts/:id', ofCarrier('own_carriers_off', { account })],
    ['POST /carrier-accounts/:id/test', ofCarrier('own_carrier_not_connected')],
    ['DELETE /carrier-accounts/:id', ofCarrier('own_carrier_not_connected')],
    ['GET /webhooks/:id', ofWebhook()],
    ['PUT /webhooks/:id', ofWebhook({ url: 'https://mallory.example/' })],
    ['DELETE /webhooks/:id', ofWebhook()],
    ['POST /webhooks/:id/rotate', ofWebhook()],
    ['POST /webhooks/:id/test', ofWebhook()],
    ['GET /webhooks/:id/deliveries', ofWebhook()],
    ['POST /webhooks/:id/deliveries/:delivery/replay', ofWebhook()],
    ['PUT /printers/:id', ofPrinter({ name: 'Mallory', reach: 'agent', automatic: 'every' })],
    ['DELETE /printers/:id', ofPrinter()],
    ['POST /printers/:id/token', ofPrinter()],
    ['POST /printers/:id/test', ofPrinter()],
    ['POST /printers/:id/jobs', ofPrinter({ booking_ids: [bookings.paid.id] })],
    ['POST /print-jobs/:id/reprint', ofPrintJob],
    ['POST /print-jobs/:id/cancel', ofPrintJob],
    ['GET /keys/:id', ofKey()],
    ['PUT /keys/:id', ofKey({ active: false })],
    ['DELETE /keys/:id', ofKey()],
    ['POST /keys/:id/regenerate', ofKey()],
    ['GET /keys/:id/settings', ofKey()],
    ['PUT /keys/:id/settings', ofKey({ rules: [] })],
    ['POST /keys/:id/preview', ofKey({ settings: {}, cart: sydneyToMelbourne() })],
    ['GET /keys/:id/calls', ofKey()],
  ]);
}

const savedAddress = {
  type: 'business',
  country: 'AU',
  postcode: '3000',
  suburb: 'MELBOURNE',
  state: 'VIC',
  name: secretName,
  companyName: '',
  email: '',
  phone: '',
  street: '2 Collins St',
  instructions: '',
} as const;

const account = { api_key: 'mallorys', password: 'mallorys', account_number: '2222222222' };

/** The generations spell the pickup date differently. */
const confirmation = ({ pickupDate }: Records): Body => ({
  courier: 'toll',
  'pickup-date': pickupDate,
  pickup_date: pickupDate,
  payment_method: 'demo',
});

const declaration = {
  contents_type: 'merchandise',
  contents_description: 'Tiles',
  items: [{ description: 'Tiles', quantity: 1, weight: 5, value: 50, country_of_origin: 'AU' }],
};

async function makeWebhook(t: TestApp, jane: TestMember): Promise<number> {
  const details = { description: secretName, events: [], isEnabled: true };
  const url = `https://${secretName}.example/`;
  return (await addWebhook(t.app, jane.id, { ...details, url })).endpoint.id;
}

async function makePrinter(t: TestApp, jane: TestMember) {
  const details = {
    name: secretName,
    reach: { kind: 'agent' },
    automatic: { kind: 'never' },
  } as const;
  const { printer } = await addPrinter(t.app, jane.id, details);
  const caller = { member: await getMember(t.app, jane.email) };
  const job = await queueTestLabel(t.app, caller, printer.id);
  return { printerId: printer.id, printJobId: job.id };
}

async function makeInvoice(t: TestApp, jane: TestMember): Promise<string> {
  const month = findMonth('2026-11');
  assert.ok(month);
  const notMailed = { isMailed: false };
  const issued = await issueMonthlyInvoice(t.app, String(jane.id), month, notMailed);
  return monthlyInvoiceName(issued?.number ?? 0);
}

async function makeClaim(t: TestApp, jane: TestMember, booking: number) {
  const member = await getMember(t.app, jane.email);
  const claimed = {
    bookingId: booking,
    reason: 'lost',
    claimedCents: 100,
    note: secretName,
  } as const;
  const claimId = await openClaim(t.app, member, claimed);
  const actor = { member, as: 'member' } as const;
  const content = Buffer.from(`%PDF-1.7 ${secretName}`).toString('base64');
  await addClaimDocument(t.app, actor, claimId, { name: secretName, content });
  const [file] = await t.app.store.claims.listFiles(claimId);
  return { claimId, claimFile: file?.id ?? 0 };
}
