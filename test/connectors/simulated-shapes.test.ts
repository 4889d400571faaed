// Simulated answers have the shape of recorded ones: each field that all recordings of a request have is there, with
// the same type of value.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import type { CarrierOperation, Connector } from '../../src/application/ports.ts';
import { type Recording, readRecordings } from './recording.ts';
import { openSimulatedConnection, type SimulatedConnection } from './simulated-connection.ts';

type Kind = 'object' | 'value';
type Shape = ReadonlyMap<string, Kind>;

const recordings = readRecordings();

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
        const common = commonShape(carrier, operation, templateOf(request));
        const own = shapeOf(simulated);
        const different = [...common].filter(
          ([path, kind]) => own.get(path) !== kind && !isOccasional(path),
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

/** The fields that all recorded successes of a request have. */
function commonShape(carrier: string, operation: CarrierOperation, template: string): Shape {
  const shapes = recordings
    .filter(
      (recording) =>
        recording.carrier === carrier && recording.operation === operation && isSuccess(recording),
    )
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ request, status = 200 }) => templateOf(request) === template && status < 300)
    .map(({ answer }) => shapeOf(answer))
    .filter((shape) => shape.size > 0);
  const [first, ...others] = shapes;
  if (first === undefined) return new Map();
  return new Map(
    [...first].filter(([path, kind]) => others.every((other) => other.get(path) === kind)),
  );
}

function isSuccess({ fails, result, title }: Recording): boolean {
  const text = JSON.stringify(result) ?? '';
  return (
    fails === undefined &&
    !/good status/.test(title) &&
    !/^\[\]$|^"(absent|not_shown)"|"(rejected|refused|absence)":/.test(text)
  );
}

/** A request's path without its query and connotes. */
function templateOf(request: string): string {
  const [method = '', path = ''] = request.split(' ');
  const plain = (path.split('?')[0] ?? '').split('/').map((step) => (/\d/.test(step) ? '#' : step));
  return `${method} ${plain.join('/')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A list of one may be written as its single entry, so both have the same shape. */
function shapeOf(value: unknown, path = '', shape = new Map<string, Kind>()): Shape {
  if (Array.isArray(value)) for (const entry of value) shapeOf(entry, path, shape);
  else if (typeof value === 'object' && value !== null) {
    if (path !== '') shape.set(path, 'object');
    for (const [name, part] of Object.entries(value)) {
      if (part !== null) shapeOf(part, path === '' ? name : `${path}.${name}`, shape);
    }
  } else if (path !== '') shape.set(path, 'value');
  return shape;
}
