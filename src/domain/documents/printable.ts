// What people typed, as it can be printed: one kind of space, no control characters, letters and their accents joined.

/** What nearly every text is already. */
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

/** The same with nothing but printable ASCII, for codes that hold no more. */
export function printableAscii(text: string): string {
  return printable(text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).replaceAll(/[^ -~]/g, '?');
}
