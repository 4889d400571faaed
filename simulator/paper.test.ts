// Checks the simulated labels with independent readers that share no code with the drawing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPdf, openPdf, readCodes, seenZpl } from '../test/support/documents/read-document.ts';
import { drawPdf, drawZpl, labelSheets } from './paper.ts';
import type { Shipment } from './shipments.ts';

const end = {
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
  isResidential: false,
};
const shipment: Shipment = {
  number: 'ZSM0000001',
  id: 'ZSM0000001',
  articles: ['ZSM000000101000930901', 'ZSM000000102000930908'],
  reference: 'Order (7) \\ Zoë ✓',
  service: 'T28S',
  consignment: { from: end, to: { ...end, suburb: 'MELBOURNE' }, parcels: [] },
  priceCents: 0,
  createdAtMs: 0,
  sent: undefined,
  cancelledAtMs: undefined,
  orderId: undefined,
  reported: [],
};

test('prints a label as a valid PDF with a page for each piece, whose code reads as the article', async () => {
  const pdf = drawPdf(labelSheets('Australia Post', shipment));
  assert.equal(await checkPdf(pdf), 0);
  const pages = await openPdf(pdf);
  assert.equal(pages.length, 2);
  for (const [n, page] of pages.entries()) {
    const [code] = await readCodes(page.at203Dpi, ['Code128']);
    assert.equal(code?.text, shipment.articles[n]);
    assert.match(page.text, /SIMULATED/);
    assert.match(page.text, /Reference Order \(7\) \\ Zoë \?/);
  }
});

test('prints a readable label for a thermal printer', async () => {
  const zpl = drawZpl(labelSheets('Australia Post', shipment));
  const [first] = await seenZpl(zpl);
  assert.ok(first);
  const [code] = await readCodes(first, ['Code128']);
  assert.equal(code?.text, shipment.articles[0]);
});

test('labels a shipment without articles with its number', () => {
  const [sheet, ...more] = labelSheets('Mainfreight', { ...shipment, articles: [] });
  assert.equal(sheet?.code, 'ZSM0000001');
  assert.deepEqual(more, []);
});
