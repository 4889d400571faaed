// Names, streets and phones for a booking: what the booking knows already, else what was typed for the same place the last
// time, else the member's own. Kept in this browser only.
import type { AddressChange } from '../../api/bookings.ts';
import { keptName } from '../../api/kept-here.ts';
import type { Address, Member } from '../../api/wire.ts';

export type Contact = Required<AddressChange>;

const blank: Contact = { name: '', company_name: '', email: '', phone: '', address: '' };
const mostKept = 200;

type Kept = Record<string, Contact>;

const storageName = (member: Member): string => keptName('contacts', member);
const placeOf = (address: Address): string =>
  `${address.country} ${address.postcode} ${address.suburb}`;

function load(member: Member): Kept {
  try {
    return JSON.parse(localStorage.getItem(storageName(member)) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export function contactFor(side: 'sender' | 'receiver', address: Address, member: Member): Contact {
  const { name, company_name, email, phone, address: street } = address;
  const known = { name, company_name, email, phone, address: street };
  if (Object.values(known).some((value) => value !== '')) return known;
  const kept = load(member)[`${side} ${placeOf(address)}`];
  if (kept !== undefined) return { ...blank, ...kept };
  if (side === 'receiver') return blank;
  return {
    ...blank,
    name: `${member.first_name} ${member.last_name}`.trim(),
    company_name: member.company_name,
    email: member.email,
    phone: member.phone,
  };
}

export function keepContact(
  side: 'sender' | 'receiver',
  address: Address,
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
    // A browser that keeps nothing still books.
  }
}
