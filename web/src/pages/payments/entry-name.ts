// Names for a member's payments and for the entries of the account.

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

export function paymentStatus({ kind, status }: { kind: string; status: string }): string {
  return (kind === 'refund' ? refundNames[status] : undefined) ?? statusNames[status] ?? status;
}

/** Refunds need their own words: "In progress" alone would read as a charge. */
const refundNames: Readonly<Record<string, string>> = {
  pending: 'Refund in progress',
  unknown: 'Refund being checked',
};

const statusNames: Readonly<Record<string, string>> = {
  pending: 'In progress',
  unknown: 'Being checked',
  charged: 'Paid',
  declined: 'Declined',
  void: 'Not charged',
  refunded: 'Refunded',
  refused: 'Refund refused',
  returned: 'Refunded another way',
};
