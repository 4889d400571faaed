// The A4 pages of a monthly invoice: what the month came to, each charge with its GST, and the payments received. The
// amounts come from the facts.
import {
  type InvoicedCharge,
  type InvoicedPayment,
  type MonthlyInvoiceFacts,
  monthlyInvoiceName,
  sumsOfMonth,
} from '../payments/monthly-invoice.ts';
import { writtenAbn } from './abn.ts';
import { a4, type FontMetrics, type Page } from './layout.ts';
import { newSheet, type Sheet } from './sheet.ts';
import { type Column, drawTable, type TableRow } from './table.ts';
import { writtenDay, writtenMoney } from './written.ts';

const leftMm = 18;
const widthMm = a4.widthMm - 2 * leftMm;
const bottomMm = a4.heightMm - 20;

export function monthlyInvoicePages(facts: MonthlyInvoiceFacts, metrics: FontMetrics): Page[] {
  const first = newSheet(a4, metrics);
  const sheets = [first];
  drawHead(first, facts);
  let yMm = drawSums(first, facts);
  const tables = [
    { title: 'Charges', columns: chargeColumns(facts), rows: chargeRows(facts) },
    { title: 'Payments received', columns: paymentColumns, rows: paymentRows(facts.payments) },
  ].filter(({ rows }) => rows.length > 0);
  const roomMm = 22;
  for (const { title, columns, rows } of tables) {
    for (let from = 0; from < rows.length; ) {
      if (yMm + roomMm > bottomMm) {
        sheets.push(newSheet(a4, metrics));
        yMm = 22;
      }
      const sheet = sheets.at(-1) ?? first;
      heading(sheet, from === 0 ? title : `${title}, continued`, yMm + 5);
      const place = { xMm: leftMm, yMm: yMm + 7, bottomMm, columns, rows, from, sizeMm: 3 };
      const { next, endMm } = drawTable(sheet, place);
      yMm = next < rows.length ? a4.heightMm : endMm + 6;
      from = next;
    }
  }
  for (const [n, sheet] of sheets.entries()) drawFoot(sheet, facts, n + 1, sheets.length);
  return sheets.map((sheet) => sheet.page());
}

const isTaxInvoice = ({ seller }: MonthlyInvoiceFacts): boolean =>
  seller.isGstRegistered && seller.abn !== undefined;

function sellerLines({ seller }: MonthlyInvoiceFacts): string[] {
  return [
    ...(seller.abn === undefined ? [] : [`ABN ${writtenAbn(seller.abn)}`]),
    ...seller.address,
  ];
}

function drawHead(sheet: Sheet, facts: MonthlyInvoiceFacts): void {
  const half = widthMm / 2;
  const title = isTaxInvoice(facts) ? 'Tax invoice' : 'Invoice';
  sheet.line({ xMm: leftMm, baselineMm: 30, widthMm: half }, title, {
    sizeMm: 10,
    weight: 'bold',
  });
  sheet.line({ xMm: leftMm + half, baselineMm: 27, widthMm: half }, facts.seller.name, {
    ...{ sizeMm: 5, leastMm: 3, weight: 'bold', align: 'right' },
  });
  for (const [n, text] of sellerLines(facts).slice(0, 5).entries())
    sheet.line({ xMm: leftMm + half, baselineMm: 33 + n * 4.6, widthMm: half }, text, {
      ...{ sizeMm: 3.3, align: 'right' },
    });
  sheet.rule(leftMm, 58, widthMm, 0.5);
  caption(sheet, 'BILL TO', leftMm, 64);
  sheet.block({ xMm: leftMm, yMm: 65.5, widthMm: widthMm * 0.5, heightMm: 22 }, facts.buyer, {
    ...{ sizeMm: 3.8, leastMm: 2.6, leading: 1.3 },
  });
  const about = [
    ['NUMBER', monthlyInvoiceName(facts.number)],
    ['DATE OF ISSUE', writtenDay(facts.issuedDay)],
    ['PERIOD', `${writtenDay(facts.firstDay)} to ${writtenDay(facts.lastDay)}`],
    ['DUE', writtenDay(facts.dueDay)],
  ];
  for (const [n, [name = '', text = '']] of about.entries()) {
    const isLeft = n % 2 === 0;
    const xMm = leftMm + widthMm * (isLeft ? 0.52 : 0.82);
    const yMm = 64 + Math.floor(n / 2) * 12;
    caption(sheet, name, xMm, yMm);
    const place = { xMm, baselineMm: yMm + 5.4, widthMm: widthMm * (isLeft ? 0.29 : 0.18) };
    sheet.line(place, text, { sizeMm: 3.6, leastMm: 2.4, weight: 'bold' });
  }
}

/** Returns where it ends. */
function drawSums(sheet: Sheet, facts: MonthlyInvoiceFacts): number {
  const { exCents, gstCents, chargedCents, paidCents, closingCents } = sumsOfMonth(facts);
  const rows: [string, number, boolean?][] = [
    ['Balance brought forward', facts.openingCents],
    ...(facts.seller.isGstRegistered
      ? ([
          ['Charges without GST', exCents],
          ['GST', gstCents],
        ] as [string, number][])
      : []),
    [facts.seller.isGstRegistered ? 'Charges including GST' : 'Charges', chargedCents],
    ['Payments received', paidCents === 0 ? 0 : -paidCents],
    [
      closingCents < 0 ? 'In credit' : `Amount due by ${writtenDay(facts.dueDay)}`,
      Math.abs(closingCents),
      true,
    ],
  ];
  let yMm = 96;
  for (const [name, cents, isBold = false] of rows) {
    const style = { sizeMm: isBold ? 4.6 : 3.6, weight: isBold ? 'bold' : 'regular' } as const;
    if (isBold) sheet.rule(leftMm + widthMm * 0.4, yMm + 1.5, widthMm * 0.6, 0.4);
    yMm += isBold ? 8 : 6;
    sheet.line(
      { xMm: leftMm + widthMm * 0.4, baselineMm: yMm, widthMm: widthMm * 0.38 },
      name,
      style,
    );
    sheet.line(
      { xMm: leftMm + widthMm * 0.78, baselineMm: yMm, widthMm: widthMm * 0.22 },
      writtenMoney(cents),
      { ...style, align: 'right' },
    );
  }
  return yMm + 8;
}

const chargeNames: Readonly<Record<InvoicedCharge['kind'], string>> = {
  sale: 'Freight',
  adjustment: 'Later charge',
  reversal: 'Cancelled',
};

function chargeColumns({ seller }: MonthlyInvoiceFacts): Column[] {
  const taxed: Column[] = seller.isGstRegistered
    ? [
        { name: 'EX GST', widthMm: 22, align: 'right' },
        { name: 'GST', widthMm: 19, align: 'right' },
      ]
    : [];
  return [
    { name: 'DATE', widthMm: 20 },
    { name: 'CHARGE', widthMm: 22 },
    { name: 'BOOKING', widthMm: 17 },
    { name: 'CONNOTE', widthMm: seller.isGstRegistered ? 28 : 45 },
    { name: 'YOUR REFERENCE', widthMm: seller.isGstRegistered ? 23 : 47, wraps: true },
    ...taxed,
    { name: 'AMOUNT', widthMm: 23, align: 'right', isBold: true },
  ];
}

function chargeRows({ charges, seller }: MonthlyInvoiceFacts): TableRow[] {
  return charges.map((charge) => ({
    cells: [
      writtenDay(charge.day),
      charge.kind === 'adjustment' && charge.totalCents < 0
        ? 'Charged less'
        : chargeNames[charge.kind],
      String(charge.bookingId),
      charge.connote,
      charge.customerReference,
      ...(seller.isGstRegistered
        ? [writtenMoney(charge.exCents), writtenMoney(charge.gstCents)]
        : []),
      writtenMoney(charge.totalCents),
    ],
  }));
}

const paymentColumns: Column[] = [
  { name: 'DATE', widthMm: 30 },
  { name: 'PAYMENT', widthMm: 50 },
  { name: 'REFERENCE', widthMm: 64, wraps: true },
  { name: 'AMOUNT', widthMm: 30, align: 'right', isBold: true },
];

function paymentRows(payments: readonly InvoicedPayment[]): TableRow[] {
  return payments.map(({ day, by, reference, cents }) => ({
    cells: [
      writtenDay(day),
      `${by === 'bank' ? 'Bank' : 'Card'}${cents < 0 ? ', reversed' : ''}`,
      reference,
      writtenMoney(cents),
    ],
  }));
}

function drawFoot(sheet: Sheet, facts: MonthlyInvoiceFacts, page: number, pages: number): void {
  const note = facts.seller.isGstRegistered
    ? 'Single bookings have invoices of their own with the same amounts. Claim their GST once.'
    : 'No GST has been charged: the seller is not registered for GST.';
  const small = { sizeMm: 2.5, tone: 'grey' } as const;
  sheet.line({ xMm: leftMm, baselineMm: a4.heightMm - 12, widthMm }, note, small);
  const name = [facts.seller.name, ...sellerLines(facts).slice(0, 1)].join('   ');
  sheet.line({ xMm: leftMm, baselineMm: a4.heightMm - 8, widthMm: widthMm * 0.6 }, name, small);
  sheet.line(
    { xMm: leftMm + widthMm * 0.6, baselineMm: a4.heightMm - 8, widthMm: widthMm * 0.4 },
    `${monthlyInvoiceName(facts.number)}   Page ${page} of ${pages}`,
    { ...small, align: 'right' },
  );
}

function heading(sheet: Sheet, text: string, baselineMm: number): void {
  sheet.line({ xMm: leftMm, baselineMm, widthMm }, text, { sizeMm: 4, weight: 'bold' });
}

function caption(sheet: Sheet, text: string, xMm: number, baselineMm: number): void {
  sheet.line({ xMm, baselineMm, widthMm: 40 }, text, {
    ...{ sizeMm: 2.3, weight: 'bold', tone: 'grey' },
  });
}
