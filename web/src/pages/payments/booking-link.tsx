// The booking that an amount belongs to.
import { Link } from '@tanstack/react-router';
import { rowLink } from '../../parts/list-table.tsx';

export function BookingLink({ id }: { id: number }) {
  return (
    <Link to="/bookings/$id" params={{ id: String(id) }} className={rowLink}>
      {id}
    </Link>
  );
}
