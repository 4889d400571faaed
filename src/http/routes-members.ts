// The part of the route table that only the members area's browser client uses: what a person who is signed in, or wants
// to be, needs of an account, and where its pages are told more than other clients. Rows that it shares are in routes.ts.
import * as account from './handlers/account.ts';
import * as accountBookings from './handlers/account-bookings.ts';
import * as carriers from './handlers/account-carriers.ts';
import * as accountKeys from './handlers/account-keys.ts';
import * as money from './handlers/account-money.ts';
import * as reports from './handlers/account-reports.ts';
import * as couriers from './handlers/couriers.ts';
import * as packaging from './handlers/packaging.ts';
import * as quotes from './handlers/quotes.ts';
import * as sessions from './handlers/sessions.ts';
import { type Row, row } from './row.ts';

const only = ['members'] as const;

export const membersRoutes: readonly Row[] = [
  row('POST', '/bookings/stream', only, 'key', quotes.stream),
  row('GET', '/bookings/v4', only, 'key', accountBookings.list),
  row('GET', '/bookings/v4/:id', only, 'key', accountBookings.read),
  row('GET', '/rate-cards/samples', only, 'key', couriers.samples),
  row('GET', '/packaging-types', only, 'optional', packaging.list),

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
