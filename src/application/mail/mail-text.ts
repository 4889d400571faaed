// The texts of the e-mails about a shipment: booked, out for delivery, delivered.
import { dateWords } from '../../domain/time/day-words.ts';
import type { MailKind } from '../../domain/tracking/notification.ts';
import { type Letter, writeLetter } from './letter.ts';

export type MailFacts = {
  /** The operator, who sends the e-mail. */
  operator: string;
  connote: string;
  carrierName: string;
  /** The shipment's sender; "" when unknown, like the next three. */
  senderName: string;
  receiverName: string;
  from: string;
  to: string;
  pieces: number;
  expectedDate: string | undefined;
  trackingUrl: string;
  isDemo: boolean;
};

type Words = { subject: string; headline: string; sentence: string };

export function composeMail(kind: MailKind, facts: MailFacts): Letter {
  const { headline, sentence, subject } = wordsOf(kind, facts);
  const closing = facts.isDemo
    ? `This is a demo booking: nothing will be sent, and only you received this e-mail. An account with ${facts.operator} uses your address. If the account is not yours, ignore this e-mail.`
    : `${facts.operator} sent you this e-mail because ${facts.senderName === '' ? 'the sender' : facts.senderName} asked us to keep you informed. Please ask the sender about the goods.`;
  return writeLetter({
    subject: `${facts.isDemo ? '[Demo] ' : ''}${subject}`,
    operator: facts.operator,
    headline,
    toName: facts.receiverName,
    sentence,
    facts: factLines(kind, facts),
    link: { name: 'Follow your shipment', lead: 'Follow it here', url: facts.trackingUrl },
    closing,
  });
}

function wordsOf(kind: MailKind, facts: MailFacts): Words {
  const ofSender = facts.senderName === '' ? '' : ` from ${facts.senderName}`;
  const shipment = `Your ${facts.isDemo ? 'demo ' : ''}shipment${ofSender}`;
  switch (kind) {
    case 'confirmed':
      return {
        subject: `${shipment} is booked (${facts.connote})`,
        headline: 'Your shipment is booked',
        sentence: `${shipment} is booked with ${facts.carrierName}. We will e-mail you again when it is out for delivery.`,
      };
    case 'out_for_delivery':
      return {
        subject: `Out for delivery: your shipment${ofSender} (${facts.connote})`,
        headline: 'Out for delivery',
        sentence: `${shipment} is on a ${facts.carrierName} vehicle on its way to you.`,
      };
    case 'delivered':
      return {
        subject: `Delivered: your shipment${ofSender} (${facts.connote})`,
        headline: 'Delivered',
        sentence: `${facts.carrierName} has delivered your shipment${ofSender}. If you do not have it, please contact the sender soon.`,
      };
  }
}

function factLines(kind: MailKind, facts: MailFacts): (readonly [string, string])[] {
  // A delivered shipment has no expected date.
  const expected = kind === 'delivered' ? undefined : facts.expectedDate;
  return [
    ['Consignment note', facts.connote] as const,
    ['Carrier', facts.carrierName] as const,
    ['From', facts.from] as const,
    ['To', facts.to] as const,
    ['Pieces', String(facts.pieces)] as const,
    ['Expected by', expected === undefined ? '' : dateWords(expected)] as const,
  ].filter(([, value]) => value !== '');
}
