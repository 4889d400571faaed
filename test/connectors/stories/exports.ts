// The shipment that the FedEx and UPS stories share: two cartons from Sydney to Auckland.
import { createShipment } from '../../../src/domain/quotes/shipment.ts';
import { aucklandAddress, order } from '../story.ts';

export const abroad = {
  shipment: createShipment({
    sender: { suburb: 'SYDNEY', postcode: '2000', state: 'NSW', type: 'business' },
    receiver: { suburb: 'AUCKLAND', postcode: '1010', country: 'NZ', type: 'residential' },
    items: [
      { packaging: 0, quantity: 2, weightGrams: 2_500, lengthMm: 305, widthMm: 200, heightMm: 100 },
    ],
    declaredValueCents: 12_000,
  }),
};
export const shipped = { receiver: { ...order('').booking.receiver, ...aucklandAddress } };
