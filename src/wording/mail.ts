// The texts of all e-mails: about a shipment, an invoice or a webhook, and with a link for the owner of an address.
import { writtenDay, writtenMoney } from '../domain/documents/written.ts';
import type {
  InvoiceMail,
  Letter,
  LinkMail,
  MailContent,
  ShipmentMail,
  WebhookMail,
} from '../domain/mail/mail-content.ts';
import { dateWords } from '../domain/time/day-words.ts';
import { writeLetter } from './letter.ts';

export function writeMail(content: MailContent): Letter {
  if ('connote' in content) return shipmentLetter(content);
  if (content.mail === 'webhook_off') return webhookLetter(content);
  return content.mail === 'monthly_invoice' ? invoiceLetter(content) : linkLetter(content);
}

function webhookLetter({ operator, endpoint, url }: WebhookMail): Letter {
  return writeLetter({
    subject: 'A webhook endpoint was switched off',
    operator,
    headline: 'A webhook endpoint was switched off',
    toName: '',
    sentence:
      'Nothing has arrived at this address for three days, so we have stopped sending. Events that still wait are sent when you switch it on again; events from now on are not kept.',
    facts: [['Address', endpoint]],
    link: { name: 'Open your webhooks', lead: 'See why and switch it on here', url },
    closing: 'If you do not need it any more, delete it.',
  });
}

function linkLetter({ mail, operator, url }: LinkMail): Letter {
  const { subject, linkName, lead, ...words } = linkWords[mail];
  return writeLetter({
    ...words,
    subject: subject(operator),
    operator,
    toName: '',
    facts: [],
    link: { name: linkName, lead, url },
  });
}

function invoiceLetter({ operator, number, month, amountCents, dueDay, url }: InvoiceMail): Letter {
  const isDue = amountCents > 0;
  return writeLetter({
    subject: `Invoice ${number} from ${operator}`,
    operator,
    headline: `Your invoice for ${monthWords(month)}`,
    toName: '',
    sentence: isDue
      ? 'Your monthly invoice is attached. It lists every booking on your credit account, and the payments that we received.'
      : 'Your monthly invoice is attached. Nothing is due.',
    facts: [
      ['Invoice', number],
      ['Amount due', writtenMoney(amountCents)],
      ...(isDue ? [['Due by', writtenDay(dueDay)] as const] : []),
    ],
    link: { name: 'Open your payments', lead: 'See your payments here', url },
    closing: 'Questions about this invoice? Please contact us.',
  });
}

/** `October 2026` from `2026-10`. */
function monthWords(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  return new Intl.DateTimeFormat('en-AU', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);
}

const linkWords = {
  confirm_address: {
    subject: (operator: string) => `Confirm your e-mail address for ${operator}`,
    headline: 'Confirm your e-mail address',
    sentence: 'This address was entered for an account. The link works once, within a day.',
    linkName: 'Confirm this address',
    lead: 'Confirm it here',
    closing: 'If that was not you, ignore this e-mail: no account will use your address.',
  },
  address_taken: {
    subject: (operator: string) => `You already have an account with ${operator}`,
    headline: 'You already have an account',
    sentence:
      'This address was entered for a new account, but it already has one. Sign in with your password, or set a new one.',
    linkName: 'Sign in',
    lead: 'Sign in here',
    closing: 'If that was not you, ignore this e-mail: nothing has changed.',
  },
  invitation: {
    subject: (operator: string) => `You are invited to ${operator}`,
    headline: 'You are invited',
    sentence:
      'A customer of ours invites you to quote and book freight with them. Choose a password to accept. The link works once, within seven days.',
    linkName: 'Accept the invitation',
    lead: 'Accept it here',
    closing:
      'If you do not expect an invitation, ignore this e-mail: no account will use your address.',
  },
  set_password: {
    subject: (operator: string) => `Set a new password for ${operator}`,
    headline: 'Set a new password',
    sentence: 'With this link you set a new password. It works once, within an hour.',
    linkName: 'Set a new password',
    lead: 'Set it here',
    closing: 'If you did not ask for it, ignore this e-mail: your password stays as it is.',
  },
};

type Words = { subject: string; headline: string; sentence: string };

function shipmentLetter(facts: ShipmentMail): Letter {
  const { headline, sentence, subject } = wordsOf(facts);
  const closing = facts.isDemo
    ? `This is a demo booking: nothing will be sent, and only you received this e-mail. An account with ${facts.operator} uses your address. If the account is not yours, ignore this e-mail.`
    : `${facts.operator} sent you this e-mail because ${facts.senderName === '' ? 'the sender' : facts.senderName} asked us to keep you informed. Please ask the sender about the goods.`;
  return writeLetter({
    subject: `${facts.isDemo ? '[Demo] ' : ''}${subject}`,
    operator: facts.operator,
    headline,
    toName: facts.receiverName,
    sentence,
    facts: factLines(facts),
    link: { name: 'Follow your shipment', lead: 'Follow it here', url: facts.trackingUrl },
    closing: facts.branding?.contact ? `${facts.branding.contact}\n${closing}` : closing,
    branding: facts.branding,
  });
}

function wordsOf(facts: ShipmentMail): Words {
  const ofSender = facts.senderName === '' ? '' : ` from ${facts.senderName}`;
  const shipment = `Your ${facts.isDemo ? 'demo ' : ''}shipment${ofSender}`;
  switch (facts.mail) {
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

function factLines(facts: ShipmentMail): (readonly [string, string])[] {
  // A delivered shipment has no expected date.
  const expected = facts.mail === 'delivered' ? undefined : facts.expectedDate;
  return [
    ['Consignment note', facts.connote] as const,
    ['Carrier', facts.carrierName] as const,
    ['From', facts.from] as const,
    ['To', facts.to] as const,
    ['Pieces', String(facts.pieces)] as const,
    ['Expected by', expected === undefined ? '' : dateWords(expected)] as const,
  ].filter(([, value]) => value !== '');
}
