// The member of a booking or payment, as a link.
import { Text } from '@mantine/core';
import type { OperatorBooking } from '../../api/wire.ts';
import { TextLink } from '../../parts/links.tsx';

type Owner = OperatorBooking['member'];

export function OwnerLink({ owner }: { owner: Owner }) {
  if (owner === null) return null;
  return (
    <TextLink to="/operator/members/$id" params={{ id: String(owner.id) }} size="sm">
      {owner.company || owner.email}
    </TextLink>
  );
}

/** The owner of a carrier account: a member or the house. */
export function Whose({ member }: { member: Owner }) {
  return member === null ? <Text size="sm">Yours</Text> : <OwnerLink owner={member} />;
}
