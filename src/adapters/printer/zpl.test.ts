// Pictures in ZPL: letters that label printers lack, and watermarks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aConsignment, aLine, aParty } from '../../../test/support/documents/consignments.ts';
import { labelJob } from '../../../test/support/documents/label-jobs.ts';
import { jobPages } from '../../domain/documents/document-job.ts';
import { encodeMatrices } from './matrix-code.ts';
import { sharedFonts } from './render-document.ts';
import { drawZpl } from './zpl.ts';

test('draws each Chinese name and the watermark once for all labels of a consignment', async () => {
  const receiver = aParty({ name: '王小明', company: '北京市朝阳区物流有限公司' });
  const items = [aLine({ quantity: 40 })];
  const job = labelJob(aConsignment({ isDemo: true, receiver, items }), { format: 'zpl' });
  const fonts = await sharedFonts();
  await fonts.prepare(`${JSON.stringify(job)}…×−–³`, 'AU');
  const pages = jobPages(job, fonts.metrics);
  const matrices = await encodeMatrices(pages.map(({ page }) => page));
  let texts = 0;
  const counted: typeof fonts = {
    ...fonts,
    runs: (...text) => {
      texts += 1;
      return fonts.runs(...text);
    },
  };
  const [first = '', ...others] = pages.map(({ page }) => drawZpl(page, 'AU', counted, matrices));
  assert.equal(texts, 3);
  const graphics = (zpl: string) => zpl.match(/\^FO\d+,\d+(\^FR)?\^GFA[^^]*/g);
  assert.equal(graphics(first)?.length, 3);
  for (const other of others) assert.deepEqual(graphics(other), graphics(first));
});
