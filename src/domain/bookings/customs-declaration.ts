// The contents of an international consignment, for customs at its destination. Checks only that the declaration is
// consistent, not what a country allows to be imported.
import type { Cents } from '../money.ts';
import type { Address } from '../places/address.ts';

export const contentsTypes = [
  'gift',
  'documents',
  'merchandise',
  'sample',
  'return',
  'other',
] as const;

export type CustomsItem = {
  description: string;
  quantity: number;
  weightGrams: number;
  /** The value of one unit, in the declaration's currency. */
  valueCents: Cents;
  /** Two letters of ISO 3166-1. */
  countryOfOrigin: string;
  /** Six to ten digits of the Harmonized System, or "". */
  hsCode: string;
};

export type CustomsDeclaration = {
  contentsType: (typeof contentsTypes)[number];
  contentsDescription: string;
  /** Three letters of ISO 4217. */
  currency: string;
  items: readonly CustomsItem[];
};

export const mostCustomsItems = 100;

export function isInternational({
  sender,
  receiver,
}: Record<'sender' | 'receiver', Pick<Address, 'country'>>): boolean {
  return sender.country !== receiver.country;
}
