// What same-day couriers share: they price from street to street, and state their fee in cents.

import type { Cents } from '../money.ts';
import type { Address } from '../places/address.ts';
import type { ShipmentEnd } from '../quotes/shipment.ts';
import { type Answer, badAnswer, numberAt } from './carrier-answer.ts';
import { CarrierTrouble } from './carrier-trouble.ts';

export const sameDay = { text: 'Same day', minDays: 0, maxDays: 0 };

export type StreetEnd = Pick<Address, 'street' | 'suburb' | 'state' | 'postcode' | 'phone'>;

/** For testing an account. */
export const trialStreets: readonly [StreetEnd, StreetEnd] = [
  { street: '1 Martin Place', suburb: 'SYDNEY', state: 'NSW', postcode: '2000', phone: '' },
  { street: '1 Macquarie Street', suburb: 'SYDNEY', state: 'NSW', postcode: '2000', phone: '' },
];

export function streetEnd({ contact, suburb, state, postcode }: ShipmentEnd): StreetEnd {
  if (contact === undefined)
    throw new CarrierTrouble('needs_contacts', `no street or phone in ${suburb}`, {
      isUnsent: true,
    });
  return { street: contact.street, phone: contact.phone, suburb, state, postcode };
}

export function courierFee(answer: Answer, currencyText: string): Cents {
  const fee = numberAt(answer, 'fee');
  const currency = currencyText.toUpperCase();
  if (fee === undefined || fee <= 0 || !Number.isInteger(fee))
    throw badAnswer('fee is not a price');
  if (currency !== 'AUD') throw badAnswer(`a fee in ${currency || 'no currency'}`);
  return fee;
}
