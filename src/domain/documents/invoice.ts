// The invoice of a booking, by the rules of the Australian Taxation Office. It is a tax invoice only if the seller is
// registered for GST, and then names the seller, ABN, date and service, and shows the GST of each line and in total, and how
// far each line is taxable. International carriage is GST-free; the warranty fee has no GST (interface, "Quote"). Later changes
// are adjustment notes that name the invoice. Amounts are cents and always add up.

import { type Cents, gstDivisor, gstWithin } from '../money.ts';
import { type AdjustmentKind, gstOfLines, type Quote } from '../quotes/quote.ts';
import { writtenAbn } from './abn.ts';
import { writtenMoney } from './written.ts';

/** The seller, from the operator's configuration. */
export type Seller = {
  name: string;
  abn: string | undefined;
  address: readonly string[];
  isGstRegistered: boolean;
};

type Taxability = 'gst' | 'gst_free' | 'no_gst';

export type InvoiceLine = {
  text: string;
  taxability: Taxability;
  exCents: Cents;
  gstCents: Cents;
  totalCents: Cents;
};

export type InvoiceFacts = {
  number: string;
  /** `YYYY-MM-DD` */
  issuedDay: string;
  seller: Seller;
  buyer: readonly string[];
  isDemo: boolean;
  isInternational: boolean;
  /** The quote that was booked; its waterfall explains the price. */
  quote: Pick<Quote, 'waterfall'>;
  /** The amount charged, including GST. */
  priceCents: Cents;
  feeCents: Cents;
  insuredCents: Cents;
  /** The lines that describe the sale: carrier and connote, from and to, pieces and weight. */
  subject: readonly { name: string; text: string }[];
  payment: string;
  adjustments: readonly InvoiceAdjustment[];
};

/** A charge after the invoice was issued; a refund is negative. */
export type InvoiceAdjustment = {
  day: string;
  reason: string;
  cents: Cents;
  /** The whole sale is refunded, including the warranty fee. Any other adjustment concerns carriage only. */
  isCancellation: boolean;
};

export type InvoiceContent = {
  title: 'Tax invoice' | 'Invoice';
  number: string;
  issuedDay: string;
  sellerName: string;
  sellerLines: readonly string[];
  buyer: readonly string[];
  isDemo: boolean;
  subject: InvoiceFacts['subject'];
  lines: readonly InvoiceLine[];
  exCents: Cents;
  gstCents: Cents;
  totalCents: Cents;
  /** Whether the invoice shows GST. */
  showsGst: boolean;
  payment: string;
  notes: readonly string[];
  adjustments: readonly AdjustmentNote[];
};

export type AdjustmentNote = {
  number: string;
  issuedDay: string;
  lines: readonly InvoiceLine[];
  exCents: Cents;
  gstCents: Cents;
  totalCents: Cents;
};

export function invoiceContent(facts: InvoiceFacts): InvoiceContent {
  const { seller } = facts;
  const carriage = carriageTaxability(facts);
  const lines = [...carriageLines(facts, carriage), ...warrantyLines(facts)];
  const sums = sumsOf(lines);
  return {
    title: seller.isGstRegistered && seller.abn !== undefined ? 'Tax invoice' : 'Invoice',
    number: facts.number,
    issuedDay: facts.issuedDay,
    sellerName: seller.name,
    sellerLines: [
      ...(seller.abn === undefined ? [] : [`ABN ${writtenAbn(seller.abn)}`]),
      ...seller.address,
    ],
    buyer: facts.buyer,
    isDemo: facts.isDemo,
    subject: facts.subject,
    lines,
    ...sums,
    showsGst: seller.isGstRegistered,
    payment: facts.payment,
    notes: notesOf(facts, carriage),
    adjustments: adjustmentNotes(facts, carriage, sums.gstCents),
  };
}

type Sums = Pick<InvoiceLine, 'exCents' | 'gstCents' | 'totalCents'>;

function sumsOf(lines: readonly Sums[]): Sums {
  const sum = (amount: keyof Sums): Cents => lines.reduce((total, line) => total + line[amount], 0);
  return {
    exCents: sum('exCents'),
    gstCents: sum('gstCents'),
    totalCents: sum('totalCents'),
  };
}

/** Carriage is GST-free across the border by law, or if the rate card says so. */
function carriageTaxability({ seller, isInternational, quote }: InvoiceFacts): Taxability {
  if (!seller.isGstRegistered) return 'no_gst';
  const { gstCents, exCents } = quote.waterfall;
  const isFreeByCard = gstCents === 0 && exCents > 0;
  return isInternational || isFreeByCard ? 'gst_free' : 'gst';
}

/** The price steps that get their own invoice line. Margins are not shown to the buyer. */
const namedSteps: Partial<Record<AdjustmentKind, string>> = {
  discount: 'Discount',
  tailgate: 'Tailgate',
};

/**
 * Splits the charged price into freight, surcharges, fuel and discount. Known figures of the carrier are used as they
 * are; freight takes the remainder with roundings and margins, so that the lines add up to the price.
 */
function carriageLines(facts: InvoiceFacts, taxability: Taxability): InvoiceLine[] {
  const { waterfall } = facts.quote;
  const { priceCents } = facts;
  const gstCents = taxability === 'gst' ? gstWithin(priceCents) : 0;
  const exCents = priceCents - gstCents;
  const scale = taxability === 'gst' ? gstDivisor / (gstDivisor - 1) : 1;
  // The carrier's charges exclude GST unless its card includes it.
  const chargeScale = gstOfLines(waterfall).containedCents === 0 ? 1 : scale;
  const exOf = (cents: Cents): Cents => Math.round(cents / chargeScale);
  const parts = [
    ...waterfall.charges.map(({ label, code, cents }) => ({
      text: label === '' ? code : label,
      exCents: exOf(cents),
    })),
    { text: 'Fuel levy', exCents: exOf(waterfall.fuel.cents) },
    ...waterfall.adjustments.flatMap(({ kind, cents }) => {
      const text = namedSteps[kind];
      return text === undefined ? [] : [{ text, exCents: Math.round(cents / scale) }];
    }),
  ].filter((part) => part.exCents !== 0);
  const named = parts.reduce((total, part) => total + part.exCents, 0);
  const freight = { text: 'Freight', exCents: exCents - named };
  // When rules have lowered the price below the sum of its parts, the invoice shows a single line.
  const shown = freight.exCents > 0 ? [freight, ...parts] : [{ text: 'Freight', exCents }];
  let gstLeft = gstCents;
  return shown.map((part, n) => {
    const isLast = n === shown.length - 1;
    const gst = isLast ? gstLeft : shareOfGst(part.exCents, exCents, gstCents);
    gstLeft -= gst;
    return { ...part, taxability, gstCents: gst, totalCents: part.exCents + gst };
  });
}

function shareOfGst(part: Cents, whole: Cents, gstCents: Cents): Cents {
  return whole === 0 ? 0 : Math.round((part * gstCents) / whole);
}

function warrantyLines({ feeCents, insuredCents }: InvoiceFacts): InvoiceLine[] {
  if (feeCents === 0) return [];
  const text = `Transit warranty, cover up to ${writtenMoney(insuredCents)}`;
  return [{ text, taxability: 'no_gst', exCents: feeCents, gstCents: 0, totalCents: feeCents }];
}

/**
 * GST on an adjustment of carriage is an eleventh. A cancellation refunds the warranty fee, which had no GST, and
 * exactly the GST that the invoice and earlier notes charged, so that no rounding remains.
 */
function adjustmentNotes(
  facts: InvoiceFacts,
  taxability: Taxability,
  invoicedGstCents: Cents,
): AdjustmentNote[] {
  let carriageCents = facts.priceCents;
  let gstSoFar = invoicedGstCents;
  return facts.adjustments.map(({ day, reason, cents, isCancellation }, n) => {
    const fee = isCancellation ? warrantyLines(facts).map(givenBack) : [];
    const ofCarriage = cents - sumsOf(fee).totalCents;
    const isAllOfIt = ofCarriage === -carriageCents;
    const gstCents = isAllOfIt ? 0 - gstSoFar : gstOf(ofCarriage, taxability);
    carriageCents += ofCarriage;
    gstSoFar += gstCents;
    const exCents = ofCarriage - gstCents;
    const carriage = { text: reason, taxability, exCents, gstCents, totalCents: ofCarriage };
    const lines = [carriage, ...fee];
    return { number: `${facts.number}-A${n + 1}`, issuedDay: day, lines, ...sumsOf(lines) };
  });
}

function givenBack(line: InvoiceLine): InvoiceLine {
  return { ...line, exCents: -line.exCents, totalCents: -line.totalCents };
}

function gstOf(cents: Cents, taxability: Taxability): Cents {
  return taxability === 'gst' ? roundAwayFromZero(cents / gstDivisor) : 0;
}

/** Rounds half a cent away from zero, for charges and refunds alike. */
function roundAwayFromZero(cents: number): Cents {
  const rounded = Math.round(Math.abs(cents));
  return cents < 0 && rounded !== 0 ? -rounded : rounded;
}

function notesOf({ seller, isDemo, feeCents }: InvoiceFacts, carriage: Taxability): string[] {
  return [
    ...(isDemo ? ['Demonstration only: nothing was carried and nothing is owed.'] : []),
    ...(seller.isGstRegistered
      ? []
      : ['No GST has been charged: the seller is not registered for GST.']),
    ...(carriage === 'gst_free' ? ['International carriage of goods is GST-free.'] : []),
    ...(seller.isGstRegistered && feeCents > 0 ? ['The transit warranty includes no GST.'] : []),
    ...(carriage === 'gst' && feeCents === 0 ? ['Total price includes GST.'] : []),
  ];
}
