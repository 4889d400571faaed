// Every table of the first release.

import { createBookings } from './initial/bookings.ts';
import { createCarriers } from './initial/carriers.ts';
import { createDocuments } from './initial/documents.ts';
import { createJobs } from './initial/jobs.ts';
import { createKeys } from './initial/keys.ts';
import { createMail } from './initial/mail.ts';
import { createManifests } from './initial/manifests.ts';
import { createMembers } from './initial/members.ts';
import { createOrders } from './initial/orders.ts';
import { createPayments } from './initial/payments.ts';
import { createQuotes } from './initial/quotes.ts';
import { createReports } from './initial/reports.ts';
import { createTracking } from './initial/tracking.ts';
import type { Migration } from './migration.ts';

/** A table comes after those that it references. */
const steps: readonly Migration['up'][] = [
  createMembers,
  createKeys,
  createQuotes,
  createBookings,
  createPayments,
  createCarriers,
  createManifests,
  createTracking,
  createMail,
  createOrders,
  createDocuments,
  createReports,
  createJobs,
];

export const initialSchema: Migration = {
  version: 1,
  name: 'initial schema',
  up: async (db, dialect) => {
    for (const create of steps) await create(db, dialect);
  },
};
