// Names for the entries of a member's account.

/** The sign selects the name: a carrier's adjustment can raise or lower the price. */
export function entryName({ kind, amount }: { kind: string; amount: number }): string {
  const names = kindNames[kind];
  if (names === undefined) return kind;
  return amount < 0 ? names.less : names.more;
}

/** `more` increases the amount owed, `less` reduces it. */
const kindNames: Readonly<Record<string, { more: string; less: string }>> = {
  sale: { more: 'Booking', less: 'Booking' },
  adjustment: { more: 'Later charge of the carrier', less: 'The carrier charged less' },
  reversal: { more: 'Cancelled booking', less: 'Cancelled booking' },
  receipt: { more: 'Your payment, reversed', less: 'Your payment' },
};
