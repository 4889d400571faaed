// What a carrier did not hear with a booking, as people say it.
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

/** The pickup that is to be called off with what the carrier calls it. */
export function unsaidWords({ unsaid = [], pickup_number: number }: Untold): string[] {
  return unsaid.map((wish) =>
    wish === 'pickup_off' && number ? `${words[wish]} ${number}` : words[wish],
  );
}
