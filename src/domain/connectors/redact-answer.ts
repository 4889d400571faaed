// Removes secrets and personal data from carriers' answers, so that recordings of them can be published. Values of the account
// are replaced wherever they appear; contact details by the names of their fields, and e-mail addresses and phone numbers
// inside other texts. Documents become empty ones of the same kind.

import type { NumberForm } from './allotted-numbers.ts';

/** Texts and what stands in their place. */
export type Replacements = ReadonlyMap<string, string>;

export type AccountFieldKind = {
  name: string;
  isSecret: boolean;
  isAddress?: true;
  defaultText?: string;
  choices?: readonly string[];
  numberForm?: NumberForm;
};

/**
 * An invented account that makes the same requests. Settings and codes of products stay, because they decide how answers
 * are read. Values that identify the account are replaced.
 */
export function inventedAccount(
  fields: readonly AccountFieldKind[],
  account: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    fields
      .filter(({ isAddress }) => isAddress !== true)
      .map((field) => {
        const value = account[field.name] ?? '';
        return [field.name, identifies(field, value) ? inventedValue(field, value) : value];
      }),
  );
}

function identifies(
  { name, isSecret, defaultText, choices, numberForm }: AccountFieldKind,
  value: string,
): boolean {
  if (value === '' || value === defaultText || choices !== undefined) return false;
  return (
    isSecret || numberForm !== undefined || defaultText === undefined || name.startsWith('contact_')
  );
}

/** Keeps the length and the kinds of characters of account numbers: carriers pad and check them. */
function inventedValue({ name, isSecret, numberForm }: AccountFieldKind, value: string): string {
  if (numberForm !== undefined) return inventedRange(numberForm);
  if (isSecret) return `invented-${name}`;
  if (name.endsWith('email')) return someEmail;
  if (name.endsWith('phone')) return somePhone;
  let digits = 0;
  return value
    .replaceAll(/\d/g, () => {
      digits += 1;
      return String(digits % 10);
    })
    .replaceAll(/[A-Z]/g, 'X')
    .replaceAll(/[a-z]/g, 'x');
}

function inventedRange({ digits, serialDigits }: NumberForm): string {
  const prefix = '1234567890'.slice(0, digits - serialDigits);
  return `${prefix}${'1'.padStart(serialDigits, '0')}-${prefix}${'9'.repeat(serialDigits)}`;
}

const someEmail = 'person@example.org';
const somePhone = '0491570156';

/** Shorter values, such as the code "AB", are replaced only as whole fields. */
const shortestPart = 4;

const personalField =
  /e-?mail|phone|mobile|\bfax|contact_?name|person_?name|first_?name|last_?name|full_?name|company_?name|business_?name|trading_?name|merchant_?name|customer_?name|sign(ed|atory|ature)|received_?by|accepted_?by|driver|courier_?name|street|address_?lines?\d?$|^lines?\d?$|address_?\d$|latitude|longitude|^(lat|lng|lon)$/i;
/** `name`, `contact` and `company` are personal only inside one of these: services and errors have names too. */
const personalParent =
  /contact|address|sender|receiver|shipper|recipient|consignee|consignor|customer|account|merchant|pickup|dropoff|courier|driver|^(from|to)$/i;
const nameField = /^(name|contact|company|attention)$/i;
const secretField = /token|password|secret|api_?key/i;

export function redactAnswer(text: string, replacements: Replacements): string {
  const value = parsed(text);
  return value === undefined
    ? redactMarkup(text, replacements)
    : JSON.stringify(redactValue(value, [], replacements));
}

/** Also for other values, such as a consignment. */
export function redactValue(
  value: unknown,
  path: readonly string[],
  replacements: Replacements,
): unknown {
  if (Array.isArray(value)) return value.map((one) => redactValue(one, path, replacements));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        replaceParts(name, replacements),
        redactValue(one, [...path, name], replacements),
      ]),
    );
  const [parent = '', name = ''] = path.slice(-2).length === 2 ? path.slice(-2) : ['', ...path];
  if (typeof value === 'number') {
    const invented = replacements.get(String(value));
    if (invented !== undefined && /^\d+$/.test(invented)) return Number(invented);
    return /latitude|longitude|^(lat|lng|lon)$/i.test(name) ? 0 : value;
  }
  return typeof value === 'string' ? redactText(value, { parent, name }, replacements) : value;
}

function redactText(
  text: string,
  { parent, name }: { parent: string; name: string },
  replacements: Replacements,
): string {
  const whole = replacements.get(text);
  if (whole !== undefined || text === '') return whole ?? text;
  if (secretField.test(name)) return 'invented';
  if (/e-?mail/i.test(name)) return someEmail;
  if (/phone|mobile|\bfax/i.test(name)) return somePhone;
  // At the top of an answer, a name is the account's.
  const isOfPerson = parent === '' || personalParent.test(parent);
  if (personalField.test(name) || (nameField.test(name) && isOfPerson)) return 'Removed';
  const document = emptyDocument(text);
  return document ?? withoutContacts(replaceParts(text, replacements));
}

const longBase64 = /^(?:data:[^,]*,)?[A-Za-z0-9+/\s]{200,}={0,2}$/;
const emptyPdf = `%PDF-1.4\n${'%'.repeat(120)}\n%%EOF\n`;
const emptyZpl = '^XA^FDlabel^FS^XZ';

function emptyDocument(text: string): string | undefined {
  if (text.startsWith('%PDF-')) return emptyPdf;
  if (text.includes('^XA')) return emptyZpl;
  if (!longBase64.test(text)) return undefined;
  const bytes = atob(text.replace(/^data:[^,]*,/, '').replaceAll(/\s/g, ''));
  if (bytes.startsWith('%PDF-')) return btoa(emptyPdf);
  return btoa(bytes.includes('^XA') ? emptyZpl : 'a document');
}

/** A whole answer that is a document and not text. */
export function emptyDocumentLike(bytes: Uint8Array): string {
  return emptyDocument(new TextDecoder('latin1').decode(bytes)) ?? 'a document';
}

function redactMarkup(text: string, replacements: Replacements): string {
  const tags = text.replaceAll(
    /<([\w:.-]+)([^<>]*)>([^<>]+)<\/\1>/g,
    (_found, tag: string, attributes: string, inner: string) => {
      const name = tag.replace(/^.*:/, '');
      return `<${tag}${attributes}>${redactText(inner, { parent: '', name }, replacements)}</${tag}>`;
    },
  );
  return emptyDocument(tags) ?? withoutContacts(replaceParts(tags, replacements));
}

function replaceParts(text: string, replacements: Replacements): string {
  let clean = text;
  for (const [found, invented] of replacements)
    if (found.length >= shortestPart) clean = clean.replaceAll(found, invented);
  return clean;
}

/** Phone numbers only as people write them: consignment numbers have as many digits. */
function withoutContacts(text: string): string {
  return text
    .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, someEmail)
    .replaceAll(/(?<![\w])(\+61[ -]?[2-478]|0[2-478] |04\d\d )\d?([ -]?\d){6,8}(?!\d)/g, somePhone)
    .replaceAll(/\b((?:signed|received|accepted)(?: for)? by:?) +[^,;<]+/gi, '$1 Removed');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
