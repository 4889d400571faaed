// Every migration, oldest first. A released migration is never edited: a later one corrects it.

import { initialSchema } from './0001-initial-schema.ts';
import { savedAddresses } from './0002-saved-addresses.ts';
import { selling } from './0003-selling.ts';
import { bookingWords } from './0004-booking-words.ts';
import { claimsAndProofs } from './0005-claims-and-proofs.ts';
import { labelPrinters } from './0006-label-printers.ts';
import { users } from './0007-users.ts';
import { invitations } from './0008-invitations.ts';
import { certificationRuns } from './0009-certification-runs.ts';
import { brandings } from './0010-brandings.ts';
import { quoteLinks } from './0011-quote-links.ts';
import { sales } from './0012-sales.ts';
import { twoFactor } from './0013-two-factor.ts';
import { itemPresets } from './0014-item-presets.ts';
import { balancePayments } from './0015-balance-payments.ts';
import { audit } from './0016-audit.ts';
import { monthlyInvoices } from './0017-monthly-invoices.ts';
import { listOrder } from './0018-list-order.ts';
import { savedViews } from './0019-saved-views.ts';
import { search } from './0020-search.ts';
import { invoiceProblems } from './0021-invoice-problems.ts';
import { carrierProofs } from './0022-carrier-proofs.ts';
import { webhooks } from './0023-webhooks.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  initialSchema,
  savedAddresses,
  selling,
  bookingWords,
  claimsAndProofs,
  labelPrinters,
  users,
  invitations,
  certificationRuns,
  brandings,
  quoteLinks,
  sales,
  twoFactor,
  itemPresets,
  balancePayments,
  audit,
  monthlyInvoices,
  listOrder,
  savedViews,
  search,
  invoiceProblems,
  carrierProofs,
  webhooks,
];
