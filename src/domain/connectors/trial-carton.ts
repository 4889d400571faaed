// What an account with a carrier inside Australia is tried with: a carton that every one of them has a price for.
import type { PieceLine } from './piece-line.ts';

type TrialCarton = {
  from: { suburb: string; state: string; postcode: string; country: string };
  to: { suburb: string; state: string; postcode: string; country: string };
  line: PieceLine;
};

export const trialCarton: TrialCarton = {
  from: { suburb: 'SYDNEY', state: 'NSW', postcode: '2000', country: 'AU' },
  to: { suburb: 'MELBOURNE', state: 'VIC', postcode: '3000', country: 'AU' },
  line: {
    quantity: 1,
    packaging: 0,
    weightKg: 5,
    lengthCm: 30,
    widthCm: 30,
    heightCm: 30,
    cubicMetres: 0.027,
  },
};

export const trialPriced = 'The account is accepted: Sydney to Melbourne has a price.';
