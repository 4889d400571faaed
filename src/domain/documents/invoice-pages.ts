// The A4 pages of an invoice, with each adjustment note on its own page. The heading is what the law allows the
// document to be called. The amounts come from the content; nothing is calculated here.

import type { AdjustmentNote, InvoiceContent, InvoiceLine } from './invoice.ts';
import { a4, type FontMetrics, type Page } from './layout.ts';
import { newSheet, type Sheet } from './sheet.ts';
import { type Column, drawTable } from './table.ts';
import { writtenDay, writtenMoney } from './written.ts';

const leftMm = 18;
const widthMm = a4.widthMm - 2 * leftMm;
const rightMm = leftMm + widthMm;
const linesMm = 136;

export function invoicePages(content: InvoiceContent, metrics: FontMetrics): Page[] {
  const invoice = newSheet(a4, metrics);
  drawMarks(invoice, content);
  drawHead(invoice, content, {
    title: content.title,
    number: content.number,
    day: content.issuedDay,
  });
  drawSubject(invoice, content);
  const endMm = drawLines(invoice, content, content.lines, linesMm);
  drawNotes(invoice, content, content.notes, drawTotals(invoice, content, endMm, content));
  const sheets = [
    invoice,
    ...content.adjustments.map((note) => adjustmentSheet(content, note, metrics)),
  ];
  if (sheets.length > 1)
    for (const [n, sheet] of sheets.entries()) drawPageNumber(sheet, n + 1, sheets.length);
  return sheets.map((sheet) => sheet.page());
}

function drawPageNumber(sheet: Sheet, page: number, pages: number): void {
  sheet.line({ xMm: leftMm, baselineMm: a4.heightMm - 8, widthMm }, `Page ${page} of ${pages}`, {
    sizeMm: 2.5,
    tone: 'grey',
    align: 'right',
  });
}

function adjustmentSheet(
  content: InvoiceContent,
  note: AdjustmentNote,
  metrics: FontMetrics,
): Sheet {
  const sheet = newSheet(a4, metrics);
  drawMarks(sheet, content);
  const title = content.title === 'Tax invoice' ? 'Adjustment note' : 'Adjustment';
  drawHead(sheet, content, { title, number: note.number, day: note.issuedDay });
  drawSubject(sheet, content);
  const endMm = drawLines(sheet, content, note.lines, linesMm);
  const totalsMm = drawTotals(sheet, { ...content, payment: '' }, endMm, note);
  const change = note.totalCents < 0 ? 'less' : 'more';
  drawNotes(
    sheet,
    content,
    [
      `This changes ${content.title.toLowerCase()} ${content.number} of ${writtenDay(content.issuedDay)}: ${writtenMoney(Math.abs(note.totalCents))} ${change} than was invoiced.`,
    ],
    totalsMm,
  );
  return sheet;
}

function drawMarks(sheet: Sheet, content: InvoiceContent): void {
  if (content.isDemo)
    sheet.watermark({ xMm: 0, yMm: 70, widthMm: a4.widthMm, heightMm: 160 }, 'DEMO');
}

function drawHead(
  sheet: Sheet,
  content: InvoiceContent,
  document: { title: string; number: string; day: string },
): void {
  sheet.line({ xMm: leftMm, baselineMm: 30, widthMm: widthMm * 0.5 }, document.title, {
    sizeMm: 10,
    weight: 'bold',
  });
  sheet.line(
    { xMm: leftMm + widthMm * 0.5, baselineMm: 27, widthMm: widthMm * 0.5 },
    content.sellerName,
    { sizeMm: 5, leastMm: 3, weight: 'bold', align: 'right' },
  );
  for (const [n, text] of content.sellerLines.slice(0, 5).entries()) {
    sheet.line(
      { xMm: leftMm + widthMm * 0.5, baselineMm: 33 + n * 4.6, widthMm: widthMm * 0.5 },
      text,
      { sizeMm: 3.3, align: 'right' },
    );
  }
  sheet.rule(leftMm, 58, widthMm, 0.5);
  caption(sheet, 'BILL TO', leftMm, 64);
  sheet.block({ xMm: leftMm, yMm: 65.5, widthMm: widthMm * 0.55, heightMm: 22 }, content.buyer, {
    sizeMm: 3.8,
    leastMm: 2.6,
    leading: 1.3,
  });
  const facts = [
    ['NUMBER', document.number],
    ['DATE OF ISSUE', writtenDay(document.day)],
  ];
  for (const [n, [name = '', text = '']] of facts.entries()) {
    const xMm = leftMm + widthMm * 0.6;
    caption(sheet, name, xMm, 64 + n * 12);
    sheet.line({ xMm, baselineMm: 69.4 + n * 12, widthMm: widthMm * 0.4 }, text, {
      sizeMm: 4.2,
      weight: 'bold',
    });
  }
}

function drawSubject(sheet: Sheet, { subject }: InvoiceContent): void {
  const columnMm = widthMm / 2;
  for (const [n, { name, text }] of subject.slice(0, 8).entries()) {
    const xMm = leftMm + (n % 2) * columnMm;
    const yMm = 94 + Math.floor(n / 2) * 10.6;
    caption(sheet, name.toUpperCase(), xMm, yMm);
    sheet.line({ xMm, baselineMm: yMm + 4.6, widthMm: columnMm - 4 }, text, {
      sizeMm: 3.6,
      leastMm: 2.2,
    });
  }
}

const taxTexts: Record<InvoiceLine['taxability'], string> = {
  gst: '10% GST',
  gst_free: 'GST-free',
  no_gst: 'No GST',
};

function drawLines(
  sheet: Sheet,
  { showsGst }: InvoiceContent,
  lines: readonly InvoiceLine[],
  yMm: number,
): number {
  const columns: Column[] = showsGst
    ? [
        { name: 'DESCRIPTION', widthMm: 74 },
        { name: 'TAX', widthMm: 22 },
        { name: 'EX GST', widthMm: 26, align: 'right' },
        { name: 'GST', widthMm: 24, align: 'right' },
        { name: 'AMOUNT', widthMm: 28, align: 'right', isBold: true },
      ]
    : [
        { name: 'DESCRIPTION', widthMm: 134 },
        { name: 'AMOUNT', widthMm: 40, align: 'right', isBold: true },
      ];
  const rows = grouped(lines).map((line) => ({
    cells: showsGst
      ? [
          line.text,
          taxTexts[line.taxability],
          writtenMoney(line.exCents),
          writtenMoney(line.gstCents),
          writtenMoney(line.totalCents),
        ]
      : [line.text, writtenMoney(line.totalCents)],
  }));
  const { endMm } = drawTable(sheet, {
    xMm: leftMm,
    yMm,
    bottomMm: a4.heightMm,
    columns,
    rows,
    from: 0,
    sizeMm: 3.6,
  });
  return endMm;
}

/** The most lines that fit on the page; a longer list has its middle lines combined into one. */
const mostLines = 14;

function grouped(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines - 2);
  const last = lines.at(-1);
  const middle = lines.slice(mostLines - 2, -1);
  const [first] = middle;
  if (first === undefined || last === undefined) return lines;
  const sum = (amount: (line: InvoiceLine) => number): number =>
    middle.reduce((total, line) => total + amount(line), 0);
  const others = {
    text: `${middle.length} other charges`,
    taxability: first.taxability,
    exCents: sum(({ exCents }) => exCents),
    gstCents: sum(({ gstCents }) => gstCents),
    totalCents: sum(({ totalCents }) => totalCents),
  };
  return [...kept, others, last];
}

function drawTotals(
  sheet: Sheet,
  content: InvoiceContent,
  endMm: number,
  sums: { exCents: number; gstCents: number; totalCents: number },
): number {
  const rows: { name: string; text: string; isTotal: boolean }[] = [
    ...(content.showsGst
      ? [
          { name: 'Subtotal ex GST', text: writtenMoney(sums.exCents), isTotal: false },
          { name: 'GST', text: writtenMoney(sums.gstCents), isTotal: false },
        ]
      : []),
    {
      name: content.showsGst ? 'Total including GST' : 'Total',
      text: `${writtenMoney(sums.totalCents)} AUD`,
      isTotal: true,
    },
    ...(content.payment === '' ? [] : [{ name: 'Payment', text: content.payment, isTotal: false }]),
  ];
  let yMm = endMm + 3;
  for (const { name, text, isTotal } of rows) {
    const sizeMm = isTotal ? 5 : 3.6;
    yMm += sizeMm * 1.7;
    const weight = isTotal ? 'bold' : 'regular';
    sheet.line({ xMm: rightMm - 90, baselineMm: yMm, widthMm: 44 }, name, {
      sizeMm: isTotal ? 4.2 : sizeMm,
      weight,
    });
    sheet.line({ xMm: rightMm - 46, baselineMm: yMm, widthMm: 46 }, text, {
      sizeMm,
      weight,
      align: 'right',
    });
  }
  return yMm;
}

function drawNotes(
  sheet: Sheet,
  content: InvoiceContent,
  notes: readonly string[],
  yMm: number,
): void {
  sheet.block({ xMm: leftMm, yMm: yMm + 8, widthMm, heightMm: 14 }, notes, {
    sizeMm: 3.2,
    leastMm: 2.2,
    leading: 1.35,
  });
  sheet.line(
    { xMm: leftMm, baselineMm: a4.heightMm - 12, widthMm },
    [content.sellerName, ...content.sellerLines].join('   '),
    { sizeMm: 2.5, tone: 'grey' },
  );
}

function caption(sheet: Sheet, text: string, xMm: number, baselineMm: number): void {
  sheet.line({ xMm, baselineMm, widthMm: 60 }, text, { sizeMm: 2.3, weight: 'bold', tone: 'grey' });
}
