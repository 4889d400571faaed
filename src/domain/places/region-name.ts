// Names of cities and regions that are not localities, with the places that people mean by them. A search for `gold
// coast` returns its centres, which are real localities. Only for searching: an address with such a name is rejected
// like one with any unknown suburb.

/** A locality by name and postcode. */
export type RegionCentre = Readonly<{ name: string; postcode: string }>;

export const regionCentres: Readonly<Record<string, readonly RegionCentre[]>> = {
  'ADELAIDE HILLS': [{ name: 'STIRLING', postcode: '5152' }],
  'ALBURY WODONGA': [
    { name: 'ALBURY', postcode: '2640' },
    { name: 'WODONGA', postcode: '3690' },
  ],
  'BLUE MOUNTAINS': [{ name: 'KATOOMBA', postcode: '2780' }],
  'CENTRAL COAST': [{ name: 'GOSFORD', postcode: '2250' }],
  'GOLD COAST': [
    { name: 'SURFERS PARADISE', postcode: '4217' },
    { name: 'SOUTHPORT', postcode: '4215' },
  ],
  'LOGAN CITY': [{ name: 'LOGAN CENTRAL', postcode: '4114' }],
  'MORETON BAY': [{ name: 'CABOOLTURE', postcode: '4510' }],
  'MORNINGTON PENINSULA': [{ name: 'MORNINGTON', postcode: '3931' }],
  'SUNSHINE COAST': [{ name: 'MAROOCHYDORE', postcode: '4558' }],
  ULURU: [{ name: 'YULARA', postcode: '0872' }],
};
