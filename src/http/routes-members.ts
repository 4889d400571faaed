// Routes that only the members area's browser client uses: account, sign-in, and records in more detail than other
// clients get. Routes that it shares with v4 and v5 are in routes.ts. What concerns the account, users, keys, payment methods and
// carrier accounts is changed by admins.

import * as addresses from './addresses/endpoints.ts';
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
import * as agent from './printers/agent-endpoints.ts';
import * as printers from './printers/endpoints.ts';
import * as quotes from './quotes/endpoints.ts';
import * as packaging from './quotes/packaging-endpoints.ts';
import * as dashboard from './reports/endpoints.ts';
import { type Row, row } from './server/row.ts';
import * as ownTracking from './tracking/member-endpoints.ts';
import * as proofs from './tracking/proof-endpoints.ts';
import * as users from './users/endpoints.ts';
import * as twoFactor from './users/two-factor-endpoints.ts';

const only = ['members'] as const;

export const membersRoutes: readonly Row[] = [
  row('POST', '/bookings/stream', only, 'key', quotes.stream),
  row('GET', '/bookings/v4', only, 'key', ownBookings.list),
  row('GET', '/bookings/v4/:id', only, 'key', ownBookings.read),
  row('GET', '/bookings/v4/:id/changes', only, 'key', ownBookings.changes),
  row('POST', '/bookings/v4/:id/cancel', only, 'key', ownBookings.cancel),
  row('PUT', '/bookings/v4/:id/pickup', only, 'key', ownBookings.pickup),
  row('POST', '/bookings/v4/:id/quote_link', only, 'key', quoteLinks.share),
  row('DELETE', '/bookings/v4/:id/quote_link', only, 'key', quoteLinks.withdraw),
  row('POST', '/quote-links/read', only, 'open', quoteLinks.read),
  row('POST', '/quote-links/accept', only, 'open', quoteLinks.accept),
  row('GET', '/bookings/v4/:id/proof/picture', only, 'key', proofs.picture),
  row('DELETE', '/bookings/v4/:id/public_url', only, 'key', documents.withdrawLinks),
  row('GET', '/bookings/export.csv', only, 'key', ownBookings.file),
  row('GET', '/tracking/:reference', only, 'key', ownTracking.read),
  row('GET', '/orders', only, 'key', orders.listForPages),
  row('POST', '/orders/preview', only, 'key', orders.preview),
  row('POST', '/orders/:id/reopen', only, 'key', orders.reopen),
  row('GET', '/couriers/international', only, 'key', couriers.international),
  row('GET', '/rate-cards/samples', only, 'key', couriers.samples),
  row('GET', '/packaging-types', only, 'optional', packaging.list),

  row('GET', '/item-presets', only, 'key', presets.list),
  row('POST', '/item-presets', only, 'key', presets.save),
  row('DELETE', '/item-presets/:id', only, 'key', presets.remove),

  row('GET', '/addresses', only, 'key', addresses.list),
  row('POST', '/addresses', only, 'key', addresses.save),
  row('POST', '/addresses/preview', only, 'key', addresses.preview),
  row('POST', '/addresses/import', only, 'key', addresses.importFile),
  row('PUT', '/addresses/:id', only, 'key', addresses.change),
  row('DELETE', '/addresses/:id', only, 'key', addresses.remove),

  row('GET', '/claims', only, 'key', claims.list),
  row('POST', '/claims', only, 'key', claims.open),
  row('GET', '/claims/:id', only, 'key', claims.read),
  row('POST', '/claims/:id/notes', only, 'key', claims.addNote),
  row('POST', '/claims/:id/documents', only, 'key', claims.addDocument),
  row('GET', '/claims/:id/documents/:document', only, 'key', claims.document),

  row('GET', '/session', only, 'optional', sessions.read),
  row('POST', '/session', only, 'open', sessions.signIn),
  row('DELETE', '/session', only, 'key', sessions.signOut, 'viewer'),
  row('GET', '/sessions', only, 'key', sessions.list),
  row('DELETE', '/sessions', only, 'key', sessions.signOutEverywhere, 'viewer'),
  row('DELETE', '/sessions/:id', only, 'key', sessions.end, 'viewer'),
  row('POST', '/members', only, 'open', members.signUp),
  row('POST', '/members/confirm', only, 'open', members.confirmEmail),
  row('PUT', '/member', only, 'key', members.changeProfile, 'admin'),
  row('GET', '/member/branding', only, 'key', members.readBranding),
  row('PUT', '/member/branding', only, 'key', members.changeBranding, 'admin'),
  row('PUT', '/member/password', only, 'key', members.changePassword, 'viewer'),
  row('POST', '/password-resets', only, 'open', members.askForReset),
  row('POST', '/password-resets/redeem', only, 'open', members.redeemReset),

  row('GET', '/two-factor', only, 'key', twoFactor.read),
  row('POST', '/two-factor/setup', only, 'key', twoFactor.setUp, 'viewer'),
  row('PUT', '/two-factor', only, 'key', twoFactor.switchOn, 'viewer'),
  row('POST', '/two-factor/off', only, 'key', twoFactor.switchOff, 'viewer'),
  row('GET', '/users', only, 'key', users.list),
  row('PUT', '/users/:id', only, 'key', users.change, 'admin'),
  row('DELETE', '/users/:id', only, 'key', users.remove, 'admin'),
  row('POST', '/invitations', only, 'key', users.invite, 'admin'),
  row('DELETE', '/invitations/:id', only, 'key', users.withdraw, 'admin'),
  row('POST', '/invitations/accept', only, 'open', users.accept),

  row('POST', '/members/payment-methods', only, 'key', payments.addMethod, 'admin'),
  row('GET', '/members/payment-setup', only, 'key', payments.paymentSetup),
  row('POST', '/members/card-page', only, 'key', payments.cardPage, 'admin'),
  row('POST', '/members/card-page/saved', only, 'key', payments.cardFromPage, 'admin'),
  row('PUT', '/members/payment-methods/:id/default', only, 'key', payments.makeDefault, 'admin'),
  row('DELETE', '/members/payment-methods/:id', only, 'key', payments.removeSaved, 'admin'),
  row('GET', '/credit', only, 'key', payments.credit),
  row('GET', '/credit/balance', only, 'key', payments.balance),
  row('POST', '/credit/payments', only, 'key', payments.payOwed, 'admin'),
  row('GET', '/credit/statement', only, 'key', payments.statement),
  row('GET', '/credit/statement.csv', only, 'key', payments.statementFile),
  row('GET', '/credit/invoices', only, 'key', payments.invoices),
  row('GET', '/payments', only, 'key', payments.payments),
  row('GET', '/dashboard', only, 'key', dashboard.dashboard),

  row('GET', '/carrier-accounts', only, 'key', accounts.listOwn),
  row('PUT', '/carrier-accounts/:id', only, 'key', accounts.connectOwn, 'admin'),
  row('POST', '/carrier-accounts/:id/test', only, 'key', accounts.testOwn, 'admin'),
  row('DELETE', '/carrier-accounts/:id', only, 'key', accounts.disconnectOwn, 'admin'),

  row('GET', '/printers', only, 'key', printers.list),
  row('POST', '/printers', only, 'key', printers.add, 'admin'),
  row('PUT', '/printers/:id', only, 'key', printers.change, 'admin'),
  row('DELETE', '/printers/:id', only, 'key', printers.remove, 'admin'),
  row('POST', '/printers/:id/token', only, 'key', printers.token, 'admin'),
  row('POST', '/printers/:id/test', only, 'key', printers.test),
  row('POST', '/printers/:id/jobs', only, 'key', printers.print),
  row('GET', '/print-jobs', only, 'key', printers.jobs),
  row('POST', '/print-jobs/:id/reprint', only, 'key', printers.reprint),
  row('POST', '/print-jobs/:id/cancel', only, 'key', printers.cancel),

  row('GET', '/print-agent/label', only, 'agent', agent.next),
  row('PUT', '/print-agent/labels/:id', only, 'agent', agent.report),

  row('GET', '/keys', only, 'key', keys.list),
  row('POST', '/keys', only, 'key', keys.add, 'admin'),
  row('GET', '/keys/:id', only, 'key', keys.read),
  row('PUT', '/keys/:id', only, 'key', keys.change, 'admin'),
  row('DELETE', '/keys/:id', only, 'key', keys.remove, 'admin'),
  row('POST', '/keys/:id/regenerate', only, 'key', keys.regenerate, 'admin'),
  row('GET', '/keys/:id/settings', only, 'key', keys.readSettings),
  row('PUT', '/keys/:id/settings', only, 'key', keys.changeSettings, 'admin'),
  row('POST', '/keys/:id/preview', only, 'key', keys.preview),
  row('GET', '/keys/:id/calls', only, 'key', keys.calls),
];
