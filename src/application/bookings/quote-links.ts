// A link with which somebody without an account accepts one offer of a quote for the member: the carrier, the pickup and
// the way to pay that the member has chosen. The secret is stored as a digest. The link ends with the quote's prices, when
// the quote is changed, and when the member withdraws it.
//
// Accepting confirms the booking as the member would, with the same protection against charging twice.
import { type Booking, type BookingId, refuseUnlessNew } from '../../domain/bookings/booking.ts';
import type { Member } from '../../domain/members/member.ts';
import { Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, QuoteLink, Store } from '../ports.ts';
import { confirmBooking } from './confirm-booking.ts';
import type { ConfirmInput } from './confirm-input.ts';
import { incompleteIssues, planConfirmation } from './plan-confirmation.ts';
import { getBooking } from './read-bookings.ts';

const tokenBytes = 32;

export type SharedQuote = { token: string; expiresAtMs: number };

/** Refuses an offer that could not be booked now, so that the link does not fail in the hands of its receiver. */
export async function shareQuote(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  input: ConfirmInput,
): Promise<SharedQuote> {
  refuseInvalid(incompleteIssues(caller, input));
  const booking = await getBooking(app, caller, id);
  refuseUnlessNew(booking);
  const expiresAtMs = booking.quotedAtMs + app.timing.quoteTtlMs;
  if (expiresAtMs <= app.clock.nowMs())
    throw new Refusal({ code: 'quote_expired', carrier: input.carrier, quote: undefined });
  await planConfirmation(app, caller, booking, input);
  const token = app.secrets.randomText(tokenBytes);
  await app.store.quoteLinks.add({
    digest: app.secrets.digest(token),
    bookingId: id,
    memberId: caller.member.id,
    version: booking.version,
    input,
    expiresAtMs,
  });
  return { token, expiresAtMs };
}

export async function withdrawQuoteLinks(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<void> {
  await getBooking(app, caller, id);
  await app.store.quoteLinks.remove(id);
}

/** What the receiver of the link sees. */
export type OfferedQuote = {
  booking: Booking;
  sender: Pick<Member, 'companyName' | 'firstName' | 'lastName'>;
  input: ConfirmInput;
  expiresAtMs: number;
};

export async function readQuoteLink(app: App, token: string): Promise<OfferedQuote> {
  const { booking, member, link } = await openLink(app, token);
  return { booking, sender: member, input: link.input, expiresAtMs: link.expiresAtMs };
}

/** The booking as it became; one that was accepted before is returned unchanged. */
export async function acceptQuoteLink(app: App, token: string): Promise<OfferedQuote> {
  const { booking, member, link } = await openLink(app, token);
  const offer = { sender: member, input: link.input, expiresAtMs: link.expiresAtMs };
  if (booking.status !== 'new') return { ...offer, booking };
  const caller: SignedInCaller = { kind: 'member', member };
  try {
    return {
      ...offer,
      booking: await confirmBooking(app, caller, link.bookingId, link.input, {
        note: (store) => refuseChanged(store, link),
        begunBefore: undefined,
      }),
    };
  } catch (error) {
    // Another click, or the member, was faster: the caller sees what became of it.
    const isMade = error instanceof Refusal && error.data.code === 'booking_already_paid';
    if (!isMade) throw error;
    return await readQuoteLink(app, token);
  }
}

/** In the transaction that begins the payment: only the version that was offered may be booked. */
async function refuseChanged(store: Store, { bookingId, memberId, version }: QuoteLink) {
  const now = await store.bookings.lock(bookingId, memberId);
  if (now?.status === 'new' && now.version !== version) refuse();
}

/** A link that is over, changed or invented gets the same answer, which reveals nothing. */
async function openLink(
  app: App,
  token: string,
): Promise<{ booking: Booking; member: Member; link: QuoteLink }> {
  const link = await app.store.quoteLinks.find(app.secrets.digest(token));
  if (link === undefined) return refuse();
  const [booking, member] = await Promise.all([
    app.store.bookings.find(link.bookingId, link.memberId),
    app.store.members.find(link.memberId),
  ]);
  if (booking === undefined || member?.isOpen !== true) return refuse();
  const isOver = link.expiresAtMs <= app.clock.nowMs() || booking.version !== link.version;
  // An accepted offer stays readable, so that a reload shows what became of it.
  if (booking.status === 'new' ? isOver : booking.confirmation?.carrier !== chosenCarrier(link))
    return refuse();
  return { booking, member, link };
}

const chosenCarrier = ({ input }: QuoteLink): string =>
  input.payment?.kind === 'demo' ? 'demo' : input.carrier;

function refuse(): never {
  throw new Refusal({ code: 'quote_link_invalid' });
}
