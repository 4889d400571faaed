// Whose booking or payment it is, leading to that member.
import type { Attention } from '../../api/wire.ts';
import { TextLink } from '../../parts/links.tsx';

export function OwnerLink({ owner }: { owner: Attention['bookings'][number]['member'] }) {
  if (owner === null) return null;
  return (
    <TextLink to="/operator/members/$id" params={{ id: String(owner.id) }} size="sm">
      {owner.company || owner.email}
    </TextLink>
  );
}
