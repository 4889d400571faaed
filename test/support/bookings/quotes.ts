// Builds valid quotes for tests, ten dollars each by default.
import type { Quote } from '../../../src/domain/quotes/quote.ts';

export function aQuote(change: Partial<Quote> = {}): Quote {
  const feeCents = change.feeCents ?? 0;
  const totalCents = change.totalCents ?? 1000 + feeCents;
  const priceCents = change.priceCents ?? totalCents - feeCents;
  return {
    carrier: 'tnt_road_express',
    mode: 'road',
    priceCents,
    feeCents,
    insuredCents: 0,
    totalCents,
    transit: { text: '1-2 business days', minDays: 1, maxDays: 2 },
    pickupDates: ['2026-11-16', '2026-11-17'],
    pickupTime: { from: '09:00', to: '17:00' },
    rateCard: { code: 'CARD', version: '0' },
    tiers: [],
    waterfall: {
      fromZone: 'SYD',
      toZone: 'MEL',
      cubicKg4: 87_500,
      chargeKg4: 90_000,
      freight: { cents: priceCents, parts: [] },
      charges: [],
      fuel: { percent4: 0, cents: 0, baseCents: 0 },
      exCents: priceCents,
      gstCents: 0,
      carrierPriceCents: priceCents,
      adjustments: [],
    },
    ...change,
  };
}
