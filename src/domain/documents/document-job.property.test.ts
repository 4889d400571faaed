import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  aConsignment,
  aLine,
  aParty,
  auspostCarrier,
  starTrackCarrier,
} from '../../../test/support/documents/consignments.ts';
import { type Consignment, countPieces } from './consignment.ts';
import {
  type DocumentJob,
  type JobPage,
  jobPages,
  pageCount,
  slicePages,
  slicesOf,
} from './document-job.ts';
import type { Box, FontMetrics, Mark, Page } from './layout.ts';

/** Wider than all real fonts, so that text that fits here fits everywhere. */
const metrics: FontMetrics = {
  capHeight: 0.71,
  descent: 0.25,
  widthOf: (text) => Array.from(text).length * 0.62,
};

const pdf = { title: '', format: 'pdf' as const, issuer: 'Acme Freight' };

function boxOf(mark: Mark): Box {
  switch (mark.kind) {
    case 'line':
      return {
        xMm: mark.fromXMm,
        yMm: mark.fromYMm,
        widthMm: mark.toXMm - mark.fromXMm,
        heightMm: mark.toYMm - mark.fromYMm,
      };
    case 'text':
      return {
        xMm: mark.xMm,
        yMm: mark.baselineMm - mark.sizeMm * metrics.capHeight,
        widthMm: mark.widthMm,
        heightMm: mark.sizeMm * metrics.capHeight,
      };
    default:
      return mark;
  }
}

const touch = (one: Box, other: Box): boolean =>
  one.xMm < other.xMm + other.widthMm &&
  other.xMm < one.xMm + one.widthMm &&
  one.yMm < other.yMm + other.heightMm &&
  other.yMm < one.yMm + one.heightMm;

/** All marks stay on the page, texts do not overlap, and no mark touches a code. */
function checkPage(page: Page): void {
  const slack = 1e-6;
  const boxes = page.marks.map((mark) => ({ mark, box: boxOf(mark) }));
  for (const { mark, box } of boxes) {
    const isInside =
      box.xMm >= -slack &&
      box.yMm >= -slack &&
      box.xMm + box.widthMm <= page.widthMm + slack &&
      box.yMm + box.heightMm <= page.heightMm + slack;
    assert.ok(isInside, `outside the page: ${JSON.stringify(mark)}`);
  }
  const texts = boxes.filter(({ mark }) => mark.kind === 'text');
  for (const [n, one] of texts.entries()) {
    for (const other of texts.slice(n + 1)) {
      assert.ok(
        !touch(one.box, other.box),
        `${JSON.stringify(one.mark)} runs into ${JSON.stringify(other.mark)}`,
      );
    }
  }
  const codes = boxes.filter(({ mark }) => mark.kind === 'bars' || mark.kind === 'matrix');
  for (const code of codes) {
    for (const { mark, box } of boxes) {
      if (mark === code.mark || mark.kind === 'line' || mark.kind === 'frame') continue;
      assert.ok(!touch(code.box, box), `${JSON.stringify(mark)} touches a code`);
    }
  }
}

const anyText = fc
  .oneof(
    fc.string({ maxLength: 60 }),
    fc.lorem({ maxCount: 30 }),
    fc.constant(''),
    fc.constant('W'.repeat(255)),
  )
  .map((text) => text.replaceAll(/\s+/g, ' ').trim());

const anyParty = fc
  .record({
    company: anyText,
    name: anyText,
    street: fc.array(anyText, { maxLength: 6 }),
    suburb: anyText,
    phone: anyText,
    country: fc.constantFrom('', 'NEW ZEALAND', 'SOUTH GEORGIA AND THE SOUTH SANDWICH ISLANDS'),
  })
  .map((change) => aParty({ ...change, street: change.street.filter((line) => line !== '') }));

const anyConsignment: fc.Arbitrary<Consignment> = fc
  .record({
    receiver: anyParty,
    sender: anyParty,
    instructions: fc.array(anyText, { maxLength: 12 }),
    pickupInstructions: anyText,
    description: anyText,
    orderNumber: anyText,
    customerReference: anyText,
    authorityToLeave: fc.boolean(),
    tailgatePickup: fc.boolean(),
    tailgateDelivery: fc.boolean(),
    isDemo: fc.boolean(),
    isInternational: fc.boolean(),
    items: fc.array(
      fc.integer({ min: 1, max: 3 }).map((quantity) => aLine({ quantity })),
      {
        minLength: 1,
        maxLength: 30,
      },
    ),
    carrier: fc.constantFrom(aConsignment().carrier, auspostCarrier(), starTrackCarrier()),
  })
  .map((change) => aConsignment(change));

test('keeps labels inside their pages and away from their codes for any text', () => {
  fc.assert(
    fc.property(
      anyConsignment,
      fc.constantFrom('a6' as const, 'standard' as const),
      (consignment, size) => {
        const numbers = { sscc: undefined, authorityNumber: 'C000000001' };
        const last = countPieces(consignment.items);
        for (const piece of new Set([1, last])) {
          const pieces = { first: piece, last: piece };
          const sets = [{ consignment, numbers, pieces }];
          const pages = jobPages({ kind: 'labels', ...pdf, size, sets }, () => metrics);
          assert.equal(pages.length, 1);
          for (const { page } of pages) checkPage(page);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a document's slices have all its pages in order, a few in each", () => {
  const anySet = fc.record({ quantity: fc.integer({ min: 1, max: 90 }), isDemo: fc.boolean() });
  const textsOf = ({ page }: JobPage) =>
    page.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  fc.assert(
    fc.property(fc.array(anySet, { minLength: 1, maxLength: 6 }), (wanted) => {
      const sets = wanted.map(({ quantity, isDemo }, n) => ({
        consignment: aConsignment({
          isDemo,
          connote: `NL${n}`,
          items: [aLine({ quantity })],
        }),
        numbers: { sscc: undefined, authorityNumber: undefined },
      }));
      const job: DocumentJob = { kind: 'labels', ...pdf, size: 'a6', sets };
      const slices = slicesOf(job).map((slice) => jobPages(slice, () => metrics));
      for (const pages of slices) assert.ok(pages.length >= 1 && pages.length <= slicePages);
      const whole = jobPages(job, () => metrics);
      assert.equal(whole.length, pageCount(job));
      assert.deepEqual(slices.flat().map(textsOf), whole.map(textsOf));
    }),
    { numRuns: 10 },
  );
});

test('a manifest of any length keeps every row, page by page', () => {
  fc.assert(
    fc.property(fc.array(anyConsignment, { minLength: 1, maxLength: 40 }), (some) => {
      const consignments = some.map((one, n) =>
        aConsignment({ ...one, sender: aParty(), isDemo: false, connote: `NL${10_000 + n}` }),
      );
      const pages = jobPages({ kind: 'manifest', ...pdf, consignments }, () => metrics);
      for (const { page } of pages) checkPage(page);
      const texts = pages.flatMap(({ page }) =>
        page.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : [])),
      );
      for (const { connote } of consignments)
        assert.equal(texts.filter((text) => text === connote).length, 1, connote);
    }),
    { numRuns: 8 },
  );
});
