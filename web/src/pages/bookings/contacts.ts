// Names, streets and phone numbers for a booking: from the booking itself, from the last booking of the same place,
// or from the member's account. Stored in this browser only.
import type { AddressChange } from '../../api/bookings.ts';
import { keptName } from '../../api/kept-here.ts';
import type { Address, Member } from '../../api/wire.ts';

export type Contact = Required<AddressChange>;

export const blankContact: Contact = {
  name: '',
  company_name: '',
  email: '',
  phone: '',
  address: '',
};
const mostKept = 200;

type Kept = Record<string, Contact>;

const storageName = (member: Member): string => keptName('contacts', member);
type Where = Pick<Address, 'country' | 'postcode' | 'suburb'>;

const placeOf = ({ country, postcode, suburb }: Where): string =>
  `${country} ${postcode} ${suburb}`;

function load(member: Member): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageName(member)) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

/** `isFromLast`: copied from the last booking. Another receiver may live in the same suburb. */
export type FilledContact = { contact: Contact; isFromLast: boolean };

export function contactFor(
  side: 'sender' | 'receiver',
  address: Where & Contact,
  member: Member,
): FilledContact {
  const filled = (contact: Contact, isFromLast = false) => ({ contact, isFromLast });
  const { name, company_name, email, phone, address: street } = address;
  const known = { name, company_name, email, phone, address: street };
  if (isSaid(known)) return filled(known);
  const kept = load(member)[`${side} ${placeOf(address)}`];
  if (kept !== undefined) return filled({ ...blankContact, ...kept }, isSaid(kept));
  if (side === 'receiver') return filled(blankContact);
  return filled({
    ...blankContact,
    name: `${member.first_name} ${member.last_name}`.trim(),
    company_name: member.company_name,
    email: member.email,
    phone: member.phone,
  });
}

function isSaid(contact: Contact): boolean {
  return Object.values(contact).some((text) => text !== '');
}

export function keepContact(
  side: 'sender' | 'receiver',
  address: Where,
  contact: Contact,
  member: Member,
): void {
  const kept = Object.entries(load(member)).slice(-mostKept);
  try {
    localStorage.setItem(
      storageName(member),
      JSON.stringify({ ...Object.fromEntries(kept), [`${side} ${placeOf(address)}`]: contact }),
    );
  } catch {
    // Booking also works without browser storage.
  }
}
