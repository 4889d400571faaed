// HTML that is safe against injection: every value is escaped unless it is markup already.

export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | undefined | readonly Markup[];

/** A template: html`<b>${name}</b>`. Undefined renders as nothing; a list of markup is joined. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = parts.map((part, n) => `${written(part)}${texts[n + 1] ?? ''}`);
  return new Markup(`${texts[0] ?? ''}${pieces.join('')}`);
}

function written(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
