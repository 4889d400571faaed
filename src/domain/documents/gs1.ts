// GS1 element strings (application identifiers with their data) as barcodes and people read them, and the SSCC, the
// worldwide unique number of a logistic unit. Who may use which prefix is decided elsewhere.

import { checkDigit } from '../bookings/connote.ts';
import { fnc1 } from './code-128.ts';

export type Gs1Element = { ai: string; data: string };

/** Beginnings of identifiers whose data has a fixed length, so that no separator follows. */
const fixedLength = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/;

/**
 * The elements in order, starting with FNC1. FNC1 also ends an element of variable length, unless it is the last.
 */
export function gs1Data(elements: readonly Gs1Element[]): string {
  return elements.reduce(
    (text, { ai, data }, n) =>
      `${text}${ai}${data}${n < elements.length - 1 && !fixedLength.test(ai) ? fnc1 : ''}`,
    fnc1,
  );
}

/** `(00) 3 9327510 …`: identifiers in parentheses, as printed below the bars. */
export function gs1Readable(elements: readonly Gs1Element[]): string {
  return elements.map(({ ai, data }) => `(${ai}) ${data}`).join(' ');
}

const ssccDigits = 18;
const extensionDigits = 1;
const checkDigits = 1;

export const gs1PrefixShape = /^\d{7,10}$/;

/** The number of different SSCCs for a company prefix. */
function ssccCapacity(prefix: string): number {
  return 10 ** (ssccDigits - checkDigits - prefix.length);
}

/**
 * The SSCC for a serial number, counted from 0. The serial's first digit is the extension digit, which gives a prefix
 * ten times as many numbers. Numbers repeat past the capacity; GS1 allows that after a year.
 */
export function sscc(prefix: string, serial: number): string {
  if (!gs1PrefixShape.test(prefix)) throw new Error(`"${prefix}" is not a GS1 company prefix`);
  const turned = String(serial % ssccCapacity(prefix)).padStart(
    ssccDigits - checkDigits - prefix.length,
    '0',
  );
  const body = turned.slice(0, extensionDigits) + prefix + turned.slice(extensionDigits);
  return body + checkDigit(body, 'mod10');
}
