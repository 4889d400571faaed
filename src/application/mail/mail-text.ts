// What the e-mails about a shipment say: booked, out for delivery, delivered.
import { dateWords } from '../../domain/time/day-words.ts';
import type { MailKind } from '../../domain/tracking/notification.ts';
import { type Letter, writeLetter } from './letter.ts';

export type MailFacts = {
  /** Who runs the service and writes. */
  operator: string;
  connote: string;
  carrierName: string;
  /** Who sends it; "" when nobody said. So with the next three. */
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
    ? `This is a demo booking: nothing travels, and only you were told. You get this e-mail because an account with ${facts.operator} has your address. If it is not yours, leave it be.`
    : `You get this e-mail from ${facts.operator} because ${facts.senderName === '' ? 'the sender' : facts.senderName} asked us to keep you informed. Questions about the goods are best asked there.`;
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
        sentence: `${shipment} is booked with ${facts.carrierName}. We will write again when it comes out for delivery.`,
      };
    case 'out_for_delivery':
      return {
        subject: `Out for delivery: your shipment${ofSender} (${facts.connote})`,
        headline: 'Out for delivery',
        sentence: `${shipment} is on board a vehicle of ${facts.carrierName} and will be delivered next.`,
      };
    case 'delivered':
      return {
        subject: `Delivered: your shipment${ofSender} (${facts.connote})`,
        headline: 'Delivered',
        sentence: `${facts.carrierName} has delivered your shipment${ofSender}. If it has not reached you, please tell the sender soon.`,
      };
  }
}

function factLines(kind: MailKind, facts: MailFacts): (readonly [string, string])[] {
  // What has arrived is expected no longer.
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
