// Simulated answers have the shape of recorded ones: each field that all recordings of a request have is there, with
// the same type of value.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { readRecordedAnswers } from '../../src/adapters/connectors/recorded-answers.ts';
import { shapesOf } from '../../src/application/carriers/answer-differences.ts';
import type { CarrierOperation, Connector } from '../../src/application/ports.ts';
import { type AnswerShape, shapeOf } from '../../src/domain/connectors/answer-shape.ts';
import { openSimulatedConnection, type SimulatedConnection } from './simulated-connection.ts';

for (const connector of connectors) describe(connector.carrier, () => suite(connector));

function suite(connector: Connector): void {
  let line: SimulatedConnection;
  before(async () => {
    line = await openSimulatedConnection(connector);
  });
  after(() => line.close());

  const { carrier, book, quote, track } = connector;
  const isKnown = book !== undefined || quote === undefined;
  const about: readonly CarrierOperation[] = [
    'check',
    ...(quote === undefined ? [] : (['quote'] as const)),
    ...(book === undefined ? [] : (['book'] as const)),
    ...(track === undefined || !isKnown ? [] : (['track'] as const)),
    ...(['label', 'cancel'] as const).filter((operation) => connector[operation] !== undefined),
  ];
  for (const operation of about)
    test(`the simulator answers ${operation} in the shape of the recordings`, async () => {
      const consignment = ['check', 'quote', 'book'].includes(operation)
        ? undefined
        : await line.consignment();
      if (operation === 'track') await line.simulator.advance(700);
      const from = line.answers.length;
      await line.perform(operation, consignment);
      for (const { request, status, text } of line.answers.slice(from)) {
        const simulated = parsed(text);
        if (status >= 300 || simulated === undefined) continue;
        const common = commonShape(
          shapesOf(await readRecordedAnswers(shippedCarriersDir, carrier), operation, request),
        );
        const own = shapeOf(simulated);
        const different = [...common].filter(
          ([path, kind]) => kindOf(own, path) !== kind && !isOccasional(path),
        );
        assert.deepEqual(
          different.map(([path]) => path),
          [],
          `${request}: ${text}`,
        );
      }
    });
}

/** Fields of some answers only: remarks, taxes, and contract details that nothing depends on. */
const occasional: ReadonlySet<string> = new Set([
  ...['alerts', 'Alert', 'Disclaimer', 'error', 'References', 'TransactionReference'],
  ...['addresses', 'details', 'contract', 'features', 'authority_to_leave_threshold'],
  ...['merchant_location_id', 'credit_blocked', 'valid_from', 'valid_to', 'item_summary'],
  ...['label', 'commitMessageDetails', 'saturdayDelivery', 'signedBy'],
  ...['TotalChargesWithTaxes', 'PackageLevelResult', 'PickupDate', 'TotalTransitDays'],
]);

const isOccasional = (path: string): boolean =>
  path.split('.').some((name) => occasional.has(name));

/** The fields that all recorded successes of a request have. Carriers write numbers as texts too. */
function commonShape(shapes: readonly AnswerShape[]): ReadonlyMap<string, string> {
  const [first, ...others] = shapes;
  const paths = [...(first ?? new Map<string, string>()).keys()];
  return new Map(
    paths
      .map((path) => [path, kindOf(first, path)] as const)
      .filter(([path, kind]) => others.every((other) => kindOf(other, path) === kind)),
  );
}

function kindOf(shape: AnswerShape | undefined, path: string): 'object' | 'value' | 'missing' {
  const type = shape?.get(path);
  if (type === undefined) return 'missing';
  return type === 'object' ? 'object' : 'value';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
