// Shared by carriers that only export: the parcel for testing an account, and who pays duties.
import { createShipment } from '../quotes/shipment.ts';

export const parcelToAuckland = createShipment({
  sender: { suburb: 'SYDNEY', postcode: '2000', state: 'NSW', type: 'business' },
  receiver: { suburb: 'AUCKLAND', postcode: '1010', country: 'NZ', type: 'business' },
  items: [
    { packaging: 0, quantity: 1, weightGrams: 1_000, lengthMm: 200, widthMm: 150, heightMm: 100 },
  ],
});

export const dutiesField = {
  name: 'duties_paid_by',
  label: 'who pays duties and taxes: recipient or sender',
  isSecret: false,
  defaultText: 'recipient',
  problem: (value: string): string | undefined =>
    value === 'recipient' || value === 'sender' ? undefined : 'must be recipient or sender',
};

export function daysInTransit(days: number | undefined): {
  text: string;
  minDays: number;
  maxDays: number;
} {
  if (days === undefined || !Number.isInteger(days) || days < 1 || days > 60)
    return { text: '', minDays: 0, maxDays: 0 };
  return { text: `${days} business day${days === 1 ? '' : 's'}`, minDays: days, maxDays: days };
}
