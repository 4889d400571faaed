// The same few consignments for every card that is imported, so that prices before and after can be compared: a parcel, some
// cartons and a pallet, between and around the capitals. They are fixed so that two imports can be compared.
import { findPackagingType } from '../../bookings/item.ts';
import { createShipment, type Shipment, type ShipmentEndInput } from '../../quotes/shipment.ts';

export type SampleShipment = {
  readonly from: string;
  readonly to: string;
  readonly load: string;
  readonly shipment: Shipment;
};

const places = {
  Sydney: ['2000', 'NSW'],
  Parramatta: ['2150', 'NSW'],
  Albury: ['2640', 'NSW'],
  Melbourne: ['3000', 'VIC'],
  Dandenong: ['3175', 'VIC'],
  Brisbane: ['4000', 'QLD'],
  Cairns: ['4870', 'QLD'],
  Adelaide: ['5000', 'SA'],
  Perth: ['6000', 'WA'],
  Kalgoorlie: ['6430', 'WA'],
  Hobart: ['7000', 'TAS'],
  Darwin: ['0800', 'NT'],
} as const;
type PlaceName = keyof typeof places;

const routes: readonly (readonly [PlaceName, PlaceName])[] = [
  ['Sydney', 'Parramatta'],
  ['Sydney', 'Melbourne'],
  ['Sydney', 'Albury'],
  ['Sydney', 'Perth'],
  ['Melbourne', 'Dandenong'],
  ['Melbourne', 'Sydney'],
  ['Melbourne', 'Adelaide'],
  ['Melbourne', 'Hobart'],
  ['Brisbane', 'Sydney'],
  ['Brisbane', 'Cairns'],
  ['Adelaide', 'Melbourne'],
  ['Adelaide', 'Darwin'],
  ['Perth', 'Melbourne'],
  ['Perth', 'Kalgoorlie'],
];

const loads = [
  { load: '1 carton of 5 kg', type: 'Carton', quantity: 1, kg: 5, cm: [30, 20, 15] },
  { load: '3 cartons of 18 kg', type: 'Carton', quantity: 3, kg: 18, cm: [40, 40, 40] },
  { load: '1 pallet of 450 kg', type: 'Pallet', quantity: 1, kg: 450, cm: [117, 117, 120] },
] as const;

export const sampleShipments: readonly SampleShipment[] = routes.flatMap(([from, to]) =>
  loads.map(({ load, type, quantity, kg, cm: [length, width, height] }) => ({
    from,
    to,
    load,
    shipment: createShipment({
      sender: endOf(from),
      receiver: endOf(to),
      items: [
        {
          packaging: findPackagingType(type) ?? 0,
          quantity,
          weightGrams: kg * 1000,
          lengthMm: length * 10,
          widthMm: width * 10,
          heightMm: height * 10,
        },
      ],
    }),
  })),
);

function endOf(name: PlaceName): ShipmentEndInput {
  const [postcode, state] = places[name];
  return { country: 'AU', postcode, suburb: name.toUpperCase(), state, type: 'business' };
}
