// What a carrier did not hear with a booking, as people say it.
import type { OperatorBooking } from '../api/wire.ts';

type Unsaid = OperatorBooking['unsaid'];

const words: Readonly<Record<Unsaid[number], string>> = {
  pickup: 'pickup',
  pickup_off: 'cancelled pickup',
  tailgate_pickup: 'tailgate at pickup',
  tailgate_delivery: 'tailgate at delivery',
};

export function unsaidWords(unsaid: Unsaid): string[] {
  return unsaid.map((wish) => words[wish]);
}
