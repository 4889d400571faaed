// The control endpoint: tests and people use it to set faults, list what the carriers remember, report tracking
// events and move the clock. It needs no key, because only this machine can reach it.
import { dayMs } from '../src/domain/time/durations.ts';
import { findStage, trackingStages } from '../src/domain/tracking/stage.ts';
import { at, isTrueAt, listAt, numberAt, textAt } from './body.ts';
import { type Answer, type Call, json } from './exchange.ts';
import { type Fault, mostFaults, parseFault } from './fault.ts';
import type { Shipment } from './shipments.ts';
import type { Branch, Simulation } from './simulation.ts';

export type Listing = {
  readonly carrier: string;
  readonly name: string;
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
};

const refuse = (sentence: string, status = 400): Answer => json({ error: sentence }, status);

/** The simulator sends nothing to other machines. */
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const patienceMs = 10_000;

/** A year; a longer step is a mistake. */
const mostAheadMs = 366 * dayMs;

export type ControlRoute = {
  readonly method: string;
  readonly path: string;
  answer(call: Call): Answer | Promise<Answer>;
};

export function controlRoutes(
  simulation: Simulation,
  listings: () => readonly Listing[],
): ControlRoute[] {
  const row = (method: string, path: string, answer: ControlRoute['answer']): ControlRoute => ({
    method,
    path,
    answer,
  });
  return [
    row('GET', '/', () =>
      json({
        now: new Date(simulation.nowMs()).toISOString(),
        journey_seconds: simulation.journeyMs / 1000,
        faults: simulation.faults.list(),
        carriers: listings(),
      }),
    ),
    row('GET', '/faults', () => json(simulation.faults.list())),
    row('POST', '/faults', (call) => addFaults(simulation, call)),
    row('DELETE', '/faults', (call) => {
      simulation.faults.clear(call.query.get('carrier') ?? undefined);
      return json(simulation.faults.list());
    }),
    row('GET', '/calls', (call) => json(calls(simulation, call))),
    row('GET', '/shipments', (call) => json(shipments(simulation, call))),
    row('POST', '/shipments/:carrier/:number/events', (call) => report(simulation, call)),
    row('POST', '/shipments/:carrier/:number/webhook', (call) => sendNotice(simulation, call)),
    row('POST', '/clock', (call) => moveClock(simulation, call)),
    row('POST', '/reset', () => {
      simulation.reset();
      return json({ ok: true });
    }),
  ];
}

/** Adds all faults or none, so that a list with a mistake changes nothing. */
function addFaults(simulation: Simulation, call: Call): Answer {
  const carriers = simulation.branches.map(({ simulated }) => simulated.carrier);
  const single = textAt(call.body, 'fault');
  const texts = single === '' ? listAt(call.body, 'faults').map(String) : [single];
  if (texts.length === 0) {
    return refuse('Send {"fault": "auspost:book:reset:1"} or {"faults": [...]}.');
  }
  if (simulation.faults.size + texts.length > mostFaults) {
    return refuse(`There are at most ${mostFaults} faults; DELETE /faults clears them.`);
  }
  const faults: Fault[] = [];
  for (const text of texts) {
    const fault = parseFault(text, carriers);
    if (typeof fault === 'string') return refuse(fault);
    faults.push(fault);
  }
  for (const fault of faults) simulation.faults.add(fault);
  return json(simulation.faults.list(), 201);
}

function calls(simulation: Simulation, { query }: Call) {
  const [carrier, operation] = [query.get('carrier'), query.get('operation')];
  return simulation.calls.filter(
    (call) =>
      (carrier === null || call.carrier === carrier) &&
      (operation === null || call.operation === operation),
  );
}

function shipments(simulation: Simulation, { query }: Call) {
  const [carrier, reference] = [query.get('carrier'), query.get('reference')];
  return simulation.branches
    .filter(({ simulated }) => carrier === null || simulated.carrier === carrier)
    .flatMap((branch) =>
      branch.desk.shipments
        .all()
        .filter((shipment) => reference === null || shipment.reference === reference)
        .map((shipment) => present(branch, shipment)),
    );
}

function present({ simulated, desk }: Branch, shipment: Shipment) {
  return {
    carrier: simulated.carrier,
    number: shipment.number,
    articles: shipment.articles,
    reference: shipment.reference,
    service: shipment.service,
    price: shipment.priceCents / 100,
    stage: desk.stageOf(shipment),
    cancelled: shipment.cancelledAtMs !== undefined,
    order: shipment.orderId ?? null,
    created_at: new Date(shipment.createdAtMs).toISOString(),
  };
}

function report(simulation: Simulation, { params, body }: Call): Answer {
  const branch = simulation.find(params.carrier ?? '');
  const shipment = branch?.desk.shipments.find(params.number ?? '');
  if (branch === undefined || shipment === undefined) {
    return refuse(`${params.carrier} has no shipment ${params.number}.`, 404);
  }
  const stage = findStage(textAt(body, 'stage'));
  if (stage === undefined) return refuse(`stage is one of ${trackingStages.join(', ')}.`);
  shipment.reported.push({ stage, atMs: simulation.nowMs() });
  return json(present(branch, shipment), 201);
}

/** Sends the present status once, like a carrier whose first attempt succeeds. */
async function sendNotice(simulation: Simulation, { params, body }: Call): Promise<Answer> {
  const branch = simulation.find(params.carrier ?? '');
  const shipment = branch?.desk.shipments.find(params.number ?? '');
  if (branch === undefined || shipment === undefined)
    return refuse(`${params.carrier} has no shipment ${params.number}.`, 404);
  const notice = branch.protocol.notice?.(shipment);
  if (notice === undefined) return refuse(`${params.carrier} sends no webhooks.`);
  const url = textAt(body, 'url');
  if (!URL.canParse(url) || !loopback.has(new URL(url).hostname))
    return refuse('url is an address on this machine, such as http://127.0.0.1:8080/webhooks/….');
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...notice.headers },
      body: notice.body,
      signal: AbortSignal.timeout(patienceMs),
    });
    return json({ status: answer.status, answer: await answer.text() });
  } catch (error) {
    return refuse(`The webhook was not answered: ${String(error)}`, 502);
  }
}

function moveClock(simulation: Simulation, { body }: Call): Answer {
  const ahead = numberAt(body, 'advance_seconds') ?? 0;
  const journey = numberAt(body, 'journey_seconds');
  if (ahead < 0 || ahead * 1000 > mostAheadMs || (journey !== undefined && journey <= 0)) {
    return refuse('advance_seconds is from 0 to a year and journey_seconds above 0.');
  }
  if (at(body, 'expire_tokens') !== undefined && isTrueAt(body, 'expire_tokens')) {
    for (const { desk } of simulation.branches) desk.tokens.expireAll();
  }
  simulation.advance(ahead * 1000);
  if (journey !== undefined) simulation.setJourney(journey * 1000);
  return json({
    now: new Date(simulation.nowMs()).toISOString(),
    journey_seconds: simulation.journeyMs / 1000,
  });
}
