// The unfinished booking form, stored in this tab, so that a reload or an expired session loses nothing.
import { keptName } from '../../api/kept-here.ts';
import type { Member } from '../../api/wire.ts';
import type { Contact, FilledContact } from './contacts.ts';
import type { Customs } from './customs-part.tsx';
import type { Details } from './details-part.tsx';

export type BookDraft = {
  sender: Contact;
  receiver: FilledContact;
  details: Details;
  customs: Customs;
};

const nameOf = (member: Pick<Member, 'id'>, bookingId: number): string =>
  `${keptName('booking', member)}.${bookingId}`;

export function loadBookDraft(member: Pick<Member, 'id'>, bookingId: number): Partial<BookDraft> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(member, bookingId)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    // Ignore an unreadable draft.
    return {};
  }
}

export function keepBookDraft(
  member: Pick<Member, 'id'>,
  bookingId: number,
  draft: BookDraft,
): void {
  try {
    sessionStorage.setItem(nameOf(member, bookingId), JSON.stringify(draft));
  } catch {
    // Booking also works without browser storage.
  }
}

export function forgetBookDraft(member: Member, bookingId: number): void {
  try {
    sessionStorage.removeItem(nameOf(member, bookingId));
  } catch {
    // A browser without storage has nothing to clear.
  }
}
