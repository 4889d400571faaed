// A link from a booking to the calls to its carrier.
import { ButtonLink } from '../../parts/links.tsx';

export function CallsLink({ id }: { id: number }) {
  return (
    <ButtonLink
      to="/operator/calls"
      search={{ booking: id }}
      variant="default"
      size="compact-sm"
      aria-label={`Calls to the carrier about booking ${id}`}
    >
      Calls
    </ButtonLink>
  );
}
