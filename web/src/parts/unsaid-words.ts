// Names for the requests that a connected carrier did not receive, so that a person must pass them on.
import type { OperatorBooking } from '../api/wire.ts';

type Untold = {
  unsaid?: OperatorBooking['unsaid'] | undefined;
  pickup_number?: string | null | undefined;
};

const words: Readonly<Record<OperatorBooking['unsaid'][number], string>> = {
  pickup: 'pickup',
  pickup_off: 'cancelled pickup',
  tailgate_pickup: 'tailgate at pickup',
  tailgate_delivery: 'tailgate at delivery',
};

/** A cancelled pickup includes the carrier's own pickup number. */
export function unsaidWords({ unsaid = [], pickup_number: number }: Untold): string[] {
  return unsaid.map((input) =>
    input === 'pickup_off' && number ? `${words[input]} ${number}` : words[input],
  );
}
