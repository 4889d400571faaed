// GS1 element strings: application identifiers with their data, as a barcode holds them and as a person reads them.
// And the SSCC, the number of one logistic unit anywhere in the world. Who may use which prefix is not decided here.

import { checkDigit } from '../bookings/connote.ts';
import { fnc1 } from './code-128.ts';

export type Gs1Element = { ai: string; data: string };

/** Beginnings of identifiers whose data has a length fixed for ever, so that no separator follows. */
const fixedLength = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** The elements in order; one of variable length is ended by FNC1 unless it is the last. The symbol begins with FNC1. */
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

/** How many different SSCCs a company prefix gives. */
function ssccCapacity(prefix: string): number {
  return 10 ** (ssccDigits - checkDigits - prefix.length);
}

/**
 * The SSCC with a serial number, counted from 0. The extension digit is the serial's first: a prefix gives ten times
 * as many numbers that way. Past the capacity numbers begin again, which GS1 allows after a year.
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
