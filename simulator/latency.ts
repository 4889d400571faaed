// How long an answer takes, as people write it: `200`, `100-300`, `normal(200,50)` or `exp(200)`, in milliseconds.
import type { Random } from './random.ts';

export type Latency = (random: Random) => number;

/** For longer delays use `hang`. */
const mostMs = 600_000;
const number = String.raw`(\d{1,6})`;
const fixed = new RegExp(`^${number}$`);
const between = new RegExp(`^${number}-${number}$`);
const normal = new RegExp(String.raw`^normal\(${number},${number}\)$`);
const exponential = new RegExp(String.raw`^exp\(${number}\)$`);

export const latencyForms = '200, 100-300, normal(200,50) or exp(200)';

export function parseLatency(text: string): Latency | undefined {
  const plain = text.replaceAll(' ', '');
  const kinds: [RegExp, (first: number, second: number) => Latency][] = [
    [fixed, (ms) => () => ms],
    [between, (least, most) => (random) => least + random.share() * Math.max(0, most - least)],
    [normal, (mean, deviation) => (random) => mean + deviation * bell(random)],
    [exponential, (mean) => (random) => -mean * Math.log(1 - random.share())],
  ];
  for (const [shape, make] of kinds) {
    const found = shape.exec(plain);
    if (found === null) continue;
    const draw = make(Number(found[1]), Number(found[2] ?? 0));
    return (random) => Math.min(mostMs, Math.max(0, Math.round(draw(random))));
  }
  return undefined;
}

/** Draws from the standard normal distribution (Box–Muller). */
function bell(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.share()));
  return radius * Math.cos(2 * Math.PI * random.share());
}
