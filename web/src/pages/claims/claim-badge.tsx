// The state of a claim as a badge.
import { Badge } from '@mantine/core';
import { type ClaimState, stateNames } from '../../api/claims.ts';

const colours: Readonly<Record<ClaimState, string>> = {
  open: 'ochre',
  sent_to_carrier: 'ochre',
  accepted: 'eucalypt',
  rejected: 'gray',
  paid: 'eucalypt',
};

export function ClaimBadge({ state }: { state: ClaimState }) {
  return (
    <Badge variant="light" color={colours[state]}>
      {stateNames[state]}
    </Badge>
  );
}
