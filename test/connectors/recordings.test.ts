// Replays every recorded answer of a real carrier through its connector, and checks every request body against the
// carrier's published schema.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Value } from 'typebox/value';
import { connectors } from '../../carriers/connectors.ts';
import { comesWithBooking, evidenceOf } from '../../scripts/carrier-evidence.ts';
import { hasSchema, schemasOf } from '../../simulator/published/published-schemas.ts';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { openTransport, type Transport } from '../../src/adapters/connectors/transport.ts';
import { type CarrierRequest, capabilitiesOf } from '../../src/application/ports.ts';
import { readRecordings, replay } from './recording.ts';
import { allStories } from './stories.ts';
import { beginOperation } from './story.ts';

describe('recorded answers', () => {
  let transport: Transport;
  before(() => {
    transport = openTransport();
  });
  after(() => transport.close());

  for (const recording of readRecordings()) {
    const { carrier, operation, title } = recording;
    test(`${carrier} ${operation}: ${title}`, async () => {
      const requests = await replay(recording, transport);
      for (const { method, path, body } of requests)
        assert.deepEqual(requestProblems(carrier, method, path, body), []);
    });
  }
});

describe('proofs of connectors', () => {
  for (const connector of connectors)
    for (const operation of capabilitiesOf(connector)) {
      if (comesWithBooking(connector, operation)) continue;
      test(`${connector.carrier} ${operation} has recorded answers`, () => {
        assert.ok(evidenceOf(connector.carrier, operation).recordings > 0);
      });
    }
});

describe('bookings with long contacts', () => {
  const long = (letter: string, length: number) => letter.repeat(length);
  const contact = {
    name: long('n', 300),
    companyName: long('c', 300),
    street: long('s', 300),
    suburb: long('b', 60),
    phone: long('1', 90),
    email: `${long('e', 90)}@tiles.example`,
  };
  for (const of of allStories)
    for (const operation of ['book', 'pickup'] as const) {
      const { connector, account } = of;
      if (connector[operation] === undefined) continue;
      const abroad = { ...contact, country: 'NZ', state: '', postcode: '1010' };
      const receiver = connector.reach === 'domestic' ? contact : abroad;
      const booking = { sender: contact, receiver };
      const given = completeAccount(connector, account);
      const { value } = beginOperation(of, { operation, booking }, given).next();
      const { method, path, body } = value as CarrierRequest;
      if (!hasSchema(connector.carrier, method, path)) continue;
      test(`${connector.carrier} ${operation}: a request with long contacts still fits the schema`, () => {
        assert.ok(body !== undefined && 'json' in body);
        const text = JSON.stringify(body.json);
        assert.deepEqual(requestProblems(connector.carrier, method, path, text), []);
      });
    }
});

describe('stories of carriers that publish a schema', () => {
  for (const { connector, stories } of allStories)
    for (const { operation, name, exchanges } of stories)
      for (const { asks, json } of exchanges) {
        const [method = '', path = ''] = asks.split(' ');
        if (!hasSchema(connector.carrier, method, path) || json === undefined) continue;
        test(`${connector.carrier} ${operation}: the request of "${name}" fits`, () => {
          const body = JSON.stringify(json);
          assert.deepEqual(requestProblems(connector.carrier, method, path, body), []);
        });
      }
});

/** Lists how a body breaks the carrier's published schema; empty if there is no schema. */
function requestProblems(carrier: string, method: string, path: string, body: string): string[] {
  return schemasOf(carrier, method, path)
    .flatMap((schema) => [...Value.Errors(schema, JSON.parse(body))])
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}
