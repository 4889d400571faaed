// Every migration, oldest first. A released one is never edited: a mistake is mended by the next.
import type { Migration } from '../migrate.ts';
import { membersAndKeys } from './0001-members-and-keys.ts';
import { bookings } from './0002-bookings.ts';
import { quoteSets } from './0003-quote-sets.ts';
import { bookingVersions } from './0004-booking-versions.ts';
import { testGateway } from './0005-test-gateway.ts';
import { money } from './0006-money.ts';
import { gatewayAttempts } from './0007-gateway-attempts.ts';
import { tracking } from './0008-tracking.ts';
import { ordersAndProducts } from './0009-orders-and-products.ts';
import { documents } from './0010-documents.ts';
import { membersArea } from './0011-members-area.ts';
import { reports } from './0012-reports.ts';
import { attention } from './0013-attention.ts';
import { liveCarriers } from './0014-live-carriers.ts';
import { callsOfRequests } from './0015-calls-of-requests.ts';
import { dueToPeople } from './0016-due-to-people.ts';
import { bookedPrices } from './0017-booked-prices.ts';
import { ownCarrierAccounts } from './0018-own-carrier-accounts.ts';
import { jobPlaces } from './0019-job-places.ts';
import { toldCarriers } from './0020-told-carriers.ts';
import { bookedNewestFirst } from './0021-booked-newest-first.ts';
import { receipts } from './0022-receipts.ts';
import { retiredConnotes } from './0023-retired-connotes.ts';
import { paymentsLookedInto } from './0024-payments-looked-into.ts';
import { receiptReferences } from './0025-receipt-references.ts';
import { methodFingerprints } from './0026-method-fingerprints.ts';
import { lodgedManifests } from './0027-lodged-manifests.ts';
import { reportedBy } from './0028-reported-by.ts';
import { ledgerLists } from './0029-ledger-lists.ts';
import { mailsInTurn } from './0030-mails-in-turn.ts';
import { emailConfirmations } from './0031-email-confirmations.ts';

export const migrations: readonly Migration[] = [
  membersAndKeys,
  bookings,
  quoteSets,
  bookingVersions,
  testGateway,
  money,
  gatewayAttempts,
  tracking,
  ordersAndProducts,
  documents,
  membersArea,
  reports,
  attention,
  liveCarriers,
  callsOfRequests,
  dueToPeople,
  bookedPrices,
  ownCarrierAccounts,
  jobPlaces,
  toldCarriers,
  bookedNewestFirst,
  receipts,
  retiredConnotes,
  paymentsLookedInto,
  receiptReferences,
  methodFingerprints,
  lodgedManifests,
  reportedBy,
  ledgerLists,
  mailsInTurn,
  emailConfirmations,
];
