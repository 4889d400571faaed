// Parses form-encoded bodies and queries as Stripe does, with brackets for nesting (`metadata[order]=6`,
// `expand[0]=customer`).

export type Form = { [name: string]: string | Form };

export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.split(/\]\[|\[|\]/).filter((part) => part !== '');
    let level = form;
    let last = first;
    for (const part of rest) {
      const next = level[last];
      const deeper: Form = typeof next === 'object' ? next : {};
      level[last] = deeper;
      level = deeper;
      last = part;
    }
    level[last] = value;
  }
  return form;
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function listOf(form: Form, name: string): string[] {
  const value = form[name];
  return typeof value === 'object'
    ? Object.values(value).filter((entry) => typeof entry === 'string')
    : [];
}

export function textsOf(form: Form, name: string): Record<string, string> {
  const value = form[name];
  if (typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
