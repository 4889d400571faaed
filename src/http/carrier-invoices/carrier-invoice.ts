// A carrier's invoice on the wire: dollars with GST, kilograms, and the difference from the quote.
import { type Static, Type } from 'typebox';
import type {
  ListedInvoice,
  RefusedLine,
  WholeInvoice,
} from '../../application/carrier-invoices/settle-carrier-invoice.ts';
import type { CarrierInvoice, InvoiceLine } from '../../application/ports.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { lineStates } from '../../domain/carrier-invoices/carrier-invoice.ts';
import { findings } from '../../domain/carrier-invoices/finding.ts';
import { type CsvValue, csvText } from '../../domain/csv/csv-text.ts';
import { dollars } from '../../domain/money.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { issueSentence } from '../../wording/problems.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { orNull, wordOf } from '../server/values.ts';

const head = {
  id: Type.Integer(),
  carrier: Type.String({ description: 'The carrier’s folder' }),
  number: Type.String(),
  imported_at: Type.String(),
};

export const CarrierInvoicesReply = Type.Array(
  Type.Object(
    {
      ...head,
      lines: Type.Integer(),
      billed: Type.Number(),
      open: Type.Integer({ description: 'Lines that differ and are not decided' }),
      disputed: Type.Integer(),
    },
    { $id: 'ListedCarrierInvoice' },
  ),
);

const InvoiceLineReply = Type.Object(
  {
    id: Type.Integer(),
    line: Type.Integer({ description: 'Of the file' }),
    reference: Type.String(),
    booking_id: orNull(Type.Integer()),
    billed: Type.Number(),
    expected: orNull(Type.Number(), {
      description: 'The carrier’s quote and later charges that were accepted; null if unknown',
    }),
    difference: orNull(Type.Number()),
    quoted_weight: orNull(Type.Number()),
    scanned_weight: orNull(Type.Number()),
    billed_weight: orNull(Type.Number()),
    finding: wordOf(findings),
    state: wordOf(lineStates),
  },
  { $id: 'CarrierInvoiceLine' },
);

export const CarrierInvoiceReply = Type.Object(
  {
    ...head,
    lines: Type.Array(InvoiceLineReply),
    refused: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
      description: 'Lines that were not charged just now',
    }),
  },
  { $id: 'CarrierInvoice' },
);

function presentHead({ id, carrier, number, importedAtMs }: CarrierInvoice) {
  return { id, carrier, number, imported_at: timestampWithColon(importedAtMs, homeZone) };
}

export function presentInvoices(
  listed: readonly ListedInvoice[],
): Static<typeof CarrierInvoicesReply> {
  return listed.map(({ invoice, sums }) => {
    const countOf = (state: string): number => sums.find((sum) => sum.state === state)?.lines ?? 0;
    return {
      ...presentHead(invoice),
      lines: sums.reduce((total, { lines }) => total + lines, 0),
      billed: dollars(sums.reduce((total, { billedCents }) => total + billedCents, 0)),
      open: countOf('open'),
      disputed: countOf('disputed'),
    };
  });
}

export function presentInvoice(
  { invoice, lines }: WholeInvoice,
  refused: readonly RefusedLine[] = [],
): Static<typeof CarrierInvoiceReply> {
  return {
    ...presentHead(invoice),
    lines: lines.map(presentLine),
    refused: refused.map(({ line: { line }, refusal }) => ({
      line,
      reason: 'code' in refusal ? refusalSentence(refusal) : issueSentence(refusal),
    })),
  };
}

function presentLine(line: InvoiceLine): Static<typeof InvoiceLineReply> {
  const { billedCents, costCents, additionalCents, quotedGrams, scannedGrams, billedGrams } = line;
  const expected = costCents === undefined ? undefined : costCents + additionalCents;
  const kilograms = (grams: number | undefined): number | null =>
    grams === undefined || grams === 0 ? null : grams / gramsPerKg;
  return {
    id: line.id,
    line: line.line,
    reference: line.reference,
    booking_id: line.bookingId ?? null,
    billed: dollars(billedCents),
    expected: expected === undefined ? null : dollars(expected),
    difference: expected === undefined ? null : dollars(billedCents - expected),
    quoted_weight: kilograms(quotedGrams),
    scanned_weight: kilograms(scannedGrams),
    billed_weight: kilograms(billedGrams),
    finding: line.finding,
    state: line.state,
  };
}

/** The disputed lines, for the carrier: no member and no price of ours. */
export function disputesCsv(whole: WholeInvoice): string {
  const rows = whole.lines
    .filter(({ state }) => state === 'disputed')
    .map(presentLine)
    .map((line): CsvValue[] => [
      whole.invoice.number,
      line.line,
      line.reference,
      line.booking_id,
      line.billed_weight,
      line.quoted_weight,
      line.billed,
      line.expected,
      line.difference,
      line.finding === 'none' ? 'price_differs' : line.finding,
    ]);
  return csvText([
    [
      ...['invoice', 'line', 'connote', 'our_reference', 'billed_weight_kg', 'booked_weight_kg'],
      ...['billed', 'quoted', 'difference', 'reason'],
    ],
    ...rows,
  ]);
}
