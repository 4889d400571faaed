// Rating with ever longer tables in every shipped card and unchanged prices: the engine alone, where any linear
// search would show.
import { many, sizes } from './effort.ts';
import { atMost, type Curve, growthOf, type Measured } from './figure.ts';
import { measureRating } from './rating.ts';

const mostGrowth = 1.2;
const services = 46;

export async function measureCardSize(): Promise<Measured> {
  const results = await measureRating({
    carriers: services,
    growths: sizes(1, 10, 100),
    rounds: many(5_000, 500),
  });
  const curve: Curve = {
    title: `rating with ${services} services`,
    over: 'lanes of all cards',
    unit: 'µs',
    points: results.map((one) => ({ size: one.laneRows, value: one.medianMicroseconds })),
  };
  const words = `growth with tables ${results.at(-1)?.growth} times as long`;
  return { figures: [atMost(words, growthOf(curve), mostGrowth, 'times')], curves: [curve] };
}
