// Routes of the members area for operators. Every row requires a member with the operator flag; other callers are
// refused before anything is read. Members, carriers, accounts and prices are changed by admins.

import * as bookings from './bookings/operator-endpoints.ts';
import * as runSheets from './bookings/run-sheet-endpoints.ts';
import * as carrierInvoices from './carrier-invoices/operator-endpoints.ts';
import * as accounts from './carriers/account-endpoints.ts';
import * as calls from './carriers/call-endpoints.ts';
import * as certifications from './carriers/certification-endpoints.ts';
import * as carriers from './carriers/operator-endpoints.ts';
import * as claims from './claims/endpoints.ts';
import * as documents from './documents/endpoints.ts';
import * as issues from './issues/endpoints.ts';
import * as manifests from './manifests/endpoints.ts';
import * as margins from './margins/operator-endpoints.ts';
import * as members from './members/operator-endpoints.ts';
import * as rateCards from './rate-cards/operator-endpoints.ts';
import * as reports from './reports/endpoints.ts';
import { type Row, row } from './server/row.ts';
import * as tracking from './tracking/operator-endpoints.ts';
import * as proofs from './tracking/proof-endpoints.ts';

const only = ['members'] as const;

export const operatorRoutes: readonly Row[] = [
  row('GET', '/operator/members', only, 'operator', members.list),
  row('POST', '/operator/members', only, 'operator', members.add, 'admin'),
  row('GET', '/operator/members/:id', only, 'operator', members.read),
  row('PUT', '/operator/members/:id', only, 'operator', members.change, 'admin'),
  row('PUT', '/operator/members/:id/credit', only, 'operator', members.setLimit, 'admin'),
  row('POST', '/operator/members/:id/receipts', only, 'operator', members.receive),
  row(
    'DELETE',
    '/operator/members/:id/receipts/:receipt',
    only,
    'operator',
    members.reverseReceipt,
  ),
  row('POST', '/operator/members/:id/reset', only, 'operator', members.reset, 'admin'),

  row('GET', '/operator/sales', only, 'operator', reports.sales),
  row('GET', '/operator/margins', only, 'operator', margins.list),
  row('POST', '/operator/margins', only, 'operator', margins.add, 'admin'),
  row('PUT', '/operator/margins/:id', only, 'operator', margins.change, 'admin'),
  row('DELETE', '/operator/margins/:id', only, 'operator', margins.remove, 'admin'),
  row('POST', '/operator/margins/preview', only, 'operator', margins.preview),

  row('GET', '/operator/carriers', only, 'operator', carriers.list),
  row('PUT', '/operator/carriers/:id', only, 'operator', carriers.change, 'admin'),
  row('GET', '/operator/carrier-accounts', only, 'operator', accounts.listHouse),
  row('PUT', '/operator/carrier-accounts/:id', only, 'operator', accounts.connectHouse, 'admin'),
  row('POST', '/operator/carrier-accounts/:id/test', only, 'operator', accounts.testHouse, 'admin'),
  row(
    'DELETE',
    '/operator/carrier-accounts/:id',
    only,
    'operator',
    accounts.disconnectHouse,
    'admin',
  ),
  row(
    'GET',
    '/operator/carrier-accounts/:id/certifications',
    only,
    'operator',
    certifications.list,
  ),
  row(
    'POST',
    '/operator/carrier-accounts/:id/certifications',
    only,
    'operator',
    certifications.start,
    'admin',
  ),
  row(
    'POST',
    '/operator/carrier-accounts/:id/certifications/plan',
    only,
    'operator',
    certifications.plan,
    'admin',
  ),
  row(
    'POST',
    '/operator/carrier-accounts/:id/certifications/stop',
    only,
    'operator',
    certifications.stop,
    'admin',
  ),
  row(
    'GET',
    '/operator/carrier-accounts/:id/certifications/:run/report.md',
    only,
    'operator',
    certifications.report,
  ),
  row(
    'GET',
    '/operator/carrier-accounts/:id/certifications/:run/recordings.zip',
    only,
    'operator',
    certifications.recordings,
  ),
  row('GET', '/operator/carrier-calls', only, 'operator', calls.list),
  row('GET', '/operator/carrier-calls/:id', only, 'operator', calls.read),
  row('GET', '/operator/manifests', only, 'operator', manifests.list),
  row('POST', '/operator/manifests', only, 'operator', manifests.lodge),
  row('GET', '/operator/manifests/:id/document', only, 'operator', manifests.document),
  row('PUT', '/operator/left-out/:reference', only, 'operator', manifests.closeLeftOut),
  row('POST', '/operator/rate-cards/check', only, 'operator', rateCards.check),
  row('POST', '/operator/rate-cards', only, 'operator', rateCards.publish, 'admin'),
  row('GET', '/operator/rate-cards/:id/versions', only, 'operator', rateCards.versions),
  row(
    'GET',
    '/operator/rate-cards/:id/versions/:version/check',
    only,
    'operator',
    rateCards.compare,
  ),
  row(
    'POST',
    '/operator/rate-cards/:id/versions/:version/rollback',
    only,
    'operator',
    rateCards.rollback,
    'admin',
  ),
  row(
    'DELETE',
    '/operator/rate-cards/:id/versions/:version',
    only,
    'operator',
    rateCards.withdraw,
    'admin',
  ),
  row(
    'GET',
    '/operator/rate-cards/:id/versions/:version/files.zip',
    only,
    'operator',
    rateCards.files,
  ),

  row('GET', '/operator/attention', only, 'operator', issues.list),
  row('GET', '/operator/bookings', only, 'operator', bookings.list),
  row('GET', '/operator/bookings/:id', only, 'operator', bookings.read),
  row('GET', '/operator/bookings/:id/label', only, 'operator', documents.operatorLabel),
  row('GET', '/operator/bookings/:id/a6label', only, 'operator', documents.operatorA6Label),
  row('GET', '/operator/bookings/:id/manifest', only, 'operator', documents.operatorManifest),
  row('GET', '/operator/bookings/:id/invoice', only, 'operator', documents.operatorInvoice),
  row('PUT', '/operator/bookings/:id/status', only, 'operator', bookings.setStatus),
  row('POST', '/operator/bookings/:id/cancel', only, 'operator', bookings.cancel),
  row('GET', '/operator/run-sheets', only, 'operator', runSheets.list),
  row('GET', '/operator/run-sheets/export.csv', only, 'operator', runSheets.file),
  row('PUT', '/operator/notified-carriers', only, 'operator', runSheets.mark),
  row('GET', '/operator/claims', only, 'operator', claims.listAll),
  row('GET', '/operator/claims/:id', only, 'operator', claims.readAny),
  row('PUT', '/operator/claims/:id', only, 'operator', claims.move),
  row('POST', '/operator/claims/:id/notes', only, 'operator', claims.addNoteToAny),
  row('POST', '/operator/claims/:id/documents', only, 'operator', claims.addDocumentToAny),
  row('GET', '/operator/claims/:id/documents/:document', only, 'operator', claims.documentOfAny),
  row('PUT', '/operator/bookings/:id/proof', only, 'operator', proofs.save),
  row('DELETE', '/operator/bookings/:id/proof', only, 'operator', proofs.remove),
  row('GET', '/operator/bookings/:id/proof/picture', only, 'operator', proofs.pictureOfAny),
  row('GET', '/operator/bookings/:id/events', only, 'operator', tracking.list),
  row('POST', '/operator/bookings/:id/events', only, 'operator', tracking.add),
  row('DELETE', '/operator/bookings/:id/events/:event', only, 'operator', tracking.remove),
  row('POST', '/operator/tracking/preview', only, 'operator', tracking.preview),
  row('POST', '/operator/tracking', only, 'operator', tracking.importFile),
  row('POST', '/operator/payments/:id/refund', only, 'operator', members.refundPayment),
  row('POST', '/operator/payments/:id/check', only, 'operator', issues.checkOutcome),
  row('PUT', '/operator/payments/:id/returned', only, 'operator', issues.markRefunded),
  row('DELETE', '/operator/payments/:id/returned', only, 'operator', issues.markNotRefunded),
  row('POST', '/operator/orphans/:reference/cancel', only, 'operator', issues.cancelOrphan),
  row('PUT', '/operator/orphans/:reference', only, 'operator', issues.closeOrphan),
  row('PUT', '/operator/prices/:reference/seen', only, 'operator', issues.acknowledge),
  row('GET', '/operator/carrier-invoices', only, 'operator', carrierInvoices.list),
  row('POST', '/operator/carrier-invoices', only, 'operator', carrierInvoices.add),
  row('GET', '/operator/carrier-invoices/:id', only, 'operator', carrierInvoices.read),
  row('DELETE', '/operator/carrier-invoices/:id', only, 'operator', carrierInvoices.remove),
  row('PUT', '/operator/carrier-invoices/:id/lines', only, 'operator', carrierInvoices.decide),
  row(
    'GET',
    '/operator/carrier-invoices/:id/disputes.csv',
    only,
    'operator',
    carrierInvoices.disputes,
  ),
  row('POST', '/operator/adjustments/preview', only, 'operator', bookings.previewAdjustments),
  row('POST', '/operator/adjustments', only, 'operator', bookings.applyAdjustments),
];
