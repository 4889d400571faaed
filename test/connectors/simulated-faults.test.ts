// Every connector against every fault of the simulator in every operation: no crash, no wrong price, no broken label,
// and never two consignments of one booking through our fault.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { type FaultKind, faultKinds } from '../../simulator/fault.ts';
import { oneLabel } from '../../src/adapters/connectors/carrier-labels.ts';
import type {
  BookAnswer,
  CarrierConsignment,
  CarrierLabel,
  CarrierOperation,
  Connector,
  ServiceOffers,
} from '../../src/application/ports.ts';
import { CarrierTrouble } from '../../src/domain/connectors/carrier-trouble.ts';
import { openSimulatedConnection, type SimulatedConnection } from './simulated-connection.ts';

/** Faults with a value; the others are written without one. */
const written: Partial<Record<FaultKind, string>> = {
  latency: 'latency=5',
  'server-error': 'server-error=503',
  'rate-limit': 'rate-limit=60',
  'wrong-price': 'wrong-price=150',
};

/** Faults after which the carrier has carried the request out. */
const isCarriedOut: ReadonlySet<FaultKind> = new Set([
  'latency',
  'malformed',
  'truncated',
  'wrong-price',
  'accepted-but-answer-lost',
  'duplicate',
]);
/** Faults that still give a valid answer, only later, at another price or twice. */
const isAnswered: ReadonlySet<FaultKind> = new Set(['latency', 'wrong-price', 'duplicate']);

/** Carriers that state a price when they book. */
const namesPriceAtBooking = [
  'allied',
  'auspost',
  'startrack',
  'zoom2u',
  'dhl_express',
  'fedex',
  'ups',
  'hunter',
  'uber_direct',
  'doordash_drive',
];

for (const connector of connectors) describe(connector.carrier, () => suite(connector));

function suite(connector: Connector): void {
  let line: SimulatedConnection;
  before(async () => {
    line = await openSimulatedConnection(connector);
  });
  after(() => line.close());
  beforeEach(() => line.simulator.simulation.reset());

  const fault = async (
    operations: Iterable<string>,
    kind: FaultKind,
    often = '',
  ): Promise<void> => {
    for (const operation of operations)
      await line.simulator.fault(
        `${connector.carrier}:${operation}:${written[kind] ?? kind}${often}`,
      );
  };

  /** Runs an operation once to learn the simulator's names of its requests. */
  const watched = async (
    operation: CarrierOperation,
    consignment: CarrierConsignment | undefined,
  ): Promise<Set<string>> => {
    const { simulation } = line.simulator;
    const before = simulation.calls.length;
    await line.perform(operation, consignment);
    const names = simulation.calls.slice(before).map((call) => call.operation);
    return new Set(names.filter((name) => name !== 'token'));
  };

  /** Aborts an operation as soon as the carrier has received the request that hangs. */
  const abortWhenHung = async (
    operation: CarrierOperation,
    consignment: CarrierConsignment | undefined,
  ): Promise<unknown> => {
    const patience = new AbortController();
    const { simulation } = line.simulator;
    const done = line.perform(operation, consignment, patience.signal);
    const isOver = done.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([isOver, nextTurn()])))
      if (simulation.calls.some((call) => call.fault === 'hang')) patience.abort();
    return await done;
  };

  const outcomeOf = async (
    kind: FaultKind,
    operation: CarrierOperation,
    consignment: CarrierConsignment | undefined,
  ): Promise<{ result: unknown } | { trouble: CarrierTrouble }> => {
    try {
      const perform = kind === 'hang' ? abortWhenHung : line.perform;
      const result = await perform(operation, consignment);
      // Labels are checked before they are printed.
      return { result: operation === 'label' ? await checkedLabel(result) : result };
    } catch (error) {
      assert.ok(error instanceof CarrierTrouble, error instanceof Error ? error.stack : 'no error');
      return { trouble: error };
    }
  };

  for (const operation of [
    'check',
    'quote',
    'find',
    'label',
    'manifest',
    'track',
    'cancel',
  ] as const) {
    if (connector[operation] === undefined) continue;
    for (const kind of faultKinds) {
      test(`${operation} survives ${kind}`, async () => {
        const isAbout = !['check', 'quote'].includes(operation);
        const example = isAbout ? await line.consignment() : undefined;
        if (isAbout && example === undefined) return;
        const names = await watched(operation, example);
        // A consignment can be lodged or cancelled once only, so these operations need a new one.
        const isUsedUp = operation === 'cancel' || operation === 'manifest';
        const consignment = isUsedUp ? await line.consignment() : example;
        await fault(names, kind);
        const outcome = await outcomeOf(kind, operation, consignment);
        // The second answer says that the consignment was already lodged or cancelled.
        if (kind === 'duplicate' && isUsedUp) return;
        if (isAnswered.has(kind)) assert.ok('result' in outcome, JSON.stringify(outcome));
        // A token that is refused again and again must end in an error.
        else assert.ok('trouble' in outcome, `${operation} returned a result after ${kind}`);
        if ('result' in outcome) assertGood(operation, outcome.result, line.stringId);
      });
    }
    test(`${operation} recovers from a fault that happens once`, async () => {
      const isAbout = !['check', 'quote'].includes(operation);
      const example = isAbout ? await line.consignment() : undefined;
      if (isAbout && example === undefined) return;
      for (const kind of ['reset', 'server-error', 'expired-token'] as const) {
        if (kind === 'expired-token' && connector.signIn === undefined) continue;
        // Like a booking, a manifest without an answer must not be sent again.
        if (operation === 'manifest' && kind !== 'expired-token') continue;
        const names = await watched(operation, example);
        const consignment = operation === 'cancel' ? await line.consignment() : example;
        const [first = ''] = names;
        await fault([first], kind, ':1');
        const fresh = operation === 'manifest' ? await line.consignment() : consignment;
        assertGood(operation, await line.perform(operation, fresh), line.stringId);
      }
    });
  }

  if (connector.book !== undefined) {
    for (const kind of faultKinds) {
      test(`never creates two consignments for one booking: ${kind}`, async () => {
        await fault(['book'], kind, kind === 'expired-token' ? ':1' : '');
        const outcome = await outcomeOf(kind, 'book', undefined);
        const sent = line.simulator.simulation.calls.filter((call) => call.operation === 'book');
        const carriedOut = sent.filter(
          ({ fault: hit }) => hit === undefined || isCarriedOut.has(hit as FaultKind),
        );
        assert.ok(carriedOut.length <= 1, `${carriedOut.length} bookings were requested`);
        // A repeated request under a number that we issued is the same consignment.
        const isTwice = kind === 'duplicate' && connector.allottedNumbers === undefined;
        assert.equal(line.kept().length, carriedOut.length * (isTwice ? 2 : 1));
        const isRenewed = kind === 'expired-token' && connector.signIn !== undefined;
        if (isAnswered.has(kind) || isRenewed) {
          assert.ok('result' in outcome, JSON.stringify(outcome));
          const { booked } = outcome.result as { booked?: { connote: string } };
          assert.equal(booked?.connote, line.kept().at(-1)?.number);
        } else {
          assert.ok('trouble' in outcome, JSON.stringify(outcome));
          const isRefused = kind === 'rate-limit' || kind === 'expired-token';
          assert.equal(
            outcome.trouble.isUnsent,
            isRefused,
            'only a refused request counts as unsent',
          );
        }
      });
    }

    test('recovers a lost answer by our reference, where the carrier supports it', async () => {
      await fault(['book'], 'accepted-but-answer-lost', ':1');
      await assert.rejects(line.perform('book', undefined));
      assert.equal(line.kept().length, 1);
      if (connector.find === undefined) return;
      const found = await line.perform('find', undefined);
      assert.ok(typeof found === 'object' && found !== null && 'booked' in found, String(found));
      assert.equal((found.booked as { connote: string }).connote, line.kept()[0]?.number);
    });
  }

  if (connector.book !== undefined) {
    test('reports the price that the carrier names when it books', async () => {
      const priceOf = async (): Promise<number | undefined> => {
        const answer = (await line.perform('book', undefined)) as BookAnswer;
        assert.ok('booked' in answer);
        return answer.booked.priceCents;
      };
      const right = await priceOf();
      assert.equal(right !== undefined, namesPriceAtBooking.includes(connector.carrier));
      if (right === undefined) return;
      await fault(['book'], 'wrong-price');
      const reported = (await priceOf()) ?? 0;
      assert.ok(Math.abs(reported - right * 1.5) <= 2, `${reported} for ${right}`);
    });
  }

  if (connector.quote !== undefined) {
    test('reports a changed price to the cent', async () => {
      const priceOf = async (): Promise<number> => {
        const offers = (await line.perform('quote', undefined)) as ServiceOffers;
        const offer = offers.get(line.stringId);
        assert.ok(offer !== undefined && 'priceCents' in offer);
        return offer.priceCents;
      };
      const right = await priceOf();
      await fault(['quote'], 'wrong-price');
      const reported = await priceOf();
      assert.ok(Math.abs(reported - right * 1.5) <= 2, `${reported} for ${right}`);
    });
  }
}

const nextTurn = (): Promise<false> => new Promise((resolve) => setImmediate(() => resolve(false)));

async function checkedLabel(result: unknown): Promise<CarrierLabel> {
  const labels = (Array.isArray(result) ? result : [result]) as CarrierLabel[];
  return await oneLabel(labels, 'pdf', async ([first = new Uint8Array()]) => first);
}

/** Checks the result of an operation whose answer was valid. */
function assertGood(operation: CarrierOperation, result: unknown, stringId: string): void {
  switch (operation) {
    case 'check':
      assert.ok(String(result).length > 10);
      return;
    case 'quote': {
      const offer = (result as ServiceOffers).get(stringId);
      assert.ok(offer !== undefined && 'priceCents' in offer);
      return;
    }
    case 'cancel':
      assert.equal(result, 'cancelled');
      return;
    case 'track':
      assert.ok(Array.isArray(result));
      return;
    default:
      assert.ok(typeof result === 'object' && result !== null);
  }
}
