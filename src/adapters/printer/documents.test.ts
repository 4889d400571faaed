// Manifests and invoices are valid A4 PDF files that contain all required details.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aConsignment } from '../../../test/support/documents/consignments.ts';
import { anInvoice } from '../../../test/support/documents/invoices.ts';
import { issuer } from '../../../test/support/documents/label-jobs.ts';
import { checkPdf, fontsOf, openPdf } from '../../../test/support/documents/read-document.ts';
import type { InvoiceFacts } from '../../domain/documents/invoice.ts';
import { renderDocument } from './render-document.ts';

async function opened(pdf: Uint8Array) {
  assert.equal(await checkPdf(pdf), 0);
  assert.ok((await fontsOf(pdf)).every(({ isEmbedded }) => isEmbedded));
  const pages = await openPdf(pdf);
  for (const { widthMm, heightMm } of pages)
    assert.deepEqual([Math.round(widthMm), Math.round(heightMm)], [210, 297]);
  return pages;
}

const invoicePdf = (facts: InvoiceFacts) =>
  renderDocument({ kind: 'invoice', format: 'pdf', title: 'Invoice', issuer, facts });

test('a manifest lists every consignment over its pages, with totals and lines to sign on', async () => {
  const consignments = Array.from({ length: 40 }, (_, n) =>
    aConsignment({ connote: `NL${String(n).padStart(8, '0')}`, bookingId: n }),
  );
  const pages = await opened(
    await renderDocument({
      kind: 'manifest',
      format: 'pdf',
      title: 'Manifest',
      issuer,
      consignments,
    }),
  );
  assert.equal(pages.length, 2);
  const text = pages.map((page) => page.text).join('\n');
  for (const { connote } of consignments) assert.ok(text.includes(connote));
  assert.match(pages[0]?.text ?? '', /Manifest Northline/);
  assert.match(text, /Total 40 consignments, 120 pieces, 17,720 kg, 68\.16\d m³/);
  assert.match(text, /Received by driver \(name\)/);
  assert.match(pages[1]?.text ?? '', /Page 2 of 2/);
});

test('a tax invoice has all legal details, and each adjustment note names it', async () => {
  const [invoice, note, ...more] = await opened(await invoicePdf(anInvoice()));
  assert.equal(more.length, 0);
  for (const words of [
    'Tax invoice',
    'Acme Freight Pty Ltd',
    'ABN 51 824 753 556',
    'Tile Warehouse Pty Ltd',
    'INV-623634',
    '16 Nov 2026',
    'Freight 10% GST',
    'Transit warranty, cover up to $1,500.00 No GST',
    'GST $37.46',
    'Total including GST $417.60 AUD',
    '3 pieces, 443 kg charged',
  ])
    assert.ok(invoice?.text.includes(words), `${words} is not in ${invoice?.text}`);
  for (const words of [
    'Adjustment note',
    'INV-623634-A1',
    '20 Nov 2026',
    'ABN 51 824 753 556',
    'This changes tax invoice INV-623634 of 16 Nov 2026: $23.10 more than was invoiced.',
    'GST $2.10',
  ])
    assert.ok(note?.text.includes(words), `${words} is not in ${note?.text}`);
});

test('without GST registration it is a plain invoice that never mentions GST', async () => {
  const seller = { name: 'Acme', abn: undefined, address: [], isGstRegistered: false };
  const [invoice] = await opened(await invoicePdf(anInvoice({ seller, adjustments: [] })));
  assert.ok(invoice);
  assert.doesNotMatch(invoice.text, /tax invoice/i);
  assert.doesNotMatch(invoice.text, /10% GST|including GST/);
  assert.match(invoice.text, /^Invoice/m);
  assert.match(invoice.text, /not registered for GST/);
});

test('shows international carriage free of GST', async () => {
  const [invoice] = await opened(await invoicePdf(anInvoice({ isInternational: true })));
  assert.match(invoice?.text ?? '', /Freight GST-free/);
  assert.match(invoice?.text ?? '', /GST \$0\.00/);
});
