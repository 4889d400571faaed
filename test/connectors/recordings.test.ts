// Every recorded answer of a real carrier, replayed through its connector; and every body that is sent, held against what
// the carrier publishes about it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTransport, type Transport } from '../../src/adapters/connectors/transport.ts';
import { hasSchema, requestProblems } from './published-schemas.ts';
import { readRecordings, replay } from './recording.ts';
import { allStories } from './stories.ts';

describe('recorded answers', () => {
  let transport: Transport;
  before(() => {
    transport = openTransport();
  });
  after(() => transport.close());

  for (const recording of readRecordings()) {
    const { carrier, operation, title } = recording;
    test(`${carrier} ${operation}: ${title}`, async () => {
      const asked = await replay(recording, transport);
      for (const { method, path, body } of asked)
        assert.deepEqual(requestProblems(carrier, method, path, body), []);
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
