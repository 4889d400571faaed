// What comparing a bill with its booking finds. Apart from the invoice, because refusals name it too.

/** Why a billed amount cannot be compared with a quote; `none` if it can. */
export const findings = [
  'none',
  'unknown',
  'shared',
  'number_as_connote',
  'not_booked',
  'own_account',
  'other_carrier',
  'billed_before',
  'cost_unknown',
] as const;

export type Finding = (typeof findings)[number];

/** The line may be about another consignment, so the booking still waits for its bill. */
export const unbilledFindings: readonly Finding[] = ['number_as_connote', 'other_carrier'];
