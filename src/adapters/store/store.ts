// Assembles the Store from its nouns. Inside `transaction` the same nouns use the transaction's connection, so a use
// case is written the same way in both places.
import type { Kysely } from 'kysely';
import type { RequestUnderWay, Store } from '../../application/ports.ts';
import type { Access } from './access.ts';
import { addressesOver } from './addresses/addresses.ts';
import { auditLogOver } from './audit/audit-log.ts';
import { bookingsOver } from './bookings/bookings.ts';
import { customsDeclarationsOver } from './bookings/customs-declarations.ts';
import { itemPresetsOver } from './bookings/item-presets.ts';
import { notifiedCarriersOver } from './bookings/notified-carriers.ts';
import { quoteLinksOver } from './bookings/quote-links.ts';
import { carrierInvoicesOver } from './carrier-invoices/carrier-invoices.ts';
import { carrierAccountsOver } from './carriers/carrier-accounts.ts';
import { carrierCallsOver } from './carriers/carrier-calls.ts';
import { carrierSwitchesOver } from './carriers/carrier-switches.ts';
import { certificationRunsOver } from './carriers/certification-runs.ts';
import { certificationsOver } from './carriers/certifications.ts';
import { numberRangesOver } from './carriers/number-ranges.ts';
import { sentConsignmentsOver } from './carriers/sent-consignments.ts';
import { claimsOver } from './claims/claims.ts';
import { documentsOver } from './documents/documents.ts';
import { emailConfirmationsOver } from './email-confirmations.ts';
import type { Engine } from './engine/engine.ts';
import { idempotencyOver } from './idempotency-records.ts';
import { jobPlacesOver } from './jobs/job-places.ts';
import { leasesOver } from './jobs/leases.ts';
import { keyCallsOver } from './keys/key-calls.ts';
import { keysOver } from './keys/keys.ts';
import { mailsOver } from './mail/mails.ts';
import { manifestsOver } from './manifests/manifests.ts';
import { marginsOver } from './margins/margins.ts';
import { brandingsOver } from './members/brandings.ts';
import { membersOver } from './members/members.ts';
import { passwordResetsOver } from './members/password-resets.ts';
import { sessionsOver } from './members/sessions.ts';
import { newestVersion, schemaVersion } from './migrate.ts';
import { ordersOver } from './orders/orders.ts';
import { productsOver } from './orders/products.ts';
import { creditAccountsOver } from './payments/credit-accounts.ts';
import { gatewayAttemptsOver } from './payments/gateway-attempts.ts';
import { ledgerOver } from './payments/ledger.ts';
import { monthlyInvoicesOver } from './payments/monthly-invoices.ts';
import { paymentMethodsOver } from './payments/payment-methods.ts';
import { paymentsOver } from './payments/payments.ts';
import { testGatewayBooksOver } from './payments/test-gateway-books.ts';
import { labelPrintersOver } from './printers/label-printers.ts';
import { printJobsOver } from './printers/print-jobs.ts';
import { QuoteSets } from './quotes/quote-sets.ts';
import { reportsOver } from './reports/reports.ts';
import type { Schema } from './schema.ts';
import { shipmentsOver } from './shipments.ts';
import { deliveryProofsOver } from './tracking/delivery-proofs.ts';
import { trackingEventsOver } from './tracking/tracking-events.ts';
import { invitationsOver } from './users/invitations.ts';
import { savedViewsOver } from './users/saved-views.ts';
import { twoFactorsOver } from './users/two-factors.ts';
import { usersOver } from './users/users.ts';
import { Listeners } from './webhooks/listeners.ts';
import { webhookDeliveriesOver } from './webhooks/webhook-deliveries.ts';
import { webhookEndpointsOver } from './webhooks/webhook-endpoints.ts';

export function storeOver(engine: Engine, request?: RequestUnderWay): Store {
  /** Runs a transaction, and announces a configuration change after it is durable. */
  const commit = async <Result>(
    work: (db: Kysely<Schema>, countRevision: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> => {
    let revision: number | undefined;
    const result = await engine.transaction((db) => {
      return work(db, async () => {
        const counted = await db
          .updateTable('configuration')
          .set((row) => ({ revision: row('revision', '+', 1) }))
          .where('id', '=', 1)
          .returning('revision')
          .executeTakeFirstOrThrow();
        revision = counted.revision;
        await engine.dialect.announceConfiguration(db, revision);
      });
    });
    request?.noteWritten();
    if (revision !== undefined) engine.configurationChanged(revision);
    return result;
  };

  const { dialect, list = (work) => work(engine.reader) } = engine;
  const listeners = new Listeners(engine.configurationRevision);
  const outside: Access = {
    dialect,
    read: engine.reader,
    list,
    report: engine.report ?? list,
    write: (work) => commit((db) => work(db)),
    configure: (work) =>
      commit(async (db, countRevision) => {
        const result = await work(db);
        await countRevision();
        return result;
      }),
  };

  /**
   * One store per connection: a connection runs one transaction at a time, and `countRevision` belongs to that
   * transaction.
   */
  const insides = new WeakMap<Kysely<Schema>, Inside>();
  const insideOf = (db: Kysely<Schema>): Inside => {
    let inside = insides.get(db);
    if (inside === undefined) {
      inside = insideOver(db);
      insides.set(db, inside);
    }
    return inside;
  };
  const insideOver = (db: Kysely<Schema>): Inside => {
    const access: Access = {
      dialect,
      read: db,
      list: (part) => part(db),
      report: (part) => part(db),
      write: (part) => part(db),
      configure: async (part) => {
        const result = await part(db);
        await inside.countRevision();
        return result;
      },
    };
    const inside: Inside = {
      store: {
        ...store,
        ...nounsOver(access, listeners),
        transaction: (more) => more(inside.store),
      },
      countRevision: noTransaction,
    };
    return inside;
  };

  const store: Store = {
    ...nounsOver(outside, listeners, new QuoteSets()),
    transaction: (work) =>
      commit(async (db, countRevision) => {
        const inside = insideOf(db);
        inside.countRevision = countRevision;
        try {
          return await work(inside.store);
        } finally {
          inside.countRevision = noTransaction;
        }
      }),
    configurationRevision: engine.configurationRevision,
    clock: engine.clock,
    waitMs: engine.waitMs,
    health: async () => {
      // In parallel, so that a health check waits for a busy database only once.
      const [version, detail, replica] = await Promise.all([
        schemaVersion(engine.reader),
        engine.describe(),
        engine.replicaHealth?.(),
      ]);
      const isNewer = version > newestVersion;
      return {
        engine: engine.name,
        schemaVersion: version,
        isNewer,
        detail,
        replica,
      };
    },
    close: engine.close,
  };
  return store;
}

const noTransaction = (): Promise<never> =>
  Promise.reject(new Error('the transaction of this store has ended'));

/** The store inside a transaction. */
type Inside = { store: Store; countRevision(): Promise<void> };

/** The nouns of a store, inside or outside a transaction. */
type Nouns = Omit<
  Store,
  'transaction' | 'configurationRevision' | 'clock' | 'waitMs' | 'health' | 'close'
>;

function nounsOver(access: Access, listeners: Listeners, sets?: QuoteSets): Nouns {
  return {
    members: membersOver(access),
    brandings: brandingsOver(access),
    users: usersOver(access),
    invitations: invitationsOver(access),
    twoFactors: twoFactorsOver(access),
    keys: keysOver(access),
    credit: creditAccountsOver(access),
    bookings: bookingsOver(access, sets),
    sessions: sessionsOver(access),
    passwordResets: passwordResetsOver(access),
    emailConfirmations: emailConfirmationsOver(access),
    keyCalls: keyCallsOver(access),
    auditLog: auditLogOver(access),
    carrierSwitches: carrierSwitchesOver(access),
    margins: marginsOver(access),
    carrierInvoices: carrierInvoicesOver(access),
    carrierAccounts: carrierAccountsOver(access),
    carrierCalls: carrierCallsOver(access),
    certifications: certificationsOver(access),
    certificationRuns: certificationRunsOver(access),
    sentConsignments: sentConsignmentsOver(access),
    manifests: manifestsOver(access),
    testGateway: testGatewayBooksOver(access),
    paymentMethods: paymentMethodsOver(access),
    payments: paymentsOver(access),
    ledger: ledgerOver(access),
    monthlyInvoices: monthlyInvoicesOver(access),
    numbers: numberRangesOver(access),
    idempotency: idempotencyOver(access),
    leases: leasesOver(access),
    jobPlaces: jobPlacesOver(access),
    declarations: customsDeclarationsOver(access),
    notifiedCarriers: notifiedCarriersOver(access),
    documents: documentsOver(access),
    gatewayAttempts: gatewayAttemptsOver(access),
    shipments: shipmentsOver(access),
    trackingEvents: trackingEventsOver(access),
    mails: mailsOver(access),
    labelPrinters: labelPrintersOver(access),
    printJobs: printJobsOver(access),
    orders: ordersOver(access),
    products: productsOver(access),
    addresses: addressesOver(access),
    claims: claimsOver(access),
    quoteLinks: quoteLinksOver(access),
    deliveryProofs: deliveryProofsOver(access),
    itemPresets: itemPresetsOver(access),
    savedViews: savedViewsOver(access),
    reports: reportsOver(access),
    webhookEndpoints: webhookEndpointsOver(access),
    webhookDeliveries: webhookDeliveriesOver(access, listeners),
  };
}
