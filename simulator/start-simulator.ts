// Starts the control endpoint and the carriers, each on its own loopback port. Ports follow the order of the list of
// carriers, so a carrier's port does not depend on which others are started. If a port is taken, everything that was
// started is stopped.
import type { Fate } from './answer-request.ts';
import { simulatedCarriers } from './carriers.ts';
import { controlRoutes, type Listing } from './control.ts';
import { json } from './exchange.ts';
import type { Fault } from './fault.ts';
import type { Latency } from './latency.ts';
import { type Incoming, type LoopbackServer, startLoopbackServer } from './loopback-server.ts';
import { PriceBook } from './price-book.ts';
import { findRoute } from './route-match.ts';
import { type Branch, Simulation } from './simulation.ts';

export type SimulatorOptions = {
  /** The control endpoint's port; 0 lets the system choose every port. */
  readonly port: number;
  /** Carriers by name; all of them by default. */
  readonly carriers?: readonly string[];
  readonly latency?: Latency | undefined;
  readonly faults?: readonly Fault[];
  readonly seed?: number;
  readonly journeyMs?: number;
  readonly nowMs: () => number;
  /** Opened by the simulator by default. */
  readonly prices?: PriceBook;
};

export type Simulator = {
  readonly controlUrl: string;
  readonly carriers: readonly Listing[];
  readonly simulation: Simulation;
  close(): Promise<void>;
};

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const wanted = options.carriers ?? simulatedCarriers.map(({ carrier }) => carrier);
  const simulation = new Simulation({
    carriers: simulatedCarriers.filter(({ carrier }) => wanted.includes(carrier)),
    prices: options.prices ?? (await PriceBook.open()),
    nowMs: options.nowMs,
    seed: options.seed ?? 1,
    latency: options.latency,
    faults: options.faults ?? [],
    ...(options.journeyMs === undefined ? {} : { journeyMs: options.journeyMs }),
  });
  const servers: LoopbackServer[] = [];
  const carriers: Listing[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
  };
  try {
    for (const branch of simulation.branches) {
      const server = await startBranch(simulation, branch, portOf(options.port, branch));
      servers.push(server);
      const { simulated, protocol } = branch;
      carriers.push({
        carrier: simulated.carrier,
        name: simulated.name,
        url: `${server.url}${protocol.basePath}`,
        credentials: protocol.credentials,
      });
    }
    const control = await startControl(simulation, carriers, options.port);
    servers.push(control);
    return { controlUrl: control.url, carriers, simulation, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function portOf(first: number, { simulated }: Branch): number {
  const position = simulatedCarriers.findIndex(({ carrier }) => carrier === simulated.carrier);
  return first === 0 ? 0 : first + 1 + position;
}

async function startBranch(
  simulation: Simulation,
  branch: Branch,
  port: number,
): Promise<LoopbackServer> {
  let url = '';
  const server = await startLoopbackServer(port, async ({ wait, ...incoming }) => {
    const baseUrl = `${url}${branch.protocol.basePath}`;
    return (await simulation.answer(branch, { ...incoming, baseUrl }, wait)).fate;
  });
  url = server.url;
  return server;
}

function startControl(
  simulation: Simulation,
  carriers: readonly Listing[],
  port: number,
): Promise<LoopbackServer> {
  const routes = controlRoutes(simulation, () => carriers);
  return startLoopbackServer(port, async (incoming: Incoming): Promise<Fate> => {
    const { wait: _, ...asked } = incoming;
    const found = findRoute(routes, asked.method, asked.path);
    const body = parsed(asked.text);
    if (found === undefined || body === undefined) {
      const sentence = found === undefined ? 'There is no such address.' : 'The body is not JSON.';
      return {
        kind: 'answered',
        answer: json({ error: sentence }, found === undefined ? 404 : 400),
      };
    }
    const call = { ...asked, params: found.params, body, baseUrl: '', pricePercent: 100 };
    return { kind: 'answered', answer: await found.route.answer(call) };
  });
}

/** An empty body is an empty object. */
function parsed(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
