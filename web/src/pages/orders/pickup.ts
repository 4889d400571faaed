// The pickup address of orders. It is nearly always the same warehouse, so the last one is the default.
import { keptName } from '../../api/kept-here.ts';
import type { Member } from '../../api/wire.ts';
import { blankContact, type Contact, contactFor, keepContact } from '../bookings/contacts.ts';
import { type DraftPlace, isSamePlace, loadDraft } from '../quotes/draft.ts';

export type Pickup = { place: DraftPlace; contact: Contact };

/** The last pickup address, otherwise the sender of the member's quotes. */
export function likelyPickup(member: Member): Pickup {
  const place = loadPlace(member) ?? loadDraft(member).sender;
  return { place, contact: whoIsAt(place, member).contact };
}

/**
 * Changes the place. The contact is the last one used at the new place; otherwise the current contact without its
 * street. `before` is the contact before the person started to type the place: anything typed since belongs to the
 * new place.
 */
export function movedTo(
  pickup: Pickup,
  place: DraftPlace,
  member: Member,
  before: Contact = pickup.contact,
): Pickup {
  if (isSamePlace(pickup.place, place)) return pickup;
  const { contact, isFromLast } = whoIsAt(place, member);
  const typedSince = Object.entries(pickup.contact).filter(
    ([field, text]) => text !== before[field as keyof Contact],
  );
  return {
    place,
    contact: {
      ...(isFromLast ? contact : { ...pickup.contact, address: '' }),
      ...Object.fromEntries(typedSince),
    },
  };
}

function whoIsAt(place: DraftPlace, member: Member) {
  return contactFor('sender', { ...place, ...blankContact }, member);
}

export function keepPickup({ place, contact }: Pickup, member: Member): void {
  keepContact('sender', place, contact, member);
  try {
    localStorage.setItem(keptName('pickup', member), JSON.stringify(place));
  } catch {
    // Booking also works without browser storage.
  }
}

function loadPlace(member: Member): DraftPlace | undefined {
  try {
    const kept = localStorage.getItem(keptName('pickup', member));
    return kept === null ? undefined : (JSON.parse(kept) as DraftPlace);
  } catch {
    return undefined;
  }
}
