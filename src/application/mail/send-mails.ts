// Sends due e-mails, members in turn, at the operator's rate. A mail is claimed, sent and marked as sent, and each
// step is on disk before the next. If a process dies between the last two, another sends the mail again some minutes
// later with the same Message-ID, so that mail systems recognise the copy. Requests never wait for sending.

import type { Booking } from '../../domain/bookings/booking.ts';
import type { MailBranding, ShipmentMail } from '../../domain/mail/mail-content.ts';
import { emailKey } from '../../domain/members/member.ts';
import { longestSkewMs } from '../../domain/time/clock-skew.ts';
import { dayMs, minuteMs, secondMs } from '../../domain/time/durations.ts';
import { longestPauseMs, mailUsefulMs } from '../../domain/tracking/notification.ts';
import type {
  App,
  KnownBranding,
  KnownShipment,
  MailEnd,
  Mailing,
  Message,
  WaitingMail,
} from '../ports.ts';
import { carrierNameOf, placeWords } from '../tracking/shipment-words.ts';
import { endMail, messageIdOf, type StoredMail, tryMail } from './try-mail.ts';

/** Longer than one send can take at our timeouts. */
const holdMs = 10 * minuteMs;
/** Many office mail servers accept three connections per client. */
const mailsAtOnce = 3;
/** Well before the jobs' lease must be renewed. */
const roundMs = 5 * secondMs;

/** Demos are free, so this limits demo e-mails per member and per address. */
const demoMailsADay = 30;

type Prepared = { message: Message } | { end: MailEnd; detail: string };

/** Sends due mails within the sending rate and returns how many were claimed. */
export async function sendMails(app: App, mailing: Mailing, stop?: AbortSignal): Promise<number> {
  const endAtMs = app.clock.nowMs() + roundMs;
  let claimed = 0;
  let isReachable = true;
  // Trying more mails while the server is unreachable would only use up their attempts.
  while (isReachable && stop?.aborted !== true && app.clock.nowMs() < endAtMs) {
    const places = mailing.pace.placesAt(app.clock.nowMs());
    const mails = places < 1 ? [] : await claimMails(app, mailing, Math.min(places, mailsAtOnce));
    if (mails.length === 0) break;
    claimed += mails.length;
    const problems = await Promise.all(mails.map((mail) => processMail(app, mailing, mail)));
    const detail = problems.find((problem) => problem !== undefined);
    if (detail === undefined) continue;
    isReachable = false;
    app.log.warn({ detail }, 'the mail server cannot be reached');
  }
  return claimed;
}

/** Mails of demos are claimed only while no other mail is due, because demos are free and may be any number. */
async function claimMails(
  app: App,
  { lastServed }: Mailing,
  limit: number,
): Promise<readonly WaitingMail[]> {
  const nowMs = app.clock.nowMs();
  for (const kind of ['shipments', 'demos'] as const) {
    const mails = await app.store.mails.takeUp({
      isDemo: kind === 'demos',
      afterMember: lastServed[kind],
      nowMs,
      // Mails of a demo are scheduled for its whole journey in advance.
      farthestMs: nowMs + Math.max(longestPauseMs, app.tracking.demoJourneyMs) + longestSkewMs,
      untilMs: nowMs + holdMs,
      limit,
    });
    const last = mails.at(-1);
    if (last === undefined) continue;
    lastServed[kind] = last.memberId;
    return mails;
  }
  return [];
}

/**
 * Sends the mail or ends it; only sending uses up the rate. Returns the problem when the mail server is unreachable.
 */
async function processMail(
  app: App,
  mailing: Mailing,
  mail: WaitingMail,
): Promise<string | undefined> {
  const { mails } = app.store;
  const stored: StoredMail = {
    ...mail,
    end: (end, detail) => mails.end(mail, { end, detail, nowMs: app.clock.nowMs() }),
    retry: (dueAtMs, detail) => mails.retry({ ...mail, dueAtMs }, detail),
  };
  const prepared = await prepareMail(app, mailing, mail);
  if ('message' in prepared) {
    mailing.pace.usePlace();
    return await tryMail(app, mailing, stored, prepared.message);
  }
  await endMail(app, stored, prepared.end, prepared.detail);
  return undefined;
}

/** Returns the message, or the reason to withhold it. */
async function prepareMail(app: App, mailing: Mailing, mail: WaitingMail): Promise<Prepared> {
  const nowMs = app.clock.nowMs();
  if (nowMs - mail.wantedAtMs > mailUsefulMs) return { end: 'expired', detail: 'too_old' };
  const shipment = await app.store.shipments.find(mail.bookingId);
  const booking =
    shipment && (await app.store.bookings.find(shipment.bookingId, shipment.memberId));
  if (booking === undefined || shipment === undefined) {
    return { end: 'withheld', detail: 'booking_gone' };
  }
  if (shipment.isCancelled) return { end: 'withheld', detail: 'cancelled' };
  if (mail.kind !== 'delivered' && shipment.stage === 'delivered') {
    return { end: 'withheld', detail: 'delivered' };
  }
  const to = await recipientOf(app, shipment, booking);
  if (to === undefined) return { end: 'withheld', detail: 'no_address' };
  // Counted at the first attempt only, because retries are the same mail.
  if (shipment.isDemo && mail.attempts === 1 && (await isTooManyDemos(app, shipment, to))) {
    return { end: 'withheld', detail: 'too_many_demos' };
  }
  // A demo's mail contains no text of the member.
  const branding = shipment.isDemo ? undefined : await app.store.brandings.find(shipment.memberId);
  return { message: messageOf(app, mailing, mail, { shipment, booking, to, branding }) };
}

async function isTooManyDemos(
  app: App,
  { memberId }: KnownShipment,
  { address }: Message['to'],
): Promise<boolean> {
  // Counted by address too, because an address can be given to several accounts.
  const mailbox = app.secrets.digest(emailKey(address));
  for (const name of [`demo-mails:${memberId}`, `demo-mails-to:${mailbox}`]) {
    const { count } = await app.counters.count(name, dayMs, app.clock.nowMs());
    if (count > demoMailsADay) return true;
  }
  return false;
}

/**
 * interface-gaps.md, "E-mails of a demo": a demo e-mails the member, because its receiver would learn of a shipment
 * that does not exist.
 */
async function recipientOf(
  app: App,
  { isDemo, memberId }: KnownShipment,
  { receiver }: Booking,
): Promise<Message['to'] | undefined> {
  if (!isDemo)
    return receiver.email === '' ? undefined : { name: receiver.name, address: receiver.email };
  const member = await app.store.members.find(memberId);
  return member && { name: '', address: member.email };
}

function messageOf(
  app: App,
  mailing: Mailing,
  mail: WaitingMail,
  { shipment, booking, to, branding }: MailParts,
): Message {
  const { publicUrl, write } = mailing;
  const isSettled = mail.kind === 'delivered';
  return {
    messageId: messageIdOf(mailing, `booking-${mail.bookingId}-${mail.kind.replaceAll('_', '-')}`),
    to,
    replyTo: shipment.isDemo || booking.sender.email === '' ? undefined : booking.sender.email,
    ...write({
      mail: mail.kind,
      ...(shipment.isDemo ? noUserWords : userWords(booking)),
      operator: app.operator.seller.name,
      connote: shipment.connote,
      carrierName: carrierNameOf(app, shipment.carrier),
      pieces: shipment.pieces,
      expectedDate: isSettled ? undefined : shipment.expectedDate,
      trackingUrl: `${publicUrl}/track/${encodeURIComponent(shipment.connote)}${shipment.isDemo ? '' : postcodeQuery(booking)}`,
      isDemo: shipment.isDemo,
      branding: branding && mailBranding(branding, publicUrl),
    }),
  };
}

type MailParts = {
  shipment: KnownShipment;
  booking: Booking;
  to: Message['to'];
  branding: KnownBranding | undefined;
};

function mailBranding({ logoDigest, ...texts }: KnownBranding, publicUrl: string): MailBranding {
  const logoUrl = logoDigest === '' ? '' : `${publicUrl}/track/logos/${logoDigest}`;
  return { ...texts, logoUrl };
}

type UserWords = Pick<ShipmentMail, 'senderName' | 'receiverName' | 'from' | 'to'>;

/**
 * Anyone can sign up with any address and book demos for free, so a demo's mail contains no text of theirs, neither
 * names nor places, and no reply goes to them.
 */
const noUserWords: UserWords = { senderName: '', receiverName: '', from: '', to: '' };

function userWords({ sender, receiver }: Booking): UserWords {
  return {
    senderName: sender.companyName === '' ? sender.name : sender.companyName,
    receiverName: receiver.name,
    from: placeWords(sender),
    to: placeWords(receiver),
  };
}

/** Saves the receiver from typing it. */
function postcodeQuery({ receiver }: Booking): string {
  const postcode = receiver.postcode === '' ? receiver.suburb : receiver.postcode;
  return `?postcode=${encodeURIComponent(postcode)}`;
}
