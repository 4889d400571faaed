// The part of the route table that the members area's browser client uses: rows that every client has, with the same
// handlers, and the account rows that only a person who is signed in, or wants to be, needs. What only shop plug-ins ask
// for is not here.
import * as account from './handlers/account.ts';
import * as accountBookings from './handlers/account-bookings.ts';
import * as carriers from './handlers/account-carriers.ts';
import * as accountKeys from './handlers/account-keys.ts';
import * as money from './handlers/account-money.ts';
import * as reports from './handlers/account-reports.ts';
import * as bookings from './handlers/bookings.ts';
import * as couriers from './handlers/couriers.ts';
import * as customs from './handlers/customs.ts';
import * as documents from './handlers/documents.ts';
import * as locations from './handlers/locations.ts';
import * as members from './handlers/members.ts';
import * as orders from './handlers/orders.ts';
import * as packaging from './handlers/packaging.ts';
import * as quotes from './handlers/quotes.ts';
import * as sessions from './handlers/sessions.ts';
import * as tracking from './handlers/tracking.ts';
import type { Access, Method, Row } from './routes.ts';

export type MakeRow = (
  method: Method,
  path: string,
  generations: Row['generations'],
  access: Access,
  endpoint: Row['endpoint'],
) => Row;

const only = ['members'] as const;

export const membersRoutes = (row: MakeRow): readonly Row[] => [
  row('GET', '/member', only, 'key', members.read),

  row('POST', '/bookings/v4', only, 'key', bookings.create),
  row('POST', '/bookings/stream', only, 'key', quotes.stream),
  row('GET', '/bookings/v4', only, 'key', accountBookings.list),
  row('GET', '/bookings/v4/:id', only, 'key', accountBookings.read),
  row('PUT', '/bookings/v4/:id', only, 'key', bookings.update),
  row('DELETE', '/bookings/v4/:id', only, 'key', bookings.remove),
  row('POST', '/bookings/v4/:id/confirm', only, 'key', bookings.confirm),
  row('GET', '/bookings/v4/:id/breakdown', only, 'key', bookings.breakdown),
  row('GET', '/bookings/v4/:id/label', only, 'key', documents.label),
  row('GET', '/bookings/v4/:id/a6label', only, 'key', documents.a6Label),
  row('GET', '/bookings/v4/:id/manifest', only, 'key', documents.manifest),
  row('GET', '/bookings/v4/:id/invoice', only, 'key', documents.invoice),
  row('GET', '/bookings/v4/:id/public_url', only, 'key', documents.publicUrl),
  row('POST', '/bookings/labels/batch', only, 'key', documents.labelBatch),
  row('POST', '/bookings/manifests/batch', only, 'key', documents.manifestBatch),
  row('POST', '/bookings/v4/:id/custom_declaration', only, 'key', customs.declare),
  row('GET', '/tracking/:reference', only, 'key', tracking.read),
  row('GET', '/orders', only, 'key', orders.accountList),
  row('POST', '/orders/create-simple', only, 'key', orders.createSimple),
  row('GET', '/orders/:id', only, 'key', orders.read),
  row('PUT', '/orders/:id', only, 'key', orders.update),
  row('DELETE', '/orders/:id', only, 'key', orders.remove),
  row('GET', '/couriers', only, 'optional', couriers.list),
  row('GET', '/rate-cards/samples', only, 'key', couriers.samples),

  row('GET', '/packaging-types', only, 'optional', packaging.list),
  row('GET', '/locations', only, 'optional', locations.list),
  row('GET', '/locations/page/:page', only, 'optional', locations.page),
  row('GET', '/locations/postcode/:postCode', only, 'optional', locations.postcode),
  row('GET', '/locations/search', only, 'optional', locations.search),
  row('GET', '/locations/countries', only, 'optional', locations.countries),
  row('GET', '/addresses/suggest', only, 'optional', locations.suggest),
  row('GET', '/addresses/resolve', only, 'optional', locations.resolve),

  row('GET', '/session', only, 'optional', sessions.read),
  row('POST', '/session', only, 'open', sessions.signIn),
  row('DELETE', '/session', only, 'key', sessions.signOut),
  row('GET', '/sessions', only, 'key', sessions.list),
  row('DELETE', '/sessions', only, 'key', sessions.signOutEverywhere),
  row('DELETE', '/sessions/:id', only, 'key', sessions.end),
  row('POST', '/members', only, 'open', account.signUp),
  row('PUT', '/member', only, 'key', account.changeProfile),
  row('PUT', '/member/password', only, 'key', account.changePassword),
  row('POST', '/password-resets', only, 'open', account.askForReset),
  row('POST', '/password-resets/redeem', only, 'open', account.redeemReset),

  row('GET', '/members/payment-methods', only, 'key', members.paymentMethods),
  row('POST', '/members/payment-methods', only, 'key', money.addMethod),
  row('GET', '/members/payment-setup', only, 'key', money.paymentSetup),
  row('PUT', '/members/payment-methods/:id/default', only, 'key', money.makeDefault),
  row('DELETE', '/members/payment-methods/:id', only, 'key', money.removeSaved),
  row('GET', '/credit', only, 'key', money.credit),
  row('GET', '/credit/statement', only, 'key', money.statement),
  row('GET', '/credit/statement.csv', only, 'key', money.statementFile),
  row('GET', '/payments', only, 'key', money.payments),
  row('GET', '/dashboard', only, 'key', reports.dashboard),

  row('GET', '/carrier-accounts', only, 'key', carriers.list),
  row('PUT', '/carrier-accounts/:id', only, 'key', carriers.connect),
  row('POST', '/carrier-accounts/:id/test', only, 'key', carriers.test),
  row('DELETE', '/carrier-accounts/:id', only, 'key', carriers.disconnect),

  row('GET', '/keys', only, 'key', accountKeys.list),
  row('POST', '/keys', only, 'key', accountKeys.add),
  row('GET', '/keys/:id', only, 'key', accountKeys.read),
  row('PUT', '/keys/:id', only, 'key', accountKeys.change),
  row('DELETE', '/keys/:id', only, 'key', accountKeys.remove),
  row('POST', '/keys/:id/regenerate', only, 'key', accountKeys.regenerate),
  row('GET', '/keys/:id/settings', only, 'key', accountKeys.readSettings),
  row('PUT', '/keys/:id/settings', only, 'key', accountKeys.changeSettings),
  row('POST', '/keys/:id/preview', only, 'key', accountKeys.preview),
  row('GET', '/keys/:id/calls', only, 'key', accountKeys.calls),
];
