// The benchmarks' requests: a shop's basket from Sydney to Melbourne, and variations of it.
export const sydneyToMelbourne = {
  declared_value: '1000.00',
  items: [
    { weight: '5', height: '25', width: '35', length: '40', quantity: 1, description: 'carton' },
    { weight: '12.5', height: '40', width: '40', length: '60', quantity: 2, description: 'carton' },
  ],
  sender: {
    type: 'business',
    suburb: 'SYDNEY',
    country: 'AU',
    postcode: '2000',
    name: 'Sender',
    address: '1 George St',
  },
  receiver: {
    type: 'residential',
    suburb: 'MELBOURNE',
    country: 'AU',
    postcode: '3000',
    name: 'Receiver',
  },
};

/** Bypasses the cache: every carrier is priced each time. */
export const uncachedBasket = { ...sydneyToMelbourne, options: { disable_cache: true } };

/** As many different lines as requested. */
export function basketOf(lines: number): object {
  const items = Array.from({ length: lines }, (_, n) => ({
    weight: 1 + (n % 9),
    height: 10 + (n % 7),
    width: 20 + (n % 11),
    length: 30 + (n % 13),
    quantity: 1,
    description: 'carton',
  }));
  return { ...uncachedBasket, items };
}

/** A request for quotes in the load tool's form. */
export function quoteRequest(key: string, body: object) {
  return {
    method: 'POST' as const,
    path: '/api/v5/bookings',
    headers: { 'Api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
