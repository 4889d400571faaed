// The booking that an amount belongs to.
import { RowLink } from '../../parts/list-table.tsx';

export function BookingLink({ id }: { id: number }) {
  return (
    <RowLink to="/bookings/$id" params={{ id: String(id) }}>
      {id}
    </RowLink>
  );
}
