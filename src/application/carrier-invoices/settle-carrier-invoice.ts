// What a person decides about the lines of a carrier's invoice: to dispute them with the carrier, to accept them, or to
// accept them and charge the difference to the member. Each line is charged in the transaction that accepts it, so a
// charge and its line always agree, and repeating a decision changes nothing.
import type { CarrierInvoiceId, LineState } from '../../domain/carrier-invoices/carrier-invoice.ts';
import type { Cents } from '../../domain/money.ts';
import { type Issue, Refusal, type RefusalData, refuseInvalid } from '../../domain/refusal.ts';
import { adjustBooking } from '../bookings/adjust-booking.ts';
import type { App, CarrierInvoice, InvoiceLine, InvoiceLineId, InvoiceSum } from '../ports.ts';

export const mostInvoicesListed = 200;

export type ListedInvoice = { invoice: CarrierInvoice; sums: readonly InvoiceSum[] };

export async function listCarrierInvoices({ store }: Pick<App, 'store'>): Promise<ListedInvoice[]> {
  const invoices = await store.carrierInvoices.list(mostInvoicesListed);
  const sums = await store.carrierInvoices.sums(invoices.map(({ id }) => id));
  return invoices.map((invoice) => ({
    invoice,
    sums: sums.filter(({ invoiceId }) => invoiceId === invoice.id),
  }));
}

export type WholeInvoice = { invoice: CarrierInvoice; lines: readonly InvoiceLine[] };

export async function readCarrierInvoice(
  { store }: Pick<App, 'store'>,
  id: CarrierInvoiceId,
): Promise<WholeInvoice> {
  const invoice = await store.carrierInvoices.find(id);
  if (invoice === undefined) throw new Refusal({ code: 'carrier_invoice_not_found', id });
  return { invoice, lines: await store.carrierInvoices.lines(id) };
}

export async function deleteCarrierInvoice(
  { store }: Pick<App, 'store'>,
  id: CarrierInvoiceId,
): Promise<void> {
  if (!(await store.carrierInvoices.remove(id)))
    throw new Refusal({ code: 'carrier_invoice_not_found', id });
}

export type Decision = {
  lines: readonly InvoiceLineId[];
  state: Exclude<LineState, 'agrees'>;
  /** Accepts the lines and charges their differences to the members. */
  charges: boolean;
};

export type RefusedLine = { line: InvoiceLine; refusal: RefusalData };

/** The lines that were not charged, with the reason; all others have the state. */
export async function decideLines(
  app: App,
  id: CarrierInvoiceId,
  { lines: wanted, state, charges }: Decision,
): Promise<RefusedLine[]> {
  const { lines } = await readCarrierInvoice(app, id);
  const byId = new Map(lines.map((line) => [line.id, line]));
  refuseInvalid(
    wanted.flatMap((line, n) =>
      byId.has(line) ? [] : [{ path: ['lines', n], problem: 'no_such_invoice_line', line }],
    ),
  );
  const chosen = wanted.flatMap((line) => byId.get(line) ?? []);
  if (!charges) {
    refuseInvalid(state === 'accepted' ? [] : chosen.flatMap(chargedIssue));
    const ids = chosen.map((line) => line.id);
    await app.store.transaction((store) => store.carrierInvoices.setState(id, ids, state));
    return [];
  }
  const refused: RefusedLine[] = [];
  for (const line of chosen) {
    try {
      await chargeLine(app, id, line);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ line, refusal: error.data });
    }
  }
  return refused;
}

/** A line that was charged stays accepted, or the member would pay for what the carrier may take back. */
function chargedIssue(line: InvoiceLine, n: number): Issue[] {
  const { bookingId, state, additionalCents } = line;
  const isCharged = state === 'accepted' && additionalCents > 0;
  if (bookingId === undefined || !isCharged || additionalCents !== laterCents(line)) return [];
  return [{ path: ['lines', n], problem: 'invoice_line_charged', line: line.line, bookingId }];
}

/** What the carrier bills above its quote. */
const laterCents = ({ billedCents, costCents = billedCents }: InvoiceLine): Cents =>
  Math.max(0, billedCents - costCents);

/** The member's later charges become what the carrier bills above its quote; a bill below the quote charges nothing. */
async function chargeLine(app: App, id: CarrierInvoiceId, line: InvoiceLine): Promise<void> {
  const { bookingId, costCents, billedGrams, finding } = line;
  await app.store.transaction(async (store) => {
    if (bookingId !== undefined && costCents !== undefined && finding === 'none') {
      const adjustment = { additionalCents: laterCents(line), scannedGrams: billedGrams };
      await adjustBooking({ ...app, store }, bookingId, adjustment);
    }
    await store.carrierInvoices.setState(id, [line.id], 'accepted');
  });
}
