// Routes of the members area for operators. Every row requires a member with the operator flag; other callers are
// refused before anything is read. Members, carriers, accounts and prices are changed by admins.

import * as audit from './audit/endpoints.ts';
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
import * as monthlyInvoices from './payments/monthly-invoice-endpoints.ts';
import * as rateCards from './rate-cards/operator-endpoints.ts';
import * as reports from './reports/endpoints.ts';
import { type Row, row } from './server/row.ts';
import * as tracking from './tracking/operator-endpoints.ts';
import * as proofs from './tracking/proof-endpoints.ts';

const only = ['members'] as const;

export const operatorRoutes: readonly Row[] = [
  row('GET', '/operator/members', only, 'operator', members.list),
  row('POST', '/operator/members', only, 'operator', members.add, 'add_member', 'admin'),
  row('GET', '/operator/members/:id', only, 'operator', members.read),
  row('PUT', '/operator/members/:id', only, 'operator', members.change, 'change_member', 'admin'),
  row('PUT', '/operator/members/:id/credit', only, 'operator', members.setLimit, 'set_credit_limit', 'admin'),
  row('POST', '/operator/members/:id/receipts', only, 'operator', members.receive, 'receive_payment'),
  row('DELETE', '/operator/members/:id/receipts/:receipt', only, 'operator', members.reverseReceipt, 'reverse_receipt'),
  row('POST', '/operator/members/:id/reset', only, 'operator', members.reset, 'create_reset_link', 'admin'),

  row('GET', '/operator/audit', only, 'operator', audit.list, 'nothing', 'admin'),
  row('GET', '/operator/audit/export.csv', only, 'operator', audit.file, 'nothing', 'admin'),

  row('GET', '/operator/monthly-invoices', only, 'operator', monthlyInvoices.listAll),
  row('GET', '/operator/monthly-invoices/preview', only, 'operator', monthlyInvoices.preview),
  row('POST', '/operator/monthly-invoices', only, 'operator', monthlyInvoices.issue, 'issue_invoice'),
  row('GET', '/operator/monthly-invoices/:number', only, 'operator', monthlyInvoices.print),
  row('POST', '/operator/monthly-invoices/:reference/email', only, 'operator', monthlyInvoices.email, 'email_invoice'),

  row('GET', '/operator/sales', only, 'operator', reports.sales),
  row('GET', '/operator/margins', only, 'operator', margins.list),
  row('POST', '/operator/margins', only, 'operator', margins.add, 'add_margin', 'admin'),
  row('PUT', '/operator/margins/:id', only, 'operator', margins.change, 'change_margin', 'admin'),
  row('DELETE', '/operator/margins/:id', only, 'operator', margins.remove, 'remove_margin', 'admin'),
  row('POST', '/operator/margins/preview', only, 'operator', margins.preview, 'nothing'),

  row('GET', '/operator/carriers', only, 'operator', carriers.list),
  row('PUT', '/operator/carriers/:id', only, 'operator', carriers.change, 'switch_carrier', 'admin'),
  row('GET', '/operator/carrier-accounts', only, 'operator', accounts.listHouse),
  row('PUT', '/operator/carrier-accounts/:id', only, 'operator', accounts.connect, 'connect_house_account', 'admin'),
  row('POST', '/operator/carrier-accounts/:id/test', only, 'operator', accounts.test, 'nothing', 'admin'),
  row('DELETE', '/operator/carrier-accounts/:id', only, 'operator', accounts.disconnect, 'disconnect_house_account', 'admin'),
  row('GET', '/operator/carrier-accounts/:id/certifications', only, 'operator', certifications.list),
  row('POST', '/operator/carrier-accounts/:id/certifications', only, 'operator', certifications.start, 'start_certification', 'admin'),
  row('POST', '/operator/carrier-accounts/:id/certifications/plan', only, 'operator', certifications.plan, 'nothing', 'admin'),
  row('POST', '/operator/carrier-accounts/:id/certifications/stop', only, 'operator', certifications.stop, 'stop_certification', 'admin'),
  row('GET', '/operator/carrier-accounts/:id/certifications/:run/report.md', only, 'operator', certifications.report),
  row('GET', '/operator/carrier-accounts/:id/certifications/:run/recordings.zip', only, 'operator', certifications.recordings),
  row('GET', '/operator/carrier-calls', only, 'operator', calls.list),
  row('GET', '/operator/carrier-calls/:id', only, 'operator', calls.read),
  row('GET', '/operator/manifests', only, 'operator', manifests.list),
  row('POST', '/operator/manifests', only, 'operator', manifests.lodge, 'lodge_manifest'),
  row('GET', '/operator/manifests/:id/document', only, 'operator', manifests.document),
  row('PUT', '/operator/left-out/:reference', only, 'operator', manifests.closeLeftOut, 'close_left_out'),
  row('POST', '/operator/rate-cards/check', only, 'operator', rateCards.check, 'nothing'),
  row('POST', '/operator/rate-cards', only, 'operator', rateCards.publish, 'publish_rate_cards', 'admin'),
  row('GET', '/operator/rate-cards/:id/versions', only, 'operator', rateCards.versions),
  row('GET', '/operator/rate-cards/:id/versions/:version/check', only, 'operator', rateCards.compare),
  row('POST', '/operator/rate-cards/:id/versions/:version/rollback', only, 'operator', rateCards.rollback, 'roll_back_rate_cards', 'admin'),
  row('DELETE', '/operator/rate-cards/:id/versions/:version', only, 'operator', rateCards.withdraw, 'withdraw_rate_cards', 'admin'),
  row('GET', '/operator/rate-cards/:id/versions/:version/files.zip', only, 'operator', rateCards.files),

  row('GET', '/operator/attention', only, 'operator', issues.list),
  row('GET', '/operator/bookings', only, 'operator', bookings.list),
  row('GET', '/operator/bookings/:id', only, 'operator', bookings.read),
  row('GET', '/operator/bookings/:id/label', only, 'operator', documents.label),
  row('GET', '/operator/bookings/:id/a6label', only, 'operator', documents.a6Label),
  row('GET', '/operator/bookings/:id/manifest', only, 'operator', documents.manifest),
  row('GET', '/operator/bookings/:id/invoice', only, 'operator', documents.invoice),
  row('PUT', '/operator/bookings/:id/status', only, 'operator', bookings.setStatus, 'set_booking_status'),
  row('POST', '/operator/bookings/:id/cancel', only, 'operator', bookings.cancel, 'cancel_booking'),
  row('GET', '/operator/run-sheets', only, 'operator', runSheets.list),
  row('GET', '/operator/run-sheets/export.csv', only, 'operator', runSheets.file),
  row('PUT', '/operator/notified-carriers', only, 'operator', runSheets.mark, 'mark_notified'),
  row('GET', '/operator/claims', only, 'operator', claims.list),
  row('GET', '/operator/claims/:id', only, 'operator', claims.read),
  row('PUT', '/operator/claims/:id', only, 'operator', claims.move, 'move_claim'),
  row('POST', '/operator/claims/:id/notes', only, 'operator', claims.addNote, 'add_claim_note'),
  row('POST', '/operator/claims/:id/documents', only, 'operator', claims.addDocument, 'add_claim_document'),
  row('GET', '/operator/claims/:id/documents/:document', only, 'operator', claims.document),
  row('PUT', '/operator/bookings/:id/proof', only, 'operator', proofs.save, 'save_proof'),
  row('DELETE', '/operator/bookings/:id/proof', only, 'operator', proofs.remove, 'remove_proof'),
  row('GET', '/operator/bookings/:id/proof/picture', only, 'operator', proofs.picture),
  row('GET', '/operator/bookings/:id/events', only, 'operator', tracking.list),
  row('POST', '/operator/bookings/:id/events', only, 'operator', tracking.add, 'add_tracking_event'),
  row('DELETE', '/operator/bookings/:id/events/:event', only, 'operator', tracking.remove, 'remove_tracking_event'),
  row('POST', '/operator/tracking/preview', only, 'operator', tracking.preview, 'nothing'),
  row('POST', '/operator/tracking', only, 'operator', tracking.importFile, 'import_tracking_events'),
  row('POST', '/operator/payments/:id/refund', only, 'operator', members.refundPayment, 'refund_payment'),
  row('POST', '/operator/payments/:id/check', only, 'operator', issues.checkOutcome, 'check_payment'),
  row('PUT', '/operator/payments/:id/returned', only, 'operator', issues.markRefunded, 'mark_refunded'),
  row('DELETE', '/operator/payments/:id/returned', only, 'operator', issues.markNotRefunded, 'mark_not_refunded'),
  row('POST', '/operator/orphans/:reference/cancel', only, 'operator', issues.cancelOrphan, 'cancel_orphan'),
  row('PUT', '/operator/orphans/:reference', only, 'operator', issues.closeOrphan, 'close_orphan'),
  row('PUT', '/operator/prices/:reference/seen', only, 'operator', issues.acknowledge, 'acknowledge_price'),
  row('GET', '/operator/carrier-invoices', only, 'operator', carrierInvoices.list),
  row('POST', '/operator/carrier-invoices', only, 'operator', carrierInvoices.add, 'import_carrier_invoice'),
  row('GET', '/operator/carrier-invoices/:id', only, 'operator', carrierInvoices.read),
  row('DELETE', '/operator/carrier-invoices/:id', only, 'operator', carrierInvoices.remove, 'remove_carrier_invoice'),
  row('PUT', '/operator/carrier-invoices/:id/lines', only, 'operator', carrierInvoices.decide, 'decide_carrier_invoice'),
  row('GET', '/operator/carrier-invoices/:id/disputes.csv', only, 'operator', carrierInvoices.disputes),
  row('POST', '/operator/adjustments/preview', only, 'operator', bookings.previewAdjustments, 'nothing'),
  row('POST', '/operator/adjustments', only, 'operator', bookings.applyAdjustments, 'adjust_bookings'),
];
