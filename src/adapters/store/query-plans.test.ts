// No list, job or hot statement grows slower with history: on both engines, the plan of every statement reaches the tables
// that only ever grow through an index and a condition on it. A statement that walks along an index is allowed only where
// it stops after its limit, or where the index holds only what is open.
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
import { bookingId } from '../../domain/bookings/booking.ts';
import { keyId } from '../../domain/keys/api-key.ts';
import { memberId } from '../../domain/members/member.ts';
import { sessionId } from '../../domain/members/session.ts';
import { orderId } from '../../domain/orders/order-id.ts';
import { receivePayment } from '../../domain/payments/ledger.ts';
import { periodOf } from '../../domain/reports/period.ts';
import { openPostgres } from './engine/postgres-engine.ts';
import { openSqlite } from './engine/sqlite-engine.ts';
import { migrate } from './migrate.ts';
import { storeOver } from './store.ts';

/** Tables with a row for every quote, booking, call or session there has ever been, or was in the last days. */
const growing = [
  ...['bookings', 'quote_sets', 'payments', 'ledger_entries', 'idempotency_records', 'labels'],
  ...['shipments', 'tracking_events', 'mails', 'orders', 'kept_documents', 'invoices'],
  ...['sessions', 'key_calls', 'sent_consignments', 'carrier_calls', 'gateway_attempts'],
  ...['customs_declarations', 'carrier_labels', 'test_gateway_charges', 'told_carriers'],
  'receipts_taken_back',
  'receipt_references',
  'lodged_manifests',
];

/** Indexes that hold only what is open, or what a person has to look at. */
const indexesOfOpen = [
  'payments_to_retry',
  'bookings_troubled',
  'payments_refused',
  'sent_consignments_orphaned',
  'sent_consignments_other_price',
  'sent_consignments_left_out',
  'mails_waiting',
  'shipments_to_poll',
  'shipments_to_poll_own',
];

/** Indexes whose own condition is all that is asked for: walked along in order, and only to the limit. */
const indexesInOrder = ['bookings_booked'];

/** Indexes that lead to a few rows of one member: a statement that used another index would read far more. */
const shortCuts = [
  ...['ledger_of_booking', 'ledger_entries_adjustments', 'ledger_entries_receipts'],
  'mails_in_turn',
];

const jane = memberId(1);
const id = bookingId(7);
const page = { limit: 20, skip: 0 };

/** What requests and jobs ask, each noun's lists and look-ups. */
async function askEverything(store: Store): Promise<void> {
  const shown = ['quotes', 'booked', 'attention', 'under_way', undefined] as const;
  const found = {
    memberId: jane,
    sinceMs: undefined,
    text: undefined,
    isAscending: false,
    ...page,
  };
  for (const shows of shown) {
    await store.bookings.list({ ...found, shows, followedSinceMs: 5, demosUntilMs: 5 });
    await store.bookings.list({ ...found, shows });
    await store.bookings.list({ ...found, shows, sinceMs: 5, isAscending: true });
  }
  for (const filteredPage of [page, undefined])
    await store.bookings.listFiltered({
      memberId: jane,
      filter: { carrier: 'tnt', status: 'cancelled', fromMs: 5, beforeMs: 9 },
      among: 500,
      page: filteredPage,
    });
  for (const text of ['17', 'lh17']) await store.bookings.list({ ...found, text });
  for (const owner of [jane, undefined])
    await store.bookings.listByParty({
      memberId: owner,
      text: 'rita',
      parties: ['receiver', 'sender'],
      among: 500,
      limit: 50,
    });
  await store.bookings.find(id, jane);
  await store.bookings.findForAnyMember(id);
  await store.bookings.listPlain([id, bookingId(8)], jane);
  await store.bookings.listTroubled(50);
  await store.bookings.listForAnyMember([id, bookingId(8)]);
  await store.bookings.listNewest(50);
  for (const owner of [jane, undefined])
    await store.bookings.listBooked({ memberId: owner, ...page });
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
  await store.ledger.list(jane, 0, 50);
  await store.ledger.listOwed(jane, { sinceMs: 5, untilMs: 9, limit: 50, skip: 50 });
  await store.ledger.listReceipts(jane, 10);
  await store.ledger.listAdjustments(jane, 50);
  await store.ledger.listReferences(jane, [5, 6]);
  await store.ledger.usedBy([jane]);
  await store.ledger.findReceipt(jane, 5);
  // It looks for the reference first; then there is nobody to note it for.
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
  await store.orders.list({ ...found });
  await store.orders.list({ ...found, status: 'pending' });
  await store.orders.list({ ...found, sinceMs: 5, isAscending: true });
  await store.orders.find(orderId(3), jane);
  await store.orders.findByBooking(id);
  await store.orders.listBookings(jane, ['A-1001', '#A-1001']);
  await store.orders.listNewestBookings(['A-1001', '#A-1001'], 500);
  await store.documents.listLabels([id]);
  await store.documents.findInvoice(id);
  await store.declarations.find(id);
  await store.notifiedCarriers.list([id]);
  await store.notifiedCarriers.listUnnotified({ sinceMs: 5, limit: 50 });
  await store.notifiedCarriers.remove(id);
  await store.sessions.findByDigest('digest');
  await store.sessions.list(jane);
  await store.sessions.noteUse(sessionId(1), 5);
  await store.sessions.removeEnded({ lastUsedUntilMs: 5, createdUntilMs: 5 });
  await store.keyCalls.list(keyId(1));
  await store.carrierCalls.list({ carrier: 'tnt', limit: 20 });
  await store.carrierCalls.list({ carrier: undefined, limit: 20 });
  await store.carrierCalls.purge(5, 500);
  await store.certifications.list();
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
  await store.reports.answers(jane, '2026-01');
  await store.keys.findByDigest('digest');
  await store.members.findByEmail('jane@example.com');
}

/** Statements worth explaining: what reads or removes. */
const isAsked = (text: string): boolean => /^\s*(select|update|delete|with)\b/i.test(text);

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
      await askEverything(storeOver(engine));
      const database = new DatabaseSync(file);
      const taken = new Set<string | undefined>();
      const walks = [...asked].filter(isAsked).flatMap((text) => {
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
        shortCuts.filter((index) => !taken.has(index)),
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
  // From one end of the table, without a condition, to the limit: the newest of all.
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
      await askEverything(storeOver(engine));
      // An empty table is read quickest as a whole; what is wanted is the plan for a large one.
      await client.query('set enable_seqscan = off');
      const walks: string[] = [];
      const taken = new Set<string | undefined>();
      for (const text of [...asked].filter(isAsked)) {
        const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
        const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
        walks.push(...walksIn(Plan, text).map((walk) => `${walk}: ${text}`));
        for (const index of indexesIn(Plan)) taken.add(index);
      }
      assert.ok(asked.size > 40, `only ${asked.size} statements were seen`);
      assert.deepEqual(walks, []);
      assert.deepEqual(
        shortCuts.filter((index) => !taken.has(index)),
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
