// The layout of every e-mail: the same words as plain text and as simple HTML without external resources. User input is
// escaped.
import type { Letter, MailBranding } from '../domain/mail/mail-content.ts';
import { html, type Markup } from '../domain/markup.ts';

type LetterParts = {
  subject: string;
  /** The operator, who sends the e-mail. */
  operator: string;
  headline: string;
  /** "" when unknown. */
  toName: string;
  sentence: string;
  facts: readonly (readonly [name: string, value: string])[];
  /** `lead` introduces the address in the plain text, which has no buttons. */
  link: { name: string; lead: string; url: string };
  /** One paragraph a line. */
  closing: string;
  branding?: MailBranding | undefined;
};

export function writeLetter(parts: LetterParts): Letter {
  const { subject, headline, toName, sentence, facts, link, closing, branding } = parts;
  const greeting = toName === '' ? 'Hello,' : `Hello ${toName},`;
  const lines = facts.map(([name, value]) => `${name}: ${value}`);
  return {
    subject,
    text: [
      headline,
      '',
      greeting,
      sentence,
      ...(branding?.message ? ['', branding.message] : []),
      '',
      ...lines,
      ...(lines.length === 0 ? [] : ['']),
      `${link.lead}: ${link.url}`,
      '',
      closing,
      '',
    ].join('\n'),
    html: page(parts, greeting),
  };
}

/** Mail programs support few styles, and only inline. */
const styles = {
  page: 'margin:0;padding:24px 12px;background:#f5f8f6;font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#17201c;font-size:16px;line-height:1.5',
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #dde4e0;border-radius:12px;padding:28px',
  operator: 'max-width:560px;margin:0 auto 12px;color:#155d43;font-weight:700',
  band: 'padding:14px 28px;border-radius:12px;color:#ffffff',
  logo: 'display:block;height:40px;width:auto;max-width:240px',
  headline: 'margin:0 0 12px;font-size:24px;line-height:1.25',
  name: 'padding:4px 20px 4px 0;color:#55625c;vertical-align:top',
  value: 'padding:4px 0;vertical-align:top',
  link: 'display:inline-block;margin:20px 0 4px;padding:12px 22px;background:#1b7454;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  closing: 'max-width:560px;margin:16px auto 0;color:#55625c;font-size:13px',
};

function page(
  { headline, sentence, facts, link, operator, closing, branding }: LetterParts,
  greeting: string,
): string {
  const rows = facts.map(
    ([name, value]) =>
      html`<tr><td style="${styles.name}">${name}</td><td style="${styles.value}">${value}</td></tr>`,
  );
  const document: Markup = html`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${headline}</title></head>
<body style="${styles.page}">${heading(operator, branding)}<div style="${styles.card}">
<h1 style="${styles.headline}">${headline}</h1>
<p style="margin:0 0 4px">${greeting}</p>
<p style="margin:0 0 16px">${sentence}</p>${branding?.message ? html`<p style="margin:0 0 16px">${branding.message}</p>` : undefined}
<table role="presentation" cellspacing="0" cellpadding="0">${rows}</table>
<a href="${link.url}" style="${branding?.colour ? `${styles.link};background:${branding.colour}` : styles.link}">${link.name}</a>
</div>${closing.split('\n').map((paragraph) => html`<p style="${styles.closing}">${paragraph}</p>`)}</body></html>
`;
  return document.text;
}

/** The sender's logo or name on the sender's colour; otherwise the operator's name. */
function heading(operator: string, branding: MailBranding | undefined): Markup {
  const { name = '', colour = '', logoUrl = '' } = branding ?? {};
  const style =
    colour === '' ? styles.operator : `${styles.operator};${styles.band};background:${colour}`;
  const shown =
    logoUrl === ''
      ? name || operator
      : html`<img src="${logoUrl}" alt="${name || operator}" height="40" style="${styles.logo}">`;
  return html`<p style="${style}">${shown}</p>`;
}
