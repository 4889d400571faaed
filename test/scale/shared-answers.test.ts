// Two real servers on one Redis, with simulated carriers: the second server asked about a shipment shows the first
// one's prices and asks no carrier. Without Redis each asks for itself, with the same results. Workers of one machine
// share answers through their primary.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { connectors } from '../../carriers/connectors.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { jsonOf, openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { ask, Fleet } from '../support/components/fleet.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const shipments = isLong ? 100 : 6;
const carriers = ['auspost', 'couriers_please', 'direct_freight'];

type Quoted = {
  quotes: Record<string, { total: number }>;
  quote_errors: { courier: string; code: string }[];
};

/** In any order, because live carriers' errors arrive as they answer. */
function failuresOf({ quote_errors }: Quoted): Quoted['quote_errors'] {
  return quote_errors.toSorted((a, b) => a.courier.localeCompare(b.courier));
}

/** Servers connected to simulated carriers. */
class Service {
  readonly simulator: TestSimulator;
  readonly fleet: Fleet;
  #key = '';

  private constructor(simulator: TestSimulator, fleet: Fleet) {
    this.simulator = simulator;
    this.fleet = fleet;
  }

  static async start(servers: number, settings: Record<string, string> = {}): Promise<Service> {
    const service = new Service(
      await openSimulator(...carriers),
      await Fleet.start(servers, settings),
    );
    await service.#connect();
    return service;
  }

  async #connect(): Promise<void> {
    ({ key: this.#key } = await this.fleet.addOperator());
    for (const carrier of carriers) {
      const connector = connectors.find((candidate) => candidate.carrier === carrier);
      const simulated = this.simulator.carriers.find((candidate) => candidate.carrier === carrier);
      assert.ok(connector && simulated);
      const account = Object.entries(simulatedAccount(connector, simulated));
      const given = account.map(([name, value]) => `--set ${name}=${value}`).join(' ');
      await this.fleet.json(`carrier connect ${carrier} ${given} --untested`);
    }
  }

  /** Use a new connection for each request, so that every worker gets its share. */
  async quote(n: number, weight: number, options?: object): Promise<Quoted> {
    const body = sydneyToMelbourne({
      items: [aCarton({ weight })],
      ...(options === undefined ? {} : { options }),
    });
    const own = { connection: 'close' };
    const answer = await ask(this.fleet.url(n), this.#key, '/bookings', body, own);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body as Quoted;
  }

  async isServing(n: number): Promise<boolean> {
    const own = { connection: 'close' };
    return (await ask(this.fleet.url(n), this.#key, '/member', undefined, own)).status === 200;
  }

  /** The carrier of each price request so far. */
  async carriersAsked(): Promise<string[]> {
    const calls = jsonOf(await this.simulator.control('GET', '/calls?operation=quote'));
    return (calls as { carrier: string }[]).map(({ carrier }) => carrier);
  }

  /** True if a quote without the cache asks every carrier. */
  async asksAll(n: number): Promise<boolean> {
    const { length } = await this.carriersAsked();
    await this.quote(n, 1, { disable_cache: true });
    return new Set((await this.carriersAsked()).slice(length)).size === carriers.length;
  }

  async close(): Promise<void> {
    await this.fleet.close();
    await this.simulator.close();
  }
}

describe('two servers and live carriers', () => {
  let service: Service;
  let redis: Redis;
  const misses = (): number =>
    service.fleet.servers
      .flatMap(({ output }) => output)
      .filter((line) => line.includes('answers of live carriers are not shared')).length;
  const kept = async (): Promise<number> => (await redis.keys('linehaul:answers:*')).length;

  before(async () => {
    service = await Service.start(2);
    redis = new Redis(service.fleet.redis.url);
    await until(
      'both servers ask all carriers',
      async () => (await service.asksAll(0)) && (await service.asksAll(1)),
    );
  });
  after(async () => {
    redis?.disconnect();
    await service?.close();
  });

  test('the second server asks no carrier and shows all the same prices', async () => {
    const shownFirst: Quoted[] = [];
    for (let n = 0; shownFirst.length < shipments; n += 1) {
      const weight = 2 + n / 10;
      const [keptBefore, missesBefore] = [await kept(), misses()];
      const first = await service.quote(n, weight);
      // Answers are shared in the background. If Redis takes longer than fifty milliseconds on a busy machine, the
      // answer is not shared or not found, and the server counts a miss.
      const isMissed = (): boolean => misses() > missesBefore;
      await until(
        'the first server has shared its answers',
        async () => (await kept()) > keptBefore || isMissed(),
      );
      const before = (await service.carriersAsked()).length;
      const second = await service.quote(n + 1, weight);
      const askedAgain = (await service.carriersAsked()).length - before;
      if (askedAgain > 0) {
        await until('the server counts a miss', isMissed);
        continue;
      }
      assert.deepEqual(second.quotes, first.quotes);
      assert.deepEqual(failuresOf(second), failuresOf(first));
      shownFirst.push(first);
    }
    for (const { quotes } of shownFirst)
      for (const service of ['auspost_regular_eparcel', 'couriers_please', 'direct_freight'])
        assert.ok((quotes[service]?.total ?? 0) > 0, `${service} quoted`);
  });

  test('asks the carriers again at either server for a quote with disable_cache', async () => {
    assert.deepEqual([await service.asksAll(0), await service.asksAll(1)], [true, true]);
  });

  test('without Redis each server asks the carriers and shows every price', async () => {
    const first = await service.quote(0, 40);
    redis.disconnect();
    await service.fleet.redis.stop();
    const { length } = await service.carriersAsked();
    const second = await service.quote(1, 40);
    assert.equal(new Set((await service.carriersAsked()).slice(length)).size, carriers.length);
    assert.deepEqual(second.quotes, first.quotes);
    assert.deepEqual(failuresOf(second), failuresOf(first));
  });
});

describe('two workers without Redis and live carriers', () => {
  test('two workers on one machine share the answer of one carrier request', async () => {
    // The primary counts limits, so a counted request has also shared its answers.
    const settings = { WORKERS: '2', REDIS_URL: '', LIMIT_V5_PER_MINUTE: '1000000' };
    const service = await Service.start(1, settings);
    try {
      const { output } = service.fleet.servers[0] ?? assert.fail('no server was started');
      const bothServe = async (serve: () => Promise<boolean>): Promise<void> => {
        const { length } = output;
        await until('both workers serve', async () => {
          const isServed = await serve();
          const requests = output.slice(length).filter((line) => line.includes('"msg":"request"'));
          return (
            isServed && new Set(requests.map((line) => /"pid":(\d+)/.exec(line)?.[1])).size === 2
          );
        });
      };
      let inARow = 0;
      await bothServe(async () => {
        inARow = (await service.asksAll(0)) ? inARow + 1 : 0;
        return inARow >= 5;
      });
      let onceForBoth = 0;
      for (let weight = 2; onceForBoth < 3; weight += 1) {
        assert.ok(weight < 12, 'no three answers were shared');
        const first = await service.quote(0, weight);
        await bothServe(() => service.isServing(0));
        const { length } = await service.carriersAsked();
        await bothServe(async () => {
          const next = await service.quote(0, weight);
          assert.deepEqual(next.quotes, first.quotes);
          return true;
        });
        // If the primary takes longer than fifty milliseconds on a busy machine, the other worker asks for itself.
        const askedAgain = (await service.carriersAsked()).length - length;
        assert.ok(askedAgain <= carriers.length, `asked ${askedAgain} times again`);
        if (askedAgain === 0) onceForBoth += 1;
      }
    } finally {
      await service.close();
    }
  });
});
