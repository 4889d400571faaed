// Parses the simulator's command-line options, and reports every mistake in them at once.
import { simulatedCarriers } from './carriers.ts';
import { type Fault, parseFault } from './fault.ts';
import { type Latency, latencyForms, parseLatency } from './latency.ts';

export type AskedOptions = {
  readonly port: number;
  readonly carriers: readonly string[];
  readonly latency: string | undefined;
  readonly faults: readonly string[];
  readonly seed: number;
  readonly journeySeconds: number | undefined;
};

export type ReadOptions = {
  readonly port: number;
  readonly carriers: readonly string[];
  readonly latency: Latency | undefined;
  readonly faults: readonly Fault[];
  readonly seed: number;
  readonly journeyMs?: number;
};

/** The highest first port that leaves room for every carrier. */
const lastPort = 65_535;

export function readOptions(asked: AskedOptions): ReadOptions | { readonly mistakes: string[] } {
  const known = simulatedCarriers.map(({ carrier }) => carrier);
  const mistakes = asked.carriers.flatMap((carrier) =>
    known.includes(carrier)
      ? []
      : [`No carrier is called "${carrier}"; there are ${known.join(', ')}.`],
  );
  if (asked.port > lastPort - known.length) {
    mistakes.push(
      `--port is at most ${lastPort - known.length}: each carrier takes one port after it.`,
    );
  }
  const latency = asked.latency === undefined ? undefined : parseLatency(asked.latency);
  if (asked.latency !== undefined && latency === undefined) {
    mistakes.push(`--latency takes milliseconds as ${latencyForms}, not "${asked.latency}".`);
  }
  if (asked.journeySeconds === 0) mistakes.push('--journey is at least one second.');
  const faults: Fault[] = [];
  for (const text of asked.faults) {
    const fault = parseFault(text, known);
    if (typeof fault === 'string') mistakes.push(fault);
    else faults.push(fault);
  }
  if (mistakes.length > 0) return { mistakes };
  return {
    port: asked.port,
    carriers: asked.carriers.length === 0 ? known : asked.carriers,
    latency,
    faults,
    seed: asked.seed,
    ...(asked.journeySeconds === undefined ? {} : { journeyMs: asked.journeySeconds * 1000 }),
  };
}
