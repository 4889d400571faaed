// What the e-mails say: booked, out for delivery, delivered. The same words as plain text and as simple HTML that needs
// nothing from anywhere and keeps its shape in every mail program. Everything a shipper has typed is escaped.
import { html, type Markup } from '../../domain/markup.ts';
import { dateWords } from '../../domain/time/day-words.ts';
import type { MailKind } from '../../domain/tracking/notification.ts';

export type MailFacts = {
  /** Who runs the service and writes. */
  operator: string;
  connote: string;
  carrierName: string;
  /** Who sends it; "" when nobody said. */
  senderName: string;
  receiverName: string;
  from: string;
  to: string;
  pieces: number;
  expectedDate: string | undefined;
  trackingUrl: string;
  isDemo: boolean;
};

export type MailText = { subject: string; text: string; html: string };

type Words = { subject: string; headline: string; sentence: string };

export function composeMail(kind: MailKind, facts: MailFacts): MailText {
  const words = wordsOf(kind, facts);
  const greeting = facts.receiverName === '' ? 'Hello,' : `Hello ${facts.receiverName},`;
  const lines = factLines(kind, facts);
  const closing = facts.isDemo
    ? 'This is a demo booking: nothing travels, and only you were told.'
    : `You get this e-mail from ${facts.operator} because ${facts.senderName === '' ? 'the sender' : facts.senderName} asked us to keep you informed. Questions about the goods are best asked there.`;
  return {
    subject: `${facts.isDemo ? '[Demo] ' : ''}${words.subject}`,
    text: [
      words.headline,
      '',
      greeting,
      words.sentence,
      '',
      ...lines.map(([name, value]) => `${name}: ${value}`),
      '',
      `Follow it here: ${facts.trackingUrl}`,
      '',
      closing,
      '',
    ].join('\n'),
    html: page(words, greeting, lines, facts, closing),
  };
}

function wordsOf(kind: MailKind, facts: MailFacts): Words {
  const ofSender = facts.senderName === '' ? '' : ` from ${facts.senderName}`;
  const shipment = `Your shipment${ofSender}`;
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

/** Mail programs know few styles, and only where they stand. */
const styles = {
  page: 'margin:0;padding:24px 12px;background:#f5f8f6;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#17201c;font-size:16px;line-height:1.5',
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dde4e0;border-radius:12px;padding:28px',
  operator: 'max-width:560px;margin:0 auto 12px;color:#155d43;font-weight:700',
  headline: 'margin:0 0 12px;font-size:24px;line-height:1.25',
  name: 'padding:4px 20px 4px 0;color:#55625c;vertical-align:top',
  value: 'padding:4px 0;vertical-align:top',
  link: 'display:inline-block;margin:20px 0 4px;padding:12px 22px;background:#1b7454;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  closing: 'max-width:560px;margin:16px auto 0;color:#55625c;font-size:13px',
};

function page(
  { headline, sentence }: Words,
  greeting: string,
  lines: readonly (readonly [string, string])[],
  { trackingUrl, operator }: MailFacts,
  closing: string,
): string {
  const rows = lines.map(
    ([name, value]) =>
      html`<tr><td style="${styles.name}">${name}</td><td style="${styles.value}">${value}</td></tr>`,
  );
  const document: Markup = html`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${headline}</title></head>
<body style="${styles.page}"><p style="${styles.operator}">${operator}</p><div style="${styles.card}">
<h1 style="${styles.headline}">${headline}</h1>
<p style="margin:0 0 4px">${greeting}</p>
<p style="margin:0 0 16px">${sentence}</p>
<table role="presentation" cellspacing="0" cellpadding="0">${rows}</table>
<a href="${trackingUrl}" style="${styles.link}">Follow your shipment</a>
</div><p style="${styles.closing}">${closing}</p></body></html>
`;
  return document.text;
}
