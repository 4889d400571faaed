// Sends the e-mails that are due. A mail is taken up, sent, and noted as sent; each of the three is on the disk before the
// next. Should the process die after the mail server has taken it and before that is noted, it is sent once more some
// minutes later with the same Message-ID, by which mail systems know a copy; it is never lost, and never sent a second
// time while everybody lives. Nothing here holds up a request.
import type { Booking } from '../../domain/bookings/booking.ts';
import { mostSkewMs } from '../../domain/time/clock-skew.ts';
import { dayMs } from '../../domain/time/durations.ts';
import {
  longestPauseMs,
  mailUsefulMs,
  nextAttemptAtMs,
} from '../../domain/tracking/notification.ts';
import type { App, KnownShipment, MailEnd, Mailer, Message, WaitingMail } from '../ports.ts';
import { carrierNameOf, placeWords } from '../tracking/shipment-words.ts';
import { composeMail } from './mail-text.ts';

export type Mailing = { mailer: Mailer; publicUrl: string };

/** Longer than this many sends can take with a mail server that is as slow as we let it be. */
const holdMs = 10 * 60_000;
const mailsAtOnce = 5;

/** A demo costs nothing, so a member could have them sent by the thousand. */
const demoMailsADay = 30;

type Verdict = { message: Message } | { end: MailEnd; detail: string };

/** One small batch; how many were taken up. */
export async function sendMails(app: App, mailing: Mailing): Promise<number> {
  const nowMs = app.clock.nowMs();
  const mails = await app.store.mails.takeUp({
    nowMs,
    // Mails of a demo are wanted as far ahead as its way is long.
    farthestMs: nowMs + Math.max(longestPauseMs, app.tracking.demoJourneyMs) + mostSkewMs,
    untilMs: nowMs + holdMs,
    limit: mailsAtOnce,
  });
  let isReachable = true;
  for (const mail of mails) {
    const verdict = await judge(app, mailing, mail);
    if ('end' in verdict) await endMail(app, mail, verdict);
    else if (isReachable) isReachable = await sendOne(app, mailing, mail, verdict.message);
    // No other would get through either; asking for each would only take longer.
    else await tryLater(app, mail, 'the mail server could not be reached');
  }
  return mails.length;
}

/** False when the mail server can't be reached. */
async function sendOne(
  app: App,
  { mailer }: Mailing,
  mail: WaitingMail,
  message: Message,
): Promise<boolean> {
  const outcome = await mailer.send(message);
  switch (outcome.kind) {
    case 'accepted':
      await endMail(app, mail, { end: 'sent', detail: '' });
      return true;
    case 'refused':
      app.log.warn(
        { booking: mail.bookingId, mail: mail.kind, detail: outcome.detail },
        'an e-mail was refused',
      );
      await endMail(app, mail, { end: 'failed', detail: outcome.detail });
      return true;
    case 'deferred':
      await tryLater(app, mail, outcome.detail);
      return true;
    case 'unreachable':
      app.log.warn({ detail: outcome.detail }, 'the mail server can not be reached');
      await tryLater(app, mail, outcome.detail);
      return false;
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
  if (shipment.isDemo && mail.attempts === 1 && (await isTooManyDemos(app, shipment))) {
    return { end: 'withheld', detail: `more than ${demoMailsADay} demo e-mails in a day` };
  }
  return { message: messageOf(app, mailing, mail, { shipment, booking, to }) };
}

async function isTooManyDemos(app: App, { memberId }: KnownShipment): Promise<boolean> {
  const { count } = await app.counters.count(`demo-mails:${memberId}`, dayMs, app.clock.nowMs());
  return count > demoMailsADay;
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
  return member && { name: `${member.firstName} ${member.lastName}`.trim(), address: member.email };
}

function messageOf(
  app: App,
  { publicUrl }: Mailing,
  mail: WaitingMail,
  { shipment, booking, to }: { shipment: KnownShipment; booking: Booking; to: Message['to'] },
): Message {
  const { sender, receiver } = booking;
  const postcode = receiver.postcode === '' ? receiver.suburb : receiver.postcode;
  const isSettled = mail.kind === 'delivered';
  return {
    messageId: `<booking-${mail.bookingId}-${mail.kind.replaceAll('_', '-')}@${new URL(publicUrl).hostname}>`,
    to,
    replyTo: sender.email === '' ? undefined : sender.email,
    ...composeMail(mail.kind, {
      operator: app.operator.seller.name,
      connote: shipment.connote,
      carrierName: carrierNameOf(app, shipment.carrier),
      senderName: sender.companyName === '' ? sender.name : sender.companyName,
      receiverName: to.name,
      from: placeWords(sender),
      to: placeWords(receiver),
      pieces: shipment.pieces,
      expectedDate: isSettled ? undefined : shipment.expectedDate,
      trackingUrl: `${publicUrl}/track/${encodeURIComponent(shipment.connote)}?postcode=${encodeURIComponent(postcode)}`,
      isDemo: shipment.isDemo,
    }),
  };
}
