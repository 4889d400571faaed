// Team Global Express logs requests by their identifier, so no two requests may share one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { teamGlobalExpress } from '../../carriers/toll/connector/team-global-express.ts';
import type { LiveQuestion } from '../../src/application/ports.ts';
import { createShipment } from '../../src/domain/quotes/shipment.ts';
import { question } from './story.ts';

const identifierOf = (change: Partial<LiveQuestion> = {}): unknown => {
  const request = teamGlobalExpress.quote?.({ account_code: '80012345' }, question(change)).next();
  assert.ok(request?.done === false && request.value.body && 'json' in request.value.body);
  const { TollMessage } = request.value.body.json as {
    TollMessage: { Header: { MessageIdentifier: unknown } };
  };
  return TollMessage.Header.MessageIdentifier;
};

test('different requests of one millisecond have different identifiers, and a repeated request keeps its own', () => {
  const heavier = createShipment({
    sender: { suburb: 'SYDNEY', postcode: '2000', state: 'NSW', type: 'business' },
    receiver: { suburb: 'MELBOURNE', postcode: '3000', state: 'VIC', type: 'residential' },
    items: [
      { packaging: 0, quantity: 1, weightGrams: 9_000, lengthMm: 305, widthMm: 200, heightMm: 100 },
    ],
  });
  const identifiers = [
    identifierOf(),
    identifierOf({ shipment: heavier }),
    identifierOf({ nowMs: 1 }),
  ];
  assert.equal(new Set(identifiers).size, identifiers.length);
  assert.equal(identifierOf(), identifiers[0]);
  for (const identifier of identifiers)
    assert.match(
      String(identifier),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
});
