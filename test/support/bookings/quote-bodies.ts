// Bodies of quote requests as clients write them.

export type Body = Record<string, unknown>;

export const sydney = { postcode: '2000', suburb: 'SYDNEY', type: 'business', country: 'AU' };
export const melbourne = { postcode: '3000', suburb: 'MELBOURNE', type: 'business', country: 'AU' };
export const albury = { postcode: '2640', suburb: 'ALBURY', type: 'residential', country: 'AU' };
export const auckland = {
  postcode: '1010',
  suburb: 'Auckland',
  type: 'residential',
  country: 'NZ',
};

export function aCarton(change: Body = {}): Body {
  return {
    description: 'Carton',
    weight: 5,
    length: 40,
    width: 35,
    height: 25,
    quantity: 1,
    ...change,
  };
}

/** One five-kilogram carton from Sydney to Melbourne. */
export function sydneyToMelbourne(change: Body = {}): Body {
  return { sender: sydney, receiver: melbourne, items: [aCarton()], ...change };
}

/** The same carton with every detail that a carrier needs for pickup and delivery. */
export function doorToDoor(change: Body = {}): Body {
  return sydneyToMelbourne({
    sender: { ...sydney, company_name: 'Shop Pty Ltd', address: '1 George St' },
    receiver: { ...melbourne, name: 'Kim Lee', address: '2 Collins St' },
    ...change,
  });
}

/** The shipment of the worked example in docs/operators/prices.md. */
export function workedExampleBody(change: Body = {}): Body {
  return {
    sender: melbourne,
    receiver: albury,
    items: [
      aCarton({ weight: 14, length: 60, width: 40, height: 40, quantity: 3 }),
      aCarton({ description: 'Tube', weight: 6, length: 150, width: 12, height: 12 }),
    ],
    declared_value: 1800,
    ...change,
  };
}

/** A body without one of its fields. */
export function without(body: Body, field: string): Body {
  const { [field]: _gone, ...rest } = body;
  return rest;
}
