// What a person decides about the lines of a carrier's invoice: to dispute them with the carrier, to accept them, or to
// accept them and charge the difference to the member. A decision is made in the transaction that locks its lines, so a
// charge and its line always agree, and repeating a decision changes nothing.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { CarrierInvoiceId, LineState } from '../../domain/carrier-invoices/carrier-invoice.ts';
import type { Cents } from '../../domain/money.ts';
import { type Issue, Refusal, type RefusalData, refuseInvalid } from '../../domain/refusal.ts';
import { adjustBooking } from '../bookings/adjust-booking.ts';
import type {
  App,
  CarrierInvoice,
  InvoiceLine,
  InvoiceLineId,
  InvoiceSum,
  Store,
} from '../ports.ts';

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

/** `charged`: accepted, and what is billed above the quote is charged to the member. */
export type LineDecision = Exclude<LineState, 'agrees'> | 'charged';

export type RefusedLine = { line: InvoiceLine; refusal: RefusalData | Issue };

/** The lines that were not charged, with the reason; all others are decided. */
export async function decideLines(
  app: App,
  id: CarrierInvoiceId,
  ids: readonly InvoiceLineId[],
  decision: LineDecision,
): Promise<RefusedLine[]> {
  if (decision === 'charged') return await chargeLines(app, id, ids);
  await app.store.transaction(async (store) => {
    await store.carrierInvoices.lock(id, ids);
    const lines = await linesOf(store, id, ids);
    if (decision !== 'accepted') refuseInvalid(lines.flatMap(chargedIssue));
    await store.carrierInvoices.setState(id, ids, decision);
  });
  return [];
}

async function linesOf(
  store: Store,
  id: CarrierInvoiceId,
  ids: readonly InvoiceLineId[],
): Promise<InvoiceLine[]> {
  if ((await store.carrierInvoices.find(id)) === undefined)
    throw new Refusal({ code: 'carrier_invoice_not_found', id });
  const found = new Map(
    (await store.carrierInvoices.lines(id, ids)).map((line) => [line.id, line]),
  );
  refuseInvalid(
    ids.flatMap((line, n) =>
      found.has(line) ? [] : [{ path: ['lines', n], problem: 'no_such_invoice_line', line }],
    ),
  );
  return ids.flatMap((line) => found.get(line) ?? []);
}

/** Each line in a transaction of its own: a refused line does not stop the others. */
async function chargeLines(
  app: App,
  id: CarrierInvoiceId,
  ids: readonly InvoiceLineId[],
): Promise<RefusedLine[]> {
  const refused: RefusedLine[] = [];
  for (const [n, line] of (await linesOf(app.store, id, ids)).entries()) {
    const { bookingId, finding } = line;
    if (bookingId === undefined || finding !== 'none') {
      const problem = { problem: 'invoice_line_not_compared', finding } as const;
      refused.push({ line, refusal: { path: ['lines', n], ...problem } });
      continue;
    }
    try {
      await chargeLine(app, id, line.id, bookingId);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.push({ line, refusal: error.data });
    }
  }
  return refused;
}

/** The booking's later charges become what the carrier bills above its quote, and are never lowered. */
async function chargeLine(
  app: App,
  id: CarrierInvoiceId,
  lineId: InvoiceLineId,
  bookingId: BookingId,
): Promise<void> {
  await app.store.transaction(async (store) => {
    await store.carrierInvoices.lock(id, [lineId]);
    const [line] = await linesOf(store, id, [lineId]);
    if (line === undefined || isCharged(line)) return;
    await adjustBooking({ ...app, store }, bookingId, {
      additionalCents: laterCents(line),
      scannedGrams: line.billedGrams,
      onlyRaises: true,
    });
    await store.carrierInvoices.setState(id, [lineId], 'accepted');
  });
}

/** A line that was charged stays accepted, or the member would pay for what the carrier may take back. */
function chargedIssue(line: InvoiceLine, n: number): Issue[] {
  const { bookingId } = line;
  if (bookingId === undefined || !isCharged(line)) return [];
  return [{ path: ['lines', n], problem: 'invoice_line_charged', line: line.line, bookingId }];
}

function isCharged(line: InvoiceLine): boolean {
  const cents = laterCents(line);
  return line.state === 'accepted' && cents > 0 && line.additionalCents >= cents;
}

/** What the carrier bills above its quote. */
const laterCents = ({ billedCents, costCents = billedCents }: InvoiceLine): Cents =>
  Math.max(0, billedCents - costCents);
