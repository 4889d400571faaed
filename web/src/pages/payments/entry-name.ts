// Entries of a member's account in plain words.

/** Which way it went is part of what it is: a carrier charges later, or less than it did. */
export function entryName({ kind, amount }: { kind: string; amount: number }): string {
  const names = kindNames[kind];
  if (names === undefined) return kind;
  return amount < 0 ? names.less : names.more;
}

/** By what it does to what is owed. */
const kindNames: Readonly<Record<string, { more: string; less: string }>> = {
  sale: { more: 'Booking', less: 'Booking' },
  adjustment: { more: 'Later charge of the carrier', less: 'The carrier charged less' },
  reversal: { more: 'Cancelled booking', less: 'Cancelled booking' },
  receipt: { more: 'Your payment, reversed', less: 'Your payment' },
};
