// Makes typed text printable: one kind of space, no control characters, accents combined with their letters.

/** Matches nearly every text, which then needs no work. */
const plain = /^(?:[!-~]+(?: [!-~]+)*)?$/;

export function printable(text: string): string {
  if (plain.test(text)) return text;
  return text
    .normalize('NFC')
    .replaceAll(
      /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Printable ASCII only, for codes that cannot hold other characters. */
export function printableAscii(text: string): string {
  return printable(text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).replaceAll(/[^ -~]/g, '?');
}
