// Names for the requests that a connected carrier did not receive, so that a person must pass them on.
import type { Booking } from '../api/wire.ts';

type Request = NonNullable<Booking['unsaid']>[number];

const words: Readonly<Record<Request, string>> = {
  pickup: 'pickup',
  pickup_off: 'cancelled pickup',
  tailgate_pickup: 'tailgate at pickup',
  tailgate_delivery: 'tailgate at delivery',
};

/** A cancelled pickup includes the carrier's own pickup number. */
export function unsaidWords({
  unsaid = [],
  pickup_number: number,
}: Pick<Booking, 'unsaid' | 'pickup_number'>): string[] {
  return unsaid.map((request) =>
    request === 'pickup_off' && number ? `${words[request]} ${number}` : words[request],
  );
}
