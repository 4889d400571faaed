// Every migration, oldest first. A released migration is never edited: a later one corrects it.

import { initialSchema } from './0001-initial-schema.ts';
import { margins } from './0002-margins.ts';
import { carrierInvoices } from './0003-carrier-invoices.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [initialSchema, margins, carrierInvoices];
