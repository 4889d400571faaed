// Sends the e-mails that are due, members in turn, at the operator's rate. A mail is taken up, sent, and noted as sent; each of
// the three is on the disk before the next. A process that dies between the last two leaves the mail to another, which sends
// it again some minutes later with the same Message-ID, by which mail systems recognise a copy. Requests never wait for this.

import type { Booking } from '../../domain/bookings/booking.ts';
import { emailKey } from '../../domain/members/member.ts';
import { mostSkewMs } from '../../domain/time/clock-skew.ts';
import { dayMs, minuteMs, secondMs } from '../../domain/time/durations.ts';
import {
  longestPauseMs,
  mailUsefulMs,
  nextAttemptAtMs,
} from '../../domain/tracking/notification.ts';
import type { App, KnownShipment, MailEnd, Mailing, Message, WaitingMail } from '../ports.ts';
import { carrierNameOf, placeWords } from '../tracking/shipment-words.ts';
import { composeMail, type MailFacts } from './mail-text.ts';

/** Longer than one send can take with a mail server that is as slow as we let it be. */
const holdMs = 10 * minuteMs;
/** Mail servers of offices take no more connections than three from one client. */
const mailsAtOnce = 3;
/** Well before the lease of the jobs has to be renewed. */
const roundMs = 5 * secondMs;

/** A demo costs nothing, so a member could have them sent by the thousand. Of a member, and to an address. */
const demoMailsADay = 30;

type Verdict = { message: Message } | { end: MailEnd; detail: string };

/** What is due, as far as the sending rate allows; how many mails were taken up. */
export async function sendMails(app: App, mailing: Mailing, stop?: AbortSignal): Promise<number> {
  const endAtMs = app.clock.nowMs() + roundMs;
  let taken = 0;
  let isReachable = true;
  // While the mail server is unreachable, trying the next mails would only use up their attempts.
  while (isReachable && stop?.aborted !== true && app.clock.nowMs() < endAtMs) {
    const places = mailing.pace.placesAt(app.clock.nowMs());
    const mails = places < 1 ? [] : await takeUp(app, mailing, Math.min(places, mailsAtOnce));
    if (mails.length === 0) break;
    taken += mails.length;
    const problems = await Promise.all(mails.map((mail) => handle(app, mailing, mail)));
    const detail = problems.find((problem) => problem !== undefined);
    if (detail === undefined) continue;
    isReachable = false;
    app.log.warn({ detail }, 'the mail server can not be reached');
  }
  return taken;
}

/** Mail about demos only while no other is due: demos cost nothing, so there may be any number of them. */
async function takeUp(
  app: App,
  { lastServed }: Mailing,
  limit: number,
): Promise<readonly WaitingMail[]> {
  const nowMs = app.clock.nowMs();
  for (const line of ['shipments', 'demos'] as const) {
    const mails = await app.store.mails.takeUp({
      isDemo: line === 'demos',
      afterMember: lastServed[line],
      nowMs,
      // Mails of a demo are wanted as far ahead as its way is long.
      farthestMs: nowMs + Math.max(longestPauseMs, app.tracking.demoJourneyMs) + mostSkewMs,
      untilMs: nowMs + holdMs,
      limit,
    });
    const last = mails.at(-1);
    if (last === undefined) continue;
    lastServed[line] = last.memberId;
    return mails;
  }
  return [];
}

/** Sends the mail, or ends it; only sending takes a place. The problem when the mail server can't be reached. */
async function handle(app: App, mailing: Mailing, mail: WaitingMail): Promise<string | undefined> {
  const verdict = await judge(app, mailing, mail);
  if ('message' in verdict) {
    mailing.pace.usePlace();
    return await sendOne(app, mailing, mail, verdict.message);
  }
  await endMail(app, mail, verdict);
  return undefined;
}

async function sendOne(
  app: App,
  { mailer }: Mailing,
  mail: WaitingMail,
  message: Message,
): Promise<string | undefined> {
  const outcome = await mailer.send(message);
  switch (outcome.kind) {
    case 'accepted':
      await endMail(app, mail, { end: 'sent', detail: '' });
      return undefined;
    case 'refused':
      app.log.warn(
        { booking: mail.bookingId, mail: mail.kind, detail: outcome.detail },
        'an e-mail was refused',
      );
      await endMail(app, mail, { end: 'failed', detail: outcome.detail });
      return undefined;
    case 'deferred':
      await tryLater(app, mail, outcome.detail);
      return undefined;
    case 'unreachable':
      await tryLater(app, mail, outcome.detail);
      return outcome.detail;
  }
}

async function tryLater(app: App, mail: WaitingMail, detail: string): Promise<void> {
  const dueAtMs = nextAttemptAtMs(mail.attempts, mail.wantedAtMs, app.clock.nowMs());
  if (dueAtMs === undefined) await endMail(app, mail, { end: 'failed', detail });
  else {
    await app.store.mails.retry({ ...mail, dueAtMs }, detail);
    app.meter.mailTried('deferred');
  }
}

async function endMail(
  app: App,
  mail: WaitingMail,
  { end, detail }: { end: MailEnd; detail: string },
): Promise<void> {
  await app.store.mails.end(mail, { end, detail, nowMs: app.clock.nowMs() });
  app.meter.mailTried(end);
}

/** The message, or why it is not to be sent any more. */
async function judge(app: App, mailing: Mailing, mail: WaitingMail): Promise<Verdict> {
  const nowMs = app.clock.nowMs();
  if (nowMs - mail.wantedAtMs > mailUsefulMs) return { end: 'expired', detail: 'it is old news' };
  const shipment = await app.store.shipments.find(mail.bookingId);
  const booking =
    shipment && (await app.store.bookings.find(shipment.bookingId, shipment.memberId));
  if (booking === undefined || shipment === undefined) {
    return { end: 'withheld', detail: 'the booking is gone' };
  }
  if (shipment.isCancelled) return { end: 'withheld', detail: 'the booking was cancelled' };
  if (mail.kind !== 'delivered' && shipment.stage === 'delivered') {
    return { end: 'withheld', detail: 'it was delivered meanwhile' };
  }
  const to = await recipientOf(app, shipment, booking);
  if (to === undefined) return { end: 'withheld', detail: 'there is nobody to tell' };
  // Counted at the first attempt only: a mail that is tried again is still one mail.
  if (shipment.isDemo && mail.attempts === 1 && (await isTooManyDemos(app, shipment, to))) {
    return { end: 'withheld', detail: `more than ${demoMailsADay} demo e-mails in a day` };
  }
  return { message: messageOf(app, mailing, mail, { shipment, booking, to }) };
}

async function isTooManyDemos(
  app: App,
  { memberId }: KnownShipment,
  { address }: Message['to'],
): Promise<boolean> {
  // An address can be given to one account after the other.
  const mailbox = app.secrets.digest(emailKey(address));
  for (const name of [`demo-mails:${memberId}`, `demo-mails-to:${mailbox}`]) {
    const { count } = await app.counters.count(name, dayMs, app.clock.nowMs());
    if (count > demoMailsADay) return true;
  }
  return false;
}

/** interface-gaps.md, "E-mails of a demo": the member's own, so that nobody is told of a shipment that does not exist. */
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
  { publicUrl }: Mailing,
  mail: WaitingMail,
  { shipment, booking, to }: { shipment: KnownShipment; booking: Booking; to: Message['to'] },
): Message {
  const isSettled = mail.kind === 'delivered';
  return {
    messageId: `<booking-${mail.bookingId}-${mail.kind.replaceAll('_', '-')}@${new URL(publicUrl).hostname}>`,
    to,
    replyTo: shipment.isDemo || booking.sender.email === '' ? undefined : booking.sender.email,
    ...composeMail(mail.kind, {
      ...(shipment.isDemo ? nothingTyped : wordsTyped(booking)),
      operator: app.operator.seller.name,
      connote: shipment.connote,
      carrierName: carrierNameOf(app, shipment.carrier),
      pieces: shipment.pieces,
      expectedDate: isSettled ? undefined : shipment.expectedDate,
      trackingUrl: `${publicUrl}/track/${encodeURIComponent(shipment.connote)}${shipment.isDemo ? '' : postcodeQuery(booking)}`,
      isDemo: shipment.isDemo,
    }),
  };
}

type TypedWords = Pick<MailFacts, 'senderName' | 'receiverName' | 'from' | 'to'>;

/**
 * Anybody can sign up with anybody's address and book demos for nothing. So no word of theirs goes out in our name: neither
 * names nor places, and no answer goes to them.
 */
const nothingTyped: TypedWords = { senderName: '', receiverName: '', from: '', to: '' };

function wordsTyped({ sender, receiver }: Booking): TypedWords {
  return {
    senderName: sender.companyName === '' ? sender.name : sender.companyName,
    receiverName: receiver.name,
    from: placeWords(sender),
    to: placeWords(receiver),
  };
}

/** So that the receiver need not type it. */
function postcodeQuery({ receiver }: Booking): string {
  const postcode = receiver.postcode === '' ? receiver.suburb : receiver.postcode;
  return `?postcode=${encodeURIComponent(postcode)}`;
}
