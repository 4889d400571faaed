// Carriers' invoices in the store.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type {
  BilledConsignment,
  CarrierInvoiceId,
  LineState,
} from '../../domain/carrier-invoices/carrier-invoice.ts';
import type { Finding } from '../../domain/carrier-invoices/finding.ts';
import type { MemberId } from '../../domain/members/member.ts';
import type { Cents } from '../../domain/money.ts';

export type CarrierInvoice = {
  id: CarrierInvoiceId;
  /** The carrier's folder. */
  carrier: string;
  /** The carrier's number of the invoice. */
  number: string;
  importedAtMs: number;
};

export type NewInvoiceLine = Omit<BilledConsignment, 'connote' | 'booking'> & {
  /** The connote, or the booking's number, as the carrier wrote it. */
  reference: string;
  /** Undefined if no booking, or more than one, has the reference. */
  bookingId: BookingId | undefined;
  /** The carrier's price when the booking was confirmed; undefined if it is unknown. */
  costCents: Cents | undefined;
  finding: Finding;
  state: LineState;
};

export type InvoiceLineId = number;

/** With the present facts of the booking. */
export type InvoiceLine = NewInvoiceLine & {
  id: InvoiceLineId;
  connote: string | undefined;
  memberId: MemberId | undefined;
  additionalCents: Cents;
  quotedGrams: number | undefined;
  /** 0: not scanned. */
  scannedGrams: number;
};

/** The sums of one invoice's lines in one state. `costCents` is of the lines whose cost is known. */
export type InvoiceSum = {
  invoiceId: CarrierInvoiceId;
  state: LineState;
  lines: number;
  billedCents: Cents;
};

export type CarrierInvoices = {
  /** Undefined if an invoice of the carrier with this number is stored. */
  add(
    invoice: Omit<CarrierInvoice, 'id'>,
    lines: readonly NewInvoiceLine[],
  ): Promise<CarrierInvoiceId | undefined>;
  /** The newest first. */
  list(limit: number): Promise<CarrierInvoice[]>;
  sums(ids: readonly CarrierInvoiceId[]): Promise<InvoiceSum[]>;
  find(id: CarrierInvoiceId): Promise<CarrierInvoice | undefined>;
  /** All of them, or those with these ids, in the order of the file. */
  lines(id: CarrierInvoiceId, ids?: readonly InvoiceLineId[]): Promise<InvoiceLine[]>;
  /** Locks these lines until the transaction ends. */
  lock(id: CarrierInvoiceId, lines: readonly InvoiceLineId[]): Promise<void>;
  setState(id: CarrierInvoiceId, lines: readonly InvoiceLineId[], state: LineState): Promise<void>;
  /** Those of these bookings that an invoice has billed for certain. */
  listBilled(bookingIds: readonly BookingId[]): Promise<BookingId[]>;
  /** With its lines. */
  remove(id: CarrierInvoiceId): Promise<boolean>;
};
