// Where orders are picked up, and from whom: nearly always the same warehouse, so the last one is put forward the next time.
import { keptName } from '../../api/kept-here.ts';
import type { Member } from '../../api/wire.ts';
import { blankContact, type Contact, contactFor, keepContact } from '../bookings/contacts.ts';
import { type DraftPlace, isSamePlace, loadDraft } from '../quotes/draft.ts';

export type Pickup = { place: DraftPlace; contact: Contact };

/** The last one; else where this member's quotes begin. */
export function likelyPickup(member: Member): Pickup {
  const place = loadPlace(member) ?? loadDraft(member).sender;
  return { place, contact: whoIsAt(place, member).contact };
}

/**
 * Another place has another street: the one that was typed for it before, if there is one. `before` is the contact as it was
 * when the place began to be typed; what was typed since is meant for the new one.
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
    // A browser that keeps nothing still books.
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
