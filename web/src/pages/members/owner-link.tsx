// The member of a booking or payment, as a link.
import type { OperatorBooking } from '../../api/wire.ts';
import { TextLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-table.tsx';

type Owner = OperatorBooking['member'];

export function OwnerLink({ owner = null }: { owner?: Owner | undefined }) {
  if (owner === null) return null;
  return (
    <TextLink to="/operator/members/$id" params={{ id: String(owner.id) }} size="sm">
      {owner.company || owner.email}
    </TextLink>
  );
}

export const memberColumn: Column<{ member?: Owner }> = {
  heading: 'Member',
  kind: 'written',
  cell: ({ member }) => <OwnerLink owner={member} />,
};

/** The owner of a carrier account: a member or the house. */
export const accountColumn: Column<{ member: Owner }> = {
  heading: 'Account',
  cell: ({ member }) => (member === null ? 'Yours' : <OwnerLink owner={member} />),
};
