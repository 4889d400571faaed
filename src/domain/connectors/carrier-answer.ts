// Reads carriers' answers leniently: numbers may arrive as strings, a list of one as its element, fields may be missing
// and errors may be plain text. An answer that cannot be understood becomes a CarrierTrouble, never a guess or a
// TypeError.
import { type Cents, centsOfDollars } from '../money.ts';
import { wordedDays } from '../quotes/transit-promise.ts';
import { CarrierTrouble } from './carrier-trouble.ts';

/** Any part of a parsed answer. */
export type Answer = unknown;

const longestShown = 200;

export function badAnswer(what: string): CarrierTrouble {
  return new CarrierTrouble('bad_answer', what.slice(0, longestShown));
}

/** For a refusal that does not concern the shipment: our request was wrong. */
export function badRequest(sentence: string): CarrierTrouble {
  return new CarrierTrouble('bad_request', sentence.slice(0, longestShown));
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
}

export function jsonOf(bytes: Uint8Array): Answer {
  const text = textOf(bytes).trim();
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(`not JSON: ${text === '' ? 'empty' : text}`);
  }
}

/** Undefined if the answer is not JSON, such as a plain-text error. */
export function findJson(bytes: Uint8Array): Answer {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

/** The value at this path; undefined if a part is missing. */
export function at(answer: Answer, ...names: readonly string[]): Answer {
  let value = answer;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A list; a single value counts as a list of one, a missing value as an empty list. */
export function listAt(answer: Answer, ...names: readonly string[]): readonly Answer[] {
  const value = at(answer, ...names);
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** Trimmed text, or "". Converts numbers. */
export function textAt(answer: Answer, ...names: readonly string[]): string {
  const value = at(answer, ...names);
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function requiredText(answer: Answer, ...names: readonly string[]): string {
  const text = textAt(answer, ...names);
  if (text === '') throw badAnswer(`${names.join('.')} is missing`);
  return text;
}

export function numberAt(answer: Answer, ...names: readonly string[]): number | undefined {
  const text = textAt(answer, ...names)
    .replace(/^\$/, '')
    .replaceAll(',', '');
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Dollars as cents, rounded half up: carriers give more decimals than money has. */
export function centsAt(answer: Answer, ...names: readonly string[]): Cents | undefined {
  const dollars = numberAt(answer, ...names);
  return dollars === undefined ? undefined : centsOfDollars(dollars);
}

export function requiredCents(answer: Answer, ...names: readonly string[]): Cents {
  const cents = centsAt(answer, ...names);
  if (cents === undefined || cents < 0) throw badAnswer(`${names.join('.')} is not a price`);
  return cents;
}

export function withGst(exCents: Cents): Cents {
  return exCents + Math.round(exCents / 10);
}

/** A document inside a JSON answer. */
export function bytesOfBase64(text: string): Uint8Array {
  const plain = text.replaceAll(/\s/g, '').replace(/^data:[^,]*,/, '');
  if (plain === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw badAnswer('not base64');
  return Uint8Array.from(atob(plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')), (character) =>
    character.charCodeAt(0),
  );
}

/** Reads "2-4 business days", "1 Business Day", "3" or "Overnight". */
export function transitOf(text: string): { text: string; minDays: number; maxDays: number } {
  const days = [...text.matchAll(/\d{1,3}/g)].map(([digits]) => Number(digits));
  const [first = wordedDays(text) ?? 0, second = first] = days;
  const isBare = /^\s*\d{1,3}\s*$/.test(text);
  return {
    text: (isBare ? `${first} business day${first === 1 ? '' : 's'}` : text.trim()).slice(0, 100),
    minDays: Math.min(first, second),
    maxDays: Math.max(first, second),
  };
}

/** An OAuth token. Without a lifetime, it is used once. */
export function tokenOf(answer: Answer): { token: string; expiresInSeconds: number } {
  return {
    token: requiredText(answer, 'access_token'),
    expiresInSeconds: numberAt(answer, 'expires_in') ?? 0,
  };
}

/** True for a 404 that is empty or JSON. A 404 web page means that the address is wrong. */
export function saysNotThere({ status, bytes }: { status: number; bytes: Uint8Array }): boolean {
  return status === 404 && (bytes.length === 0 || findJson(bytes) !== undefined);
}
