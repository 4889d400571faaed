// Routes that only the members area's browser client uses: account, sign-in, and records in more detail than other
// clients get. Routes that it shares with v4 and v5 are in routes.ts. What concerns the account, users, keys, payment methods and
// carrier accounts is changed by admins.

import * as addresses from './addresses/endpoints.ts';
import * as audit from './audit/endpoints.ts';
import * as presets from './bookings/item-preset-endpoints.ts';
import * as ownBookings from './bookings/member-endpoints.ts';
import * as quoteLinks from './bookings/quote-link-endpoints.ts';
import * as accounts from './carriers/account-endpoints.ts';
import * as couriers from './carriers/endpoints.ts';
import * as claims from './claims/endpoints.ts';
import * as documents from './documents/endpoints.ts';
import * as keys from './keys/member-endpoints.ts';
import * as members from './members/member-endpoints.ts';
import * as sessions from './members/session-endpoints.ts';
import * as orders from './orders/endpoints.ts';
import * as payments from './payments/endpoints.ts';
import * as monthlyInvoices from './payments/monthly-invoice-endpoints.ts';
import * as agent from './printers/agent-endpoints.ts';
import * as printers from './printers/endpoints.ts';
import * as quotes from './quotes/endpoints.ts';
import * as packaging from './quotes/packaging-endpoints.ts';
import * as dashboard from './reports/endpoints.ts';
import { type Row, row } from './server/row.ts';
import * as ownTracking from './tracking/member-endpoints.ts';
import * as proofs from './tracking/proof-endpoints.ts';
import * as users from './users/endpoints.ts';
import * as savedViews from './users/saved-view-endpoints.ts';
import * as twoFactor from './users/two-factor-endpoints.ts';

const only = ['members'] as const;

export const membersRoutes: readonly Row[] = [
  row('POST', '/bookings/stream', only, 'key', quotes.stream, 'nothing'),
  row('GET', '/bookings/v4', only, 'key', ownBookings.list),
  row('GET', '/bookings/v4/:id', only, 'key', ownBookings.read),
  row('GET', '/bookings/v4/:id/changes', only, 'key', ownBookings.changes),
  row('POST', '/bookings/v4/:id/cancel', only, 'key', ownBookings.cancel, 'cancel_booking'),
  row('PUT', '/bookings/v4/:id/pickup', only, 'key', ownBookings.pickup, 'move_pickup'),
  row('POST', '/bookings/v4/:id/quote_link', only, 'key', quoteLinks.share, 'share_quote'),
  row('DELETE', '/bookings/v4/:id/quote_link', only, 'key', quoteLinks.withdraw, 'withdraw_quote_links'),
  row('POST', '/quote-links/read', only, 'open', quoteLinks.read, 'nothing'),
  row('POST', '/quote-links/accept', only, 'open', quoteLinks.accept, 'accept_quote'),
  row('GET', '/bookings/v4/:id/proof/picture', only, 'key', proofs.picture),
  row('DELETE', '/bookings/v4/:id/public_url', only, 'key', documents.withdrawLinks, 'withdraw_label_links'),
  row('GET', '/bookings/export.csv', only, 'key', ownBookings.file),
  row('GET', '/tracking/:reference', only, 'key', ownTracking.read),
  row('GET', '/orders', only, 'key', orders.listForPages),
  row('POST', '/orders/preview', only, 'key', orders.preview, 'nothing'),
  row('POST', '/orders/:id/reopen', only, 'key', orders.reopen, 'reopen_order'),
  row('GET', '/couriers/international', only, 'key', couriers.international),
  row('GET', '/rate-cards/samples', only, 'key', couriers.samples),
  row('GET', '/packaging-types', only, 'optional', packaging.list),

  row('GET', '/item-presets', only, 'key', presets.list),
  row('POST', '/item-presets', only, 'key', presets.save, 'save_item_preset'),
  row('DELETE', '/item-presets/:id', only, 'key', presets.remove, 'remove_item_preset'),

  row('GET', '/addresses', only, 'key', addresses.list),
  row('POST', '/addresses', only, 'key', addresses.save, 'save_address'),
  row('POST', '/addresses/preview', only, 'key', addresses.preview, 'nothing'),
  row('POST', '/addresses/import', only, 'key', addresses.importFile, 'import_addresses'),
  row('PUT', '/addresses/:id', only, 'key', addresses.change, 'change_address'),
  row('DELETE', '/addresses/:id', only, 'key', addresses.remove, 'remove_address'),

  row('GET', '/audit', only, 'key', audit.list, 'nothing', 'admin'),
  row('GET', '/audit/export.csv', only, 'key', audit.file, 'nothing', 'admin'),

  row('GET', '/claims', only, 'key', claims.list),
  row('POST', '/claims', only, 'key', claims.open, 'open_claim'),
  row('GET', '/claims/:id', only, 'key', claims.read),
  row('POST', '/claims/:id/notes', only, 'key', claims.addNote, 'add_claim_note'),
  row('POST', '/claims/:id/documents', only, 'key', claims.addDocument, 'add_claim_document'),
  row('GET', '/claims/:id/documents/:document', only, 'key', claims.document),

  row('GET', '/session', only, 'optional', sessions.read),
  row('POST', '/session', only, 'open', sessions.signIn, 'sign_in'),
  row('DELETE', '/session', only, 'key', sessions.signOut, 'sign_out', 'viewer'),
  row('GET', '/sessions', only, 'key', sessions.list),
  row('DELETE', '/sessions', only, 'key', sessions.signOutEverywhere, 'sign_out_everywhere', 'viewer'),
  row('DELETE', '/sessions/:id', only, 'key', sessions.end, 'end_session', 'viewer'),
  row('POST', '/members', only, 'open', members.signUp, 'sign_up'),
  row('POST', '/members/confirm', only, 'open', members.confirmEmail, 'confirm_email'),
  row('PUT', '/member', only, 'key', members.changeProfile, 'change_profile', 'admin'),
  row('GET', '/member/branding', only, 'key', members.readBranding),
  row('PUT', '/member/branding', only, 'key', members.changeBranding, 'change_branding', 'admin'),
  row('PUT', '/member/password', only, 'key', members.changePassword, 'change_password', 'viewer'),
  row('POST', '/password-resets', only, 'open', members.askForReset, 'ask_for_reset'),
  row('POST', '/password-resets/redeem', only, 'open', members.redeemReset, 'redeem_reset'),

  row('GET', '/two-factor', only, 'key', twoFactor.read),
  row('POST', '/two-factor/setup', only, 'key', twoFactor.setUp, 'nothing', 'viewer'),
  row('PUT', '/two-factor', only, 'key', twoFactor.switchOn, 'switch_two_factor_on', 'viewer'),
  row('POST', '/two-factor/off', only, 'key', twoFactor.switchOff, 'switch_two_factor_off', 'viewer'),
  row('GET', '/saved-views', only, 'key', savedViews.list),
  row('POST', '/saved-views', only, 'key', savedViews.save, 'save_view', 'viewer'),
  row('DELETE', '/saved-views/:id', only, 'key', savedViews.remove, 'remove_view', 'viewer'),
  row('GET', '/users', only, 'key', users.list),
  row('PUT', '/users/:id', only, 'key', users.change, 'change_user', 'admin'),
  row('DELETE', '/users/:id', only, 'key', users.remove, 'remove_user', 'admin'),
  row('POST', '/invitations', only, 'key', users.invite, 'invite_user', 'admin'),
  row('DELETE', '/invitations/:id', only, 'key', users.withdraw, 'withdraw_invitation', 'admin'),
  row('POST', '/invitations/accept', only, 'open', users.accept, 'accept_invitation'),

  row('POST', '/members/payment-methods', only, 'key', payments.addMethod, 'add_payment_method', 'admin'),
  row('GET', '/members/payment-setup', only, 'key', payments.paymentSetup),
  row('POST', '/members/card-page', only, 'key', payments.cardPage, 'nothing', 'admin'),
  row('POST', '/members/card-page/saved', only, 'key', payments.cardFromPage, 'add_payment_method', 'admin'),
  row('PUT', '/members/payment-methods/:id/default', only, 'key', payments.makeDefault, 'make_default_method', 'admin'),
  row('DELETE', '/members/payment-methods/:id', only, 'key', payments.removeSaved, 'remove_payment_method', 'admin'),
  row('GET', '/credit', only, 'key', payments.credit),
  row('GET', '/credit/balance', only, 'key', payments.balance),
  row('POST', '/credit/payments', only, 'key', payments.payOwed, 'pay_balance', 'admin'),
  row('GET', '/credit/statement', only, 'key', payments.statement),
  row('GET', '/credit/statement.csv', only, 'key', payments.statementFile),
  row('GET', '/credit/invoices', only, 'key', payments.invoices),
  row('GET', '/credit/monthly-invoices', only, 'key', monthlyInvoices.listOwn),
  row('GET', '/credit/monthly-invoices/:number', only, 'key', monthlyInvoices.print),
  row('GET', '/credit/monthly-invoices/:number/lines.csv', only, 'key', monthlyInvoices.lines),
  row('GET', '/payments', only, 'key', payments.payments),
  row('GET', '/dashboard', only, 'key', dashboard.dashboard),

  row('GET', '/carrier-accounts', only, 'key', accounts.listOwn),
  row('PUT', '/carrier-accounts/:id', only, 'key', accounts.connect, 'connect_own_account', 'admin'),
  row('POST', '/carrier-accounts/:id/test', only, 'key', accounts.test, 'nothing', 'admin'),
  row('DELETE', '/carrier-accounts/:id', only, 'key', accounts.disconnect, 'disconnect_own_account', 'admin'),

  row('GET', '/printers', only, 'key', printers.list),
  row('POST', '/printers', only, 'key', printers.add, 'add_printer', 'admin'),
  row('PUT', '/printers/:id', only, 'key', printers.change, 'change_printer', 'admin'),
  row('DELETE', '/printers/:id', only, 'key', printers.remove, 'remove_printer', 'admin'),
  row('POST', '/printers/:id/token', only, 'key', printers.token, 'create_printer_token', 'admin'),
  row('POST', '/printers/:id/test', only, 'key', printers.test, 'print_test_label'),
  row('POST', '/printers/:id/jobs', only, 'key', printers.print, 'print_labels'),
  row('GET', '/print-jobs', only, 'key', printers.jobs),
  row('POST', '/print-jobs/:id/reprint', only, 'key', printers.reprint, 'reprint_label'),
  row('POST', '/print-jobs/:id/cancel', only, 'key', printers.cancel, 'cancel_print_job'),

  row('GET', '/print-agent/label', only, 'agent', agent.next),
  row('PUT', '/print-agent/labels/:id', only, 'agent', agent.report, 'nothing'),

  row('GET', '/keys', only, 'key', keys.list),
  row('POST', '/keys', only, 'key', keys.add, 'add_key', 'admin'),
  row('GET', '/keys/:id', only, 'key', keys.read),
  row('PUT', '/keys/:id', only, 'key', keys.change, 'change_key', 'admin'),
  row('DELETE', '/keys/:id', only, 'key', keys.remove, 'remove_key', 'admin'),
  row('POST', '/keys/:id/regenerate', only, 'key', keys.regenerate, 'regenerate_key', 'admin'),
  row('GET', '/keys/:id/settings', only, 'key', keys.readSettings),
  row('PUT', '/keys/:id/settings', only, 'key', keys.changeSettings, 'change_key_settings', 'admin'),
  row('POST', '/keys/:id/preview', only, 'key', keys.preview, 'nothing'),
  row('GET', '/keys/:id/calls', only, 'key', keys.calls),
];
