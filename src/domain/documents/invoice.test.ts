import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aQuote } from '../../../test/support/bookings/quotes.ts';
import { type InvoiceFacts, invoiceContent } from './invoice.ts';

const { waterfall } = aQuote();

function facts(change: Partial<InvoiceFacts> = {}): InvoiceFacts {
  return {
    number: 'INV-623634',
    issuedDay: '2026-11-16',
    seller: {
      name: 'Acme Freight Pty Ltd',
      abn: '51824753556',
      address: ['100 George Street', 'SYDNEY NSW 2000'],
      isGstRegistered: true,
    },
    buyer: ['Tile Warehouse'],
    isDemo: false,
    isInternational: false,
    quote: {
      waterfall: {
        ...waterfall,
        exCents: 10_000,
        gstCents: 1_000,
        carrierPriceCents: 11_000,
        charges: [
          { code: 'TG', label: 'Tail lift', basis4: 0, unit: '', rate4: 0, cents: 4_500, note: '' },
          { code: 'MH', label: '', basis4: 0, unit: '', rate4: 0, cents: 500, note: '' },
        ],
        fuel: { percent4: 100_000, cents: 1_000, baseCents: 0 },
      },
    },
    priceCents: 11_000,
    feeCents: 0,
    insuredCents: 0,
    subject: [],
    payment: '',
    adjustments: [],
    ...change,
  };
}

const amountsOf = ({ lines }: ReturnType<typeof invoiceContent>) =>
  lines.map(({ text, exCents, gstCents, totalCents }) => [text, exCents, gstCents, totalCents]);

test("shows a GST-inclusive card's amounts without GST", () => {
  const stated = facts().quote.waterfall;
  const invoice = invoiceContent(
    facts({
      quote: {
        waterfall: {
          ...stated,
          freight: { ...stated.freight, cents: 4_400 },
          charges: [
            {
              code: 'TG',
              label: 'Tail lift',
              basis4: 0,
              unit: '',
              rate4: 0,
              cents: 5_500,
              note: '',
            },
          ],
          fuel: { percent4: 100_000, cents: 1_100, baseCents: 0 },
        },
      },
    }),
  );
  assert.deepEqual(amountsOf(invoice), [
    ['Freight', 4_000, 400, 4_400],
    ['Tail lift', 5_000, 500, 5_500],
    ['Fuel levy', 1_000, 100, 1_100],
  ]);
  assert.deepEqual(
    [invoice.exCents, invoice.gstCents, invoice.totalCents],
    [10_000, 1_000, 11_000],
  );
});

test('shows freight, surcharges and fuel without GST, and GST for each and in total', () => {
  const invoice = invoiceContent(facts());
  assert.equal(invoice.title, 'Tax invoice');
  assert.deepEqual(amountsOf(invoice), [
    ['Freight', 4_000, 400, 4_400],
    ['Tail lift', 4_500, 450, 4_950],
    ['MH', 500, 50, 550],
    ['Fuel levy', 1_000, 100, 1_100],
  ]);
  assert.deepEqual(
    [invoice.exCents, invoice.gstCents, invoice.totalCents],
    [10_000, 1_000, 11_000],
  );
  assert.deepEqual(invoice.sellerLines, [
    'ABN 51 824 753 556',
    '100 George Street',
    'SYDNEY NSW 2000',
  ]);
  assert.ok(invoice.notes.includes('Total price includes GST.'));
});

test('charges no GST on the warranty fee', () => {
  const invoice = invoiceContent(facts({ feeCents: 550, insuredCents: 150_000 }));
  const fee = invoice.lines.at(-1);
  assert.equal(fee?.text, 'Transit warranty, cover up to $1,500.00');
  assert.deepEqual([fee?.taxability, fee?.gstCents, fee?.totalCents], ['no_gst', 0, 550]);
  assert.equal(invoice.gstCents, 1_000);
  assert.equal(invoice.totalCents, 11_550);
  assert.ok(!invoice.notes.includes('Total price includes GST.'));
});

test('charges no GST on international carriage and on GST-free cards', () => {
  for (const change of [
    { isInternational: true },
    { quote: { waterfall: { ...facts().quote.waterfall, gstCents: 0, exCents: 11_000 } } },
  ]) {
    const invoice = invoiceContent(facts(change));
    assert.equal(invoice.gstCents, 0);
    assert.equal(invoice.totalCents, 11_000);
    assert.ok(invoice.lines.every(({ taxability }) => taxability === 'gst_free'));
    assert.equal(invoice.title, 'Tax invoice');
  }
});

test("an unregistered seller's invoice has no GST and does not mention it", () => {
  const seller = { ...facts().seller, isGstRegistered: false };
  const invoice = invoiceContent(facts({ seller }));
  assert.equal(invoice.title, 'Invoice');
  assert.equal(invoice.showsGst, false);
  assert.equal(invoice.gstCents, 0);
  assert.equal(invoice.totalCents, 11_000);
  assert.match(invoice.notes.join(), /not registered for GST/);
});

test('includes a margin in the freight and shows a discount', () => {
  const adjusted = {
    ...facts().quote.waterfall,
    adjustments: [
      { kind: 'discount' as const, name: 'Member discount', cents: -1_100 },
      { kind: 'rule' as const, name: 'Margin', cents: 2_200 },
    ],
  };
  const invoice = invoiceContent(facts({ quote: { waterfall: adjusted }, priceCents: 12_100 }));
  assert.deepEqual(
    invoice.lines.map(({ text, exCents }) => [text, exCents]),
    [
      ['Freight', 6_000],
      ['Tail lift', 4_500],
      ['MH', 500],
      ['Fuel levy', 1_000],
      ['Discount', -1_000],
    ],
  );
});

test("shows a tailgate added to a live carrier's price on its own line", () => {
  const live = {
    ...facts().quote.waterfall,
    charges: [],
    adjustments: [
      { kind: 'live' as const, name: 'Live price from the carrier', cents: 0 },
      { kind: 'tailgate' as const, name: 'Tailgate, from rate card X 1', cents: 6_050 },
    ],
  };
  const invoice = invoiceContent(facts({ quote: { waterfall: live }, priceCents: 12_100 }));
  assert.deepEqual(
    invoice.lines.map(({ text, exCents }) => [text, exCents]),
    [
      ['Freight', 4_500],
      ['Fuel levy', 1_000],
      ['Tailgate', 5_500],
    ],
  );
});

const reweighed = {
  day: '2026-11-20',
  reason: 'Reweighed by the carrier',
  cents: 2_310,
  isCancellation: false,
};
const cancelled = { day: '2026-11-25', reason: 'Cancelled', isCancellation: true };

test('adds later changes as adjustment notes that name the invoice', () => {
  const adjustments = [reweighed, { ...cancelled, cents: -13_310 }];
  const [more, less] = invoiceContent(facts({ adjustments })).adjustments;
  assert.equal(more?.number, 'INV-623634-A1');
  assert.deepEqual([more?.exCents, more?.gstCents, more?.totalCents], [2_100, 210, 2_310]);
  assert.equal(less?.number, 'INV-623634-A2');
  assert.deepEqual([less?.exCents, less?.gstCents, less?.totalCents], [-12_100, -1_210, -13_310]);
});

test('the note of a cancellation refunds the warranty fee as charged, without GST', () => {
  const adjustments = [reweighed, { ...cancelled, cents: -13_860 }];
  const invoice = invoiceContent(facts({ feeCents: 550, insuredCents: 150_000, adjustments }));
  const [more, less] = invoice.adjustments;
  assert.deepEqual(
    [more, less].map((note) =>
      note?.lines.map(({ text, taxability, gstCents, totalCents }) => [
        text,
        taxability,
        gstCents,
        totalCents,
      ]),
    ),
    [
      [['Reweighed by the carrier', 'gst', 210, 2_310]],
      [
        ['Cancelled', 'gst', -1_210, -13_310],
        ['Transit warranty, cover up to $1,500.00', 'no_gst', 0, -550],
      ],
    ],
  );
  assert.deepEqual([less?.exCents, less?.gstCents, less?.totalCents], [-12_650, -1_210, -13_860]);
});

test('leaves no price or GST after a cancellation with any adjustments', () => {
  const cents = fc.integer({ min: 1, max: 5_000_000 });
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 0, max: 50_000 }),
      fc.array(cents, { maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
      (priceCents, feeCents, changes, isInternational, isFreeByCard) => {
        const whole = changes.reduce((sum, change) => sum + change, priceCents + feeCents);
        const stated = facts().quote.waterfall;
        const invoice = invoiceContent(
          facts({
            priceCents,
            feeCents,
            isInternational,
            quote: { waterfall: isFreeByCard ? { ...stated, gstCents: 0 } : stated },
            adjustments: [
              ...changes.map((change) => ({ ...reweighed, cents: change })),
              { ...cancelled, cents: -whole },
            ],
          }),
        );
        const notes = invoice.adjustments;
        for (const sum of ['exCents', 'gstCents', 'totalCents'] as const)
          assert.equal(
            notes.reduce((total, note) => total + note[sum], invoice[sum]),
            0,
          );
        if (isInternational || isFreeByCard)
          assert.ok(notes.every(({ gstCents }) => gstCents === 0));
      },
    ),
  );
});

test('lines always add up to the charge, and GST to one eleventh of the taxable part', () => {
  const cents = fc.integer({ min: 0, max: 5_000_000 });
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 6 }),
      fc.integer({ min: 0, max: 50_000 }),
      fc.integer({ min: -100_000, max: 0 }),
      fc.boolean(),
      (priceCents, feeCents, charges, fuel, discount, isInternational) => {
        const invoice = invoiceContent(
          facts({
            priceCents,
            feeCents,
            isInternational,
            quote: {
              waterfall: {
                ...waterfall,
                exCents: 100,
                gstCents: 10,
                charges: charges.map((amount) => ({
                  code: 'C',
                  label: '',
                  basis4: 0,
                  unit: '',
                  rate4: 0,
                  cents: amount,
                  note: '',
                })),
                fuel: { percent4: 0, cents: fuel, baseCents: 0 },
                adjustments: [{ kind: 'discount', name: '', cents: discount }],
              },
            },
          }),
        );
        const sum = (amount: 'exCents' | 'gstCents' | 'totalCents'): number =>
          invoice.lines.reduce((total, line) => total + line[amount], 0);
        assert.equal(sum('totalCents'), priceCents + feeCents);
        assert.equal(sum('gstCents'), isInternational ? 0 : Math.round(priceCents / 11));
        assert.equal(sum('exCents') + sum('gstCents'), sum('totalCents'));
        for (const line of invoice.lines) {
          assert.equal(line.exCents + line.gstCents, line.totalCents);
          assert.ok(Number.isSafeInteger(line.exCents) && Number.isSafeInteger(line.gstCents));
        }
      },
    ),
  );
});
