// Where a claim stands. A decided claim can be opened again by the operator; a paid one stays paid.

export const claimStates = ['open', 'sent_to_carrier', 'accepted', 'rejected', 'paid'] as const;

export type ClaimState = (typeof claimStates)[number];

const next: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  open: ['sent_to_carrier', 'accepted', 'rejected'],
  sent_to_carrier: ['accepted', 'rejected', 'open'],
  accepted: ['paid', 'rejected', 'open'],
  rejected: ['open'],
  paid: [],
};

export function nextStates(state: ClaimState): readonly ClaimState[] {
  return next[state];
}

/** A booking has at most one claim that is not decided. */
export function isUndecided(state: ClaimState): boolean {
  return state === 'open' || state === 'sent_to_carrier';
}
