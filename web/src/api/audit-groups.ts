// The groups of actions in the audit log, as its filter names them.
import type { AuditEntry } from './wire.ts';

export const groupNames: Readonly<Record<AuditEntry['group'], string>> = {
  sign_in: 'Signing in',
  users: 'Users',
  bookings: 'Bookings',
  orders: 'Orders',
  addresses: 'Address book',
  keys: 'API keys',
  payments: 'Payments',
  account: 'Account',
  claims: 'Claims',
  printers: 'Printers',
  webhooks: 'Webhooks',
  tracking: 'Tracking',
  carriers: 'Carriers',
  prices: 'Prices',
  members: 'Members',
};
