// No list, job or frequent statement becomes slower as history grows: on both engines, every plan reaches the growing
// tables through an index with a condition. A plan may walk along an index only if it stops at the statement's limit or
// if the index holds only open rows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import pg from 'pg';
import { createDatabase } from '../../../test/support/components/template-database.ts';
import { silentLog } from '../../../test/support/test-logs.ts';
import type { Store } from '../../application/ports.ts';
import { savedAddressId } from '../../domain/addresses/saved-address.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { bookingOrders } from '../../domain/bookings/booking-order.ts';
import { carrierInvoiceId } from '../../domain/carrier-invoices/carrier-invoice.ts';
import { claimId } from '../../domain/claims/claim.ts';
import { keyId } from '../../domain/keys/api-key.ts';
import { memberId } from '../../domain/members/member.ts';
import { sessionId } from '../../domain/members/session.ts';
import { orderId } from '../../domain/orders/order-id.ts';
import { receivePayment } from '../../domain/payments/ledger.ts';
import { paymentId } from '../../domain/payments/payment.ts';
import { printerId } from '../../domain/printers/label-printer.ts';
import { printJobId } from '../../domain/printers/print-job.ts';
import { periodOf } from '../../domain/reports/period.ts';
import { callSorts, orderSorts } from '../../domain/sorting.ts';
import { userId } from '../../domain/users/user.ts';
import { webhookDeliveryId } from '../../domain/webhooks/webhook-delivery.ts';
import { webhookEndpointId } from '../../domain/webhooks/webhook-endpoint.ts';
import { openPostgres } from './engine/postgres-engine.ts';
import { openSqlite } from './engine/sqlite-engine.ts';
import { migrate } from './migrate.ts';
import { storeOver } from './store.ts';

/** Tables with a row for every quote, booking, call or session, ever or of the last days. */
const growing = [
  ...['bookings', 'quote_sets', 'payments', 'ledger_entries', 'idempotency_records', 'labels'],
  ...['shipments', 'tracking_events', 'mails', 'orders', 'kept_documents', 'invoices'],
  ...['monthly_invoices', 'monthly_invoice_entries', 'monthly_invoice_mails'],
  ...[
    'users',
    'recovery_codes',
    'invitations',
    'sessions',
    'key_calls',
    'sent_consignments',
    'carrier_calls',
    'gateway_attempts',
  ],
  ...['customs_declarations', 'carrier_labels', 'test_gateway_charges', 'told_carriers'],
  'booking_words',
  'saved_addresses',
  ...['claims', 'claim_notes', 'claim_files', 'delivery_proofs', 'carrier_proofs'],
  'quote_links',
  'carrier_invoice_lines',
  'item_presets',
  'webhook_deliveries',
  'audit_entries',
  'saved_views',
  'receipts_taken_back',
  'receipt_references',
  'lodged_manifests',
  'certification_runs',
  'brandings',
  'print_jobs',
];

/** Partial indexes of open rows and of rows that a person must check. */
const indexesOfOpen = [
  'payments_to_retry',
  'bookings_troubled',
  'payments_refused',
  'monthly_invoice_mails_waiting',
  'monthly_invoice_mails_unsent',
  'sent_consignments_orphaned',
  'sent_consignments_other_price',
  'sent_consignments_left_out',
  'mails_waiting',
  'print_jobs_waiting',
  ...['webhook_deliveries_due', 'webhook_deliveries_of_subject'],
  'shipments_to_poll',
  'shipments_to_poll_own',
];

/** Partial indexes with the whole condition of a statement, which walks along them to its limit. */
const indexesInOrder = [
  'bookings_booked',
  'carrier_calls_of_carrier',
  'carrier_calls_in_status_order',
  'carrier_calls_in_time_taken',
];

/** Indexes that lead to a few rows of one member. With any other index a statement would read far more. */
const shortCuts = [
  ...['ledger_of_booking', 'ledger_entries_adjustments', 'ledger_entries_receipts'],
  'mails_in_turn',
  'carrier_invoice_lines_summed',
  'print_jobs_waiting',
  ...['orders_of_member', 'orders_in_number_order', 'orders_in_receiver_order'],
  ...['orders_in_value_order', 'orders_in_status_order'],
  ...['carrier_calls_of_carrier', 'carrier_calls_in_status_order', 'carrier_calls_in_time_taken'],
];

const jane = memberId(1);
const id = bookingId(7);
const page = { limit: 20, skip: 0 };

/** Runs the lists and look-ups of all requests and jobs. */
async function runEverything(store: Store): Promise<void> {
  const shown = ['quotes', 'booked', 'attention', 'under_way', undefined] as const;
  const found = {
    memberId: jane,
    sinceMs: undefined,
    text: undefined,
    isAscending: false,
    ...page,
  };
  await store.bookings.list(found);
  await store.bookings.list({ ...found, sinceMs: 5, isAscending: true });
  const followed = { followedSinceMs: 5, demosUntilMs: 5, ...page };
  for (const shows of shown) await store.bookings.listShown({ ...followed, owner: jane, shows });
  await store.bookings.listShown({ ...followed, owner: 'operator', shows: 'booked' });
  for (const filteredPage of [page, undefined])
    for (const owner of [jane, 'operator'] as const)
      for (const by of [undefined, ...bookingOrders])
        await store.bookings.listFiltered({
          owner,
          filter: { carrier: 'tnt', status: 'cancelled', fromMs: 5, beforeMs: 9 },
          order: by && { by, isDescending: false },
          among: 500,
          page: filteredPage,
        });
  for (const text of ['17', 'lh17']) await store.bookings.list({ ...found, text });
  for (const owner of [jane, 'operator'] as const) {
    const parts = ['receiver', 'sender', 'reference'] as const;
    for (const words of [['rita'], ['rita', 'rec'], ['rita', 'rec', 'syd']])
      await store.bookings.listByWords({ owner, words, parts, limit: 500 });
    await store.bookings.listPlain(owner, [id, bookingId(8)]);
    await store.bookings.listPlain(owner, [id, bookingId(8)], 'ABC123');
  }
  await store.bookings.find(id, jane);
  await store.bookings.findForAnyMember(id);
  await store.bookings.listTroubled(50);
  await store.bookings.listNewest(50);
  await store.bookings.listSold({ memberId: jane, sinceMs: 5, untilMs: 9, among: 500, limit: 20 });
  await store.bookings.listConnotes([id, bookingId(8)], jane);
  await store.bookings.purgeUnpaid(0, 5, { reads: 500, deletes: 100 });
  await store.bookings.purgeUnusedSets(0, 5, 100);
  await store.bookings.removeUnpaid(id, jane);
  await store.payments.listDue(5, 20);
  await store.payments.listOpen(20);
  await store.payments.listRefused(20);
  await store.sentConsignments.listOrphaned(20);
  await store.sentConsignments.listOtherPrice(20);
  await store.manifests.listLeftOut(20);
  await store.manifests.listRefused(20);
  for (const carrier of ['auspost', undefined]) await store.manifests.list({ carrier, limit: 20 });
  await store.margins.list();
  await store.carrierInvoices.list(20);
  await store.carrierInvoices.sums([carrierInvoiceId(5), carrierInvoiceId(6)]);
  for (const ids of [undefined, [7, 8]])
    await store.carrierInvoices.lines(carrierInvoiceId(5), ids);
  await store.carrierInvoices.lock(carrierInvoiceId(5), [7, 8]);
  await store.carrierInvoices.setState(carrierInvoiceId(5), [7, 8], 'open');
  await store.carrierInvoices.listBilled([id, bookingId(8)]);
  await store.carrierInvoices.remove(carrierInvoiceId(5));
  await store.manifests.find(5);
  await store.manifests.findDocument(5);
  await store.manifests.forgetDocuments(5, 50);
  await store.manifests.findByNumber({ carrier: 'auspost' }, 'AP1');
  await store.manifests.keep(
    { carrier: 'auspost' },
    { manifestId: 'AP1', references: ['7'], nowMs: 5 },
  );
  await store.payments.findByKey('key');
  await store.payments.listOfMember(jane);
  await store.payments.listOfMember(jane, 50);
  await store.payments.listOfBooking(id);
  await store.monthlyInvoices.listDebtors();
  await store.monthlyInvoices.findLatest(jane);
  await store.monthlyInvoices.findOfMonth(jane, '2026-10');
  await store.monthlyInvoices.listOpenEntries(jane, { sinceMs: 5, untilMs: 9 });
  await store.monthlyInvoices.owedBefore(jane, 9);
  await store.monthlyInvoices.find(5);
  for (const wanted of [{ memberId: jane }, { month: '2026-10' }, {}])
    await store.monthlyInvoices.list({ ...wanted, limit: 50, skip: 0 });
  await store.monthlyInvoices.listProblems(20);
  await store.monthlyInvoices.setUnissued([], 5);
  await store.monthlyInvoices.takeUpMails({ nowMs: 5, untilMs: 9, limit: 1 });
  await store.payments.findLatestForBalance(jane);
  await store.payments.listForBalance(jane, 20);
  await store.payments.findRefundOf({ id: paymentId(5), memberId: jane });
  await store.ledger.list(jane, 0, 50);
  await store.ledger.listOwed(jane, { sinceMs: 5, untilMs: 9, limit: 50, skip: 50 });
  await store.ledger.listReceipts(jane, 10);
  await store.ledger.listAdjustments(jane, 50);
  await store.ledger.listReferences(jane, [5, 6]);
  await store.ledger.usedBy([jane]);
  await store.ledger.findReceipt(jane, 5);
  // The statement looks for the reference first, then fails because the member does not exist.
  const [receipt] = receivePayment(
    { memberId: jane, bookingId: undefined, paymentId: undefined },
    1,
  );
  assert.ok(receipt);
  for (const reference of ['NPP 1', undefined])
    await assert.rejects(store.ledger.receive(receipt, { nowMs: 5, reference, alikeSinceMs: 1 }));
  await store.ledger.listOfBooking({ bookingId: id, memberId: jane });
  await store.ledger.check(0, 20);
  await store.idempotency.find({ memberId: jane, key: 'key' });
  await store.idempotency.purge(5, 500);
  await store.idempotency.redate(5, 500);
  await store.gatewayAttempts.find('key');
  await store.shipments.find(id, jane);
  await store.shipments.listByConnote('ABC123');
  await store.shipments.awaitProofs([id, bookingId(8)], 5);
  await store.shipments.listByReferences({ bookingIds: [id], connotes: ['ABC123'] });
  for (const isOwnAccount of [false, true])
    await store.shipments.listToPoll({
      carriers: ['tnt', 'toll'],
      isOwnAccount,
      nowMs: 5,
      limit: 50,
    });
  await store.trackingEvents.listKept(id);
  await store.trackingEvents.remove(id, 'digest');
  await store.shipments.resetStage(id, 'pending', 5);
  await store.mails.cancel(id, ['delivered']);
  await store.trackingEvents.list([id]);
  await store.trackingEvents.count([id]);
  const turn = { isDemo: false, afterMember: 0, limit: 20 };
  await store.mails.takeUp({ ...turn, nowMs: 5, farthestMs: 8, untilMs: 9 });
  await store.mails.list(id);
  const printer = printerId(3);
  await store.labelPrinters.list(jane);
  await store.labelPrinters.findByDigest('digest');
  await store.labelPrinters.remove(printer);
  await store.printJobs.addAutomatic({ bookingId: id, memberId: jane, keyId: undefined, nowMs: 5 });
  for (const status of ['failed', undefined] as const)
    await store.printJobs.list({ memberId: jane, status, ...page });
  await store.printJobs.listDue(5, { printers: 20, ofMember: 5 });
  await store.printJobs.take(printer, { nowMs: 5, untilMs: 9 });
  await store.printJobs.cancel(printJobId(5), jane, 5);
  await store.printJobs.purge(5, 500);
  const webhook = webhookEndpointId(3);
  const { webhookDeliveries, webhookEndpoints } = store;
  await webhookEndpoints.list(jane);
  await webhookEndpoints.takeUpNotices({ nowMs: 5, untilMs: 9, limit: 1 });
  await webhookEndpoints.remove(webhook);
  for (const status of ['failed', undefined] as const)
    await webhookDeliveries.list({ endpointId: webhook, status, ...page });
  await webhookDeliveries.listDue(5, 20);
  await webhookDeliveries.take(webhook, { nowMs: 5, untilMs: 9, limit: 20 });
  await webhookDeliveries.replay(webhookDeliveryId(5), webhook, 5);
  await webhookDeliveries.purge(5, 500);
  await store.orders.list({ ...found });
  await store.orders.list({ ...found, status: 'pending' });
  await store.orders.list({ ...found, sinceMs: 5 });
  for (const by of orderSorts)
    for (const isDescending of [false, true])
      await store.orders.list({ ...found, sorting: { by, isDescending } });
  await store.orders.find(orderId(3), jane);
  await store.orders.findByBooking(id);
  await store.orders.listBookings(jane, ['A-1001', '#A-1001']);
  await store.orders.listNewestBookings(['A-1001', '#A-1001'], 500);
  for (const words of [[], ['har', 'mel']])
    await store.addresses.list({ memberId: jane, words, limit: 50, skip: 0 });
  await store.addresses.findAlike(jane, ['a', 'b']);
  await store.addresses.find(jane, savedAddressId(3));
  await store.addresses.count(jane);
  for (const owner of [jane, undefined])
    for (const state of ['open', undefined] as const)
      for (const isOldestFirst of [false, true])
        await store.claims.list({ memberId: owner, state, isOldestFirst, limit: 50, skip: 0 });
  await store.claims.list({ memberId: jane, bookingId: id, state: undefined, limit: 50, skip: 0 });
  await store.claims.find(claimId(3), jane);
  await store.claims.listNotes(claimId(3));
  await store.claims.listFiles(claimId(3));
  await store.claims.findFile(claimId(3), 4);
  await store.deliveryProofs.find(id);
  await store.quoteLinks.find('digest');
  await store.quoteLinks.remove(id);
  await store.documents.listLabels([id]);
  await store.documents.findInvoice(id);
  await store.declarations.find(id);
  await store.notifiedCarriers.list([id]);
  await store.notifiedCarriers.listUnnotified({ sinceMs: 5, limit: 50 });
  await store.notifiedCarriers.remove([id]);
  await store.sessions.findByDigest('digest');
  await store.sessions.list(userId(1));
  await store.savedViews.list(userId(1), 'orders');
  await store.users.list(jane);
  await store.invitations.list(jane, 5);
  await store.twoFactors.useStep(userId(1), 5);
  await store.twoFactors.useRecoveryCode(userId(1), 'digest');
  await store.twoFactors.countRecoveryCodes(userId(1));
  await store.invitations.find('digest', { nowMs: 5, farthestMs: 9 });
  await store.users.findByEmail('jane@example.com');
  await store.sessions.noteUse(sessionId(1), 5);
  await store.sessions.removeEnded({ lastUsedUntilMs: 5, createdUntilMs: 5 });
  await store.keyCalls.list(keyId(1));
  await store.carrierCalls.list({ carrier: 'tnt', limit: 20 });
  for (const by of callSorts)
    for (const isDescending of [false, true])
      await store.carrierCalls.list({ sorting: { by, isDescending }, limit: 20, skip: 50 });
  await store.carrierCalls.purge(5, 500);
  const entries = { limit: 50, skip: 50 };
  const days = { fromMs: 5, beforeMs: 9 };
  const last = { id: 7, atMs: 8 };
  for (const filter of [
    days,
    { ...days, memberId: jane },
    { ...days, actor: 'jane@example.com' },
    { ...days, group: 'keys' as const },
    { ...days, memberId: jane, actor: 'jane@example.com', actorsOf: jane, group: 'keys' as const },
    { fromMs: 5 },
  ]) {
    for (const isOldestFirst of [false, true])
      await store.auditLog.list(filter, { ...entries, isOldestFirst });
    await store.auditLog.list(filter, { limit: 500, after: last });
  }
  await store.auditLog.finish(5, { outcome: 'done' });
  await store.auditLog.purge(5, 500);
  await store.certifications.list();
  await store.brandings.find(jane);
  await store.brandings.findLogo('digest');
  const progress = { plan: [], results: [], left: [] };
  await store.certificationRuns.begin({
    carrier: 'tnt',
    begunAtMs: 1,
    aliveUntilMs: 2,
    progress,
  });
  await store.certificationRuns.keepAlive(1, 3);
  await store.certificationRuns.progress(1, progress);
  await store.certificationRuns.stop('tnt', 0);
  await store.certificationRuns.find('tnt', 1);
  await store.certificationRuns.list('tnt', 20);
  await store.certificationRuns.giveUp('tnt', 4);
  await store.certificationRuns.end(1, 5, progress);
  await store.sentConsignments.find('17');
  await store.sentConsignments.findByConnote({ carrier: 'tnt' }, 'ABC123');
  await store.sentConsignments.listUnmanifested({ carrier: 'tnt' }, 100);
  await store.sentConsignments.listUnmanifested({ carrier: 'tnt', memberId: jane }, 100);
  await store.sentConsignments.listUnmanifestedOwners('tnt', 100);
  await store.sentConsignments.countUnmanifested('tnt');
  await store.carrierAccounts.list(jane);
  await store.carrierAccounts.list(undefined);
  await store.carrierAccounts.page({ carrier: 'tnt', memberId: jane }, 100);
  const scope = { memberId: jane, period: periodOf(Date.UTC(2026, 10, 15), 12) };
  await store.reports.carrierDays(scope);
  await store.reports.lanes(scope, 10);
  await store.reports.weighed(scope);
  await store.reports.weighedBookings(scope, 10);
  for (const memberId of [jane, undefined]) await store.reports.sales({ ...scope, memberId });
  await store.reports.answers(jane, '2026-01');
  await store.keys.findByDigest('digest');
  await store.members.findByEmail('jane@example.com');
}

/** Statements that read rows. Inserts have no plan to check. */
const isExplained = (text: string): boolean => /^\s*(select|update|delete|with)\b/i.test(text);

describe('plans of the embedded database', () => {
  test('no statement scans a table that grows', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-plans-'));
    const file = join(folder, 'linehaul.db');
    const asked = new Set<string>();
    const engine = openSqlite(file, (_seconds, text) => asked.add(text));
    try {
      await migrate(engine, 0, 'bring_up_to_date');
      await engine.ready();
      asked.clear();
      await runEverything(storeOver(engine));
      const database = new DatabaseSync(file);
      const taken = new Set<string | undefined>();
      const walks = [...asked].filter(isExplained).flatMap((text) => {
        const plan = database.prepare(`explain query plan ${text}`).all() as { detail: string }[];
        for (const { detail } of plan) taken.add(/ INDEX (\w+)/.exec(detail)?.[1]);
        return plan
          .map(({ detail }) => detail)
          .filter((detail) => isWalkInSqlite(detail, text))
          .map((detail) => `${detail}: ${text}`);
      });
      database.close();
      assert.ok(asked.size > 40, `only ${asked.size} statements were seen`);
      assert.deepEqual(walks, []);
      assert.deepEqual(
        [...shortCuts, 'sqlite_autoindex_booking_words_1'].filter((index) => !taken.has(index)),
        [],
      );
    } finally {
      await engine.close();
      rmSync(folder, { recursive: true });
    }
  });
});

function isWalkInSqlite(detail: string, text: string): boolean {
  const [, table, index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? [];
  if (table === undefined || !growing.includes(table)) return false;
  return !isAllowedWalk(index, text);
}

function isAllowedWalk(index: string | undefined, text: string): boolean {
  if (index !== undefined && indexesOfOpen.includes(index)) return true;
  const isLimited = /\blimit\b/i.test(text);
  if (index !== undefined && indexesInOrder.includes(index)) return isLimited;
  // Without a condition, the statement reads the newest rows from one end of the table and stops at its limit.
  const conditions = text.replace(/where \((1 = 1( and )?)+\)/i, '');
  return isLimited && !/\bwhere\b/i.test(conditions);
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

describe('plans of PostgreSQL', () => {
  test('no statement scans a table that grows', async () => {
    const database = await createDatabase();
    const asked = new Set<string>();
    const engine = openPostgres(database.url, (_seconds, text) => asked.add(text), silentLog);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await engine.ready();
      await runEverything(storeOver(engine));
      // Without this setting, PostgreSQL would scan the empty tables. The test needs the plans for large ones.
      await client.query('set enable_seqscan = off');
      const walks: string[] = [];
      const taken = new Set<string | undefined>();
      for (const text of [...asked].filter(isExplained)) {
        const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
        const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
        walks.push(...walksIn(Plan, text).map((walk) => `${walk}: ${text}`));
        for (const index of indexesIn(Plan)) taken.add(index);
      }
      assert.ok(asked.size > 40, `only ${asked.size} statements were seen`);
      assert.deepEqual(walks, []);
      assert.deepEqual(
        [...shortCuts, 'booking_words_key'].filter((index) => !taken.has(index)),
        [],
      );
    } finally {
      await client.end();
      await engine.close();
      await database.drop();
    }
  });
});

function indexesIn({ 'Index Name': index, Plans = [] }: PlanNode): (string | undefined)[] {
  return [index, ...Plans.flatMap(indexesIn)];
}

function walksIn(node: PlanNode, text: string): string[] {
  const deeper = (node.Plans ?? []).flatMap((one) => walksIn(one, text));
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index } = node;
  const isScan = /^(Seq|Index|Index Only) Scan$/.test(type) && growing.includes(table);
  const isReached = node['Index Cond'] !== undefined || isAllowedWalk(index, text);
  return isScan && !isReached ? [`${type} of ${table} ${index ?? ''}`, ...deeper] : deeper;
}
