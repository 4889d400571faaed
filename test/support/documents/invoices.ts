// An invoice for a carton and a pallet to Melbourne, with every optional part.
import type { InvoiceFacts } from '../../../src/domain/documents/invoice.ts';
import type { MonthlyInvoiceFacts } from '../../../src/domain/payments/monthly-invoice.ts';
import { aQuote } from '../bookings/quotes.ts';

export function anInvoice(change: Partial<InvoiceFacts> = {}): InvoiceFacts {
  const charge = { basis4: 0, unit: '', rate4: 0, note: '' };
  return {
    number: 'INV-623634',
    issuedDay: '2026-11-16',
    seller: {
      name: 'Acme Freight Pty Ltd',
      abn: '51824753556',
      address: ['Level 2, 100 George Street', 'SYDNEY NSW 2000'],
      isGstRegistered: true,
    },
    buyer: ['Tile Warehouse Pty Ltd', 'Jane Ceramic', 'ALEXANDRIA NSW 2015'],
    isDemo: false,
    isInternational: false,
    quote: {
      waterfall: {
        ...aQuote().waterfall,
        exCents: 38_000,
        gstCents: 3_800,
        carrierPriceCents: 41_800,
        charges: [
          { ...charge, code: 'TG', label: 'Tail lift at delivery', cents: 4_500 },
          { ...charge, code: 'RES', label: 'Residential delivery', cents: 1_250 },
        ],
        fuel: { percent4: 110_000, cents: 4_312, baseCents: 0 },
        adjustments: [{ kind: 'discount', name: 'Discount', cents: -2_090 }],
      },
    },
    priceCents: 41_210,
    feeCents: 550,
    insuredCents: 150_000,
    subject: [
      { name: 'Carrier', text: 'Northline, Road General' },
      { name: 'Connote', text: 'NL00001234' },
      { name: 'From', text: 'ALEXANDRIA NSW 2015' },
      { name: 'To', text: 'MELBOURNE VIC 3000' },
      { name: 'Consignment', text: '3 pieces, 443 kg charged' },
      { name: 'Booking', text: '623634, order WEB-10045' },
    ],
    payment: '16 Nov 2026, credit account',
    adjustments: [
      {
        day: '2026-11-20',
        reason: 'Reweighed by the carrier: 460 kg',
        cents: 2_310,
        isCancellation: false,
      },
    ],
    ...change,
  };
}

/** A month with each kind of line. */
export function aMonthlyInvoice(lines = 9): MonthlyInvoiceFacts {
  const { seller, buyer } = anInvoice();
  const kinds = ['sale', 'sale', 'adjustment', 'sale', 'reversal'] as const;
  const charges = Array.from({ length: lines }, (_one, n) => {
    const kind = kinds[n % kinds.length] ?? 'sale';
    const totalCents = (kind === 'reversal' ? -1 : 1) * (11_00 + n * 22_00);
    const gstCents = Math.round(totalCents / 11);
    return {
      entryId: n + 1,
      day: `2026-10-${String((n % 28) + 1).padStart(2, '0')}`,
      kind,
      bookingId: 623_634 + n,
      connote: `NL0000${12_345 + n}`,
      customerReference: n % 3 === 0 ? `PO 4711-${n}` : '',
      ...{ exCents: totalCents - gstCents, gstCents, totalCents },
    };
  });
  return {
    number: 123,
    month: '2026-10',
    firstDay: '2026-10-01',
    lastDay: '2026-10-31',
    issuedDay: '2026-11-01',
    dueDay: '2026-11-15',
    seller,
    buyer,
    openingCents: 120_50,
    charges,
    payments: [
      { entryId: 90, day: '2026-10-09', by: 'bank', reference: 'NPP 20261009-1', cents: 100_00 },
      { entryId: 91, day: '2026-10-20', by: 'card', reference: '', cents: 20_50 },
    ],
  };
}
