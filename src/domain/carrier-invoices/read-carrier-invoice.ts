// Reads a carrier's invoice as CSV. Carriers name their columns differently, so several names are accepted and other
// columns are ignored. A consignment may have several lines, such as freight and fuel, which are added up.
import { readCsvTable } from '../csv/csv-table.ts';
import { parseDecimal4 } from '../decimal.ts';
import { type Issue, refuseInvalid } from '../refusal.ts';
import { connoteKey } from '../tracking/connote-key.ts';
import type { BilledConsignment } from './carrier-invoice.ts';

export const mostInvoiceLines = 5_000;

const names = {
  booking: ['booking_id', 'booking_number'],
  connote: [
    ...['consignment', 'consignment_note', 'con_note', 'connote_number'],
    ...['consignment_number', 'tracking_number'],
  ],
  weight: ['weight_kg', 'charged_weight', 'billed_weight', 'chargeable_weight'],
  amount: ['total', 'amount_inc_gst', 'total_inc_gst', 'charge'],
  amount_ex_gst: ['total_ex_gst', 'charge_ex_gst'],
  gst: ['gst_amount'],
} as const;

type Column = keyof typeof names;

/** The columns as the template names them. */
export const invoiceColumns: readonly Column[] = Object.keys(names) as Column[];

const gramsPer4 = 10;
const cents4 = 100;
/** Ten-thousandths of a dollar: a consignment above ten million is a mistake of the file. */
const most4 = 10_000_000 * 10_000;

export function readCarrierInvoice(text: string): BilledConsignment[] {
  const refuse = (issue: Issue): never => refuseInvalid([issue]) as never;
  const path = ['csv'];
  const { header, rows } = readCsvTable(text, {
    columns: invoiceColumns,
    names,
    ignoresOthers: true,
    isWhole: true,
    mostLines: mostInvoiceLines,
  });
  if (!header.has('booking', 'connote')) refuse({ path, problem: 'csv_names_no_booking' });
  if (!header.has('amount') && !(header.has('amount_ex_gst') && header.has('gst')))
    refuse({ path, problem: 'invoice_without_amount' });
  const issues: Issue[] = [];
  const consignments = new Map<string, Amounts>();
  for (const { line, cell } of rows) {
    const number = (column: Column, kind: 'amount' | 'weight'): number => {
      const value = cell(column);
      const read = value === '' ? 0 : parseDecimal4(plainNumber(value));
      if (read !== undefined && Math.abs(read) <= most4) return read;
      issues.push({ path, problem: 'invoice_cell', line, column, value, kind });
      return 0;
    };
    const [connote, booking] = [cell('connote'), cell('booking')];
    if (connote === '' && booking === '') {
      // Totals and fees without a consignment are for the reader of the paper invoice.
      continue;
    }
    const amount4 = header.has('amount')
      ? number('amount', 'amount')
      : number('amount_ex_gst', 'amount') + number('gst', 'amount');
    const weight4 = number('weight', 'weight');
    const key = connote === '' ? `booking ${booking}` : connoteKey(connote);
    const known = consignments.get(key) ?? { line, connote, booking, amount4: 0, weight4: 0 };
    known.booking ||= booking;
    known.amount4 += amount4;
    known.weight4 = Math.max(known.weight4, weight4);
    consignments.set(key, known);
  }
  refuseInvalid(issues);
  if (consignments.size === 0) refuse({ path, problem: 'invoice_without_lines' });
  return [...consignments.values()].map(({ line, connote, booking, amount4, weight4 }) => ({
    line,
    connote,
    booking,
    billedCents: roundedCents(amount4),
    billedGrams: weight4 > 0 ? Math.round(weight4 / gramsPer4) : undefined,
  }));
}

type Amounts = {
  line: number;
  connote: string;
  booking: string;
  amount4: number;
  weight4: number;
};

/** `$1,234.50` and `1,234.50 kg`. */
function plainNumber(text: string): string {
  return text
    .replace(/\s*kg$/i, '')
    .replace('$', '')
    .replaceAll(',', '')
    .trim();
}

/** Half a cent is rounded away from zero, for charges and credits alike. */
function roundedCents(amount4: number): number {
  const cents = Math.round(Math.abs(amount4) / cents4);
  return amount4 < 0 && cents !== 0 ? -cents : cents;
}
