// An invoice for a carton and a pallet to Melbourne, with every optional part.
import type { InvoiceFacts } from '../../../src/domain/documents/invoice.ts';
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
