// Live carriers over real connections: the service in this process, carriers and clients in others. The connector is
// as plain as possible, one question and one figure, because the measure is the service's own work: transport,
// records, breakers, pricing, storing. The caller compares with the goal.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectAccount } from '../src/application/carriers/carrier-accounts.ts';
import type { Connector } from '../src/application/ports.ts';
import { readConfig } from '../src/config.ts';
import { jsonOf, textAt } from '../src/domain/connectors/carrier-answer.ts';
import { centsFromDecimal } from '../src/domain/money.ts';
import { sydneyToMelbourne } from '../test/support/bookings/quote-bodies.ts';
import { setups } from '../test/support/setups.ts';
import { startTestApp, type TestApp } from '../test/support/test-app.ts';
import { median } from './quantile.ts';

export type LiveMeasure = {
  /** From a client's request to the whole answer. */
  medianMs: number;
  slowestMs: number;
  /** Processor time of this process for one quote. */
  cpuMicroseconds: number;
  /** Live memory after the first and after the last round. */
  heapMegabytes: readonly [number, number];
};

type LiveLoad = {
  carriers: number;
  eachMs: number;
  hanging?: number;
  /** Quotes of a round. */
  together: number;
  /** The time over which a round's requests start; 0: all at the same moment. */
  spreadMs: number;
  rounds: number;
  /** Whether all quotes are for one shipment; otherwise each is different. */
  isSame: boolean;
};

const stringIdOf = (n: number): string => `bench_${n}`;

function plainConnector(n: number): Connector {
  const stringId = stringIdOf(n);
  return {
    carrier: stringId,
    fields: [],
    services: [{ stringId, product: 'road' }],
    baseUrl: ({ base_url = '' }) => base_url,
    authorise: () => ({ authorization: 'bench' }),
    check: function* () {
      yield { method: 'GET', path: '/check', isRepeatable: true };
      return 'well';
    },
    quote: function* (_account, { shipment }) {
      const { weightGrams, pieces, sender, receiver } = shipment;
      const json = { weightGrams, pieces, from: sender.postcode, to: receiver.postcode };
      const reply = yield { method: 'POST', path: '/price', isRepeatable: true, body: { json } };
      const priceCents = centsFromDecimal(textAt(jsonOf(reply.bytes), 'price')) ?? 0;
      return new Map([
        [stringId, { priceCents, transit: { text: '1 day', minDays: 1, maxDays: 1 } }],
      ]);
    },
  };
}

export async function measureLiveCarriers(load: LiveLoad): Promise<LiveMeasure> {
  const [embedded] = setups;
  if (embedded === undefined) throw new Error('there is always a setup');
  const servers = child('slow-servers.js', load.carriers, load.eachMs, load.hanging ?? 0);
  const clients = child('ask-together.js');
  const connectors = Array.from({ length: load.carriers }, (_, n) => plainConnector(n));
  // The default settings; tests use longer time-outs.
  const { carrierDeadlineMs, quoteBudgetMs } = readConfig({});
  const timing = { carrierDeadlineMs, quoteBudgetMs };
  const t = await startTestApp(embedded, { connectors, timing });
  try {
    const ports = (await firstLine(servers)).split(' ');
    for (const [n, port] of ports.entries()) {
      const account = { base_url: `http://127.0.0.1:${port}` };
      const carrier = stringIdOf(n);
      await connectAccount(t.app, undefined, {
        carrier,
        account,
        policy: 'live',
        isUntested: true,
      });
    }
    return await measure(t, clients, load);
  } finally {
    for (const one of [servers, clients]) one.kill();
    await t.close();
  }
}

async function measure(t: TestApp, clients: ChildProcess, load: LiveLoad): Promise<LiveMeasure> {
  const { key } = await t.addMember();
  await t.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.server.server.address() as AddressInfo;
  const answers = createInterface({ input: clients.stdout ?? process.stdin })[
    Symbol.asyncIterator
  ]();
  let asked = 0;
  const round = async (): Promise<number[]> => {
    const bodies = Array.from({ length: load.together }, () => {
      if (!load.isSame) asked += 1;
      const [item] = sydneyToMelbourne().items as Record<string, unknown>[];
      return JSON.stringify(
        sydneyToMelbourne({
          items: [{ ...item, weight: 1 + asked / 1_000 }],
          // Each round uses a new shipment, so its first quote is not cached.
          ...(load.isSame ? {} : { options: { disable_cache: true } }),
        }),
      );
    });
    if (load.isSame) asked += 1;
    const url = `http://127.0.0.1:${port}/api/v5/bookings`;
    clients.stdin?.write(`${JSON.stringify({ url, key, bodies, spreadMs: load.spreadMs })}\n`);
    const { value } = await answers.next();
    // A server writes its logs and call records regularly; here they would pile up.
    t.log.length = 0;
    await t.app.connections.writeCalls();
    t.advanceClock(60_000);
    return JSON.parse(String(value)) as number[];
  };
  // Warms up connections and compiled code.
  for (let n = 0; n < 3; n += 1) await round();
  const first = heapMegabytes();
  const cpu = process.cpuUsage();
  const times: number[] = [];
  for (let n = 0; n < load.rounds; n += 1) times.push(...(await round()));
  const { user, system } = process.cpuUsage(cpu);
  return {
    medianMs: median(times),
    slowestMs: Math.max(...times),
    cpuMicroseconds: (user + system) / times.length,
    heapMegabytes: [first, heapMegabytes()],
  };
}

function child(script: string, ...values: number[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...values.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('a process without words');
  const [chunk] = (await once(stdout, 'data')) as [Buffer];
  return chunk.toString().trim();
}

/** Set here, so that the whole run needs no flag. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function heapMegabytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
