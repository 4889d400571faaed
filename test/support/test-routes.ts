// Routes for tests only: they use features that no shipped route uses yet, or misbehave, for example by failing.
import { Type } from 'typebox';
import { StoreBusy } from '../../src/application/ports.ts';
import { routes } from '../../src/http/routes.ts';
import { endpoint } from '../../src/http/server/endpoint.ts';
import { type Row, row } from '../../src/http/server/row.ts';

const both = ['v4', 'v5'] as const;

const parcelBody = Type.Object({
  name: Type.String({ maxLength: 10 }),
  items: Type.Array(Type.Object({ weight: Type.Number() }), { minItems: 1 }),
});

const parcel = endpoint(
  { summary: 'Echo', body: parcelBody, reply: parcelBody },
  async (_app, { body }) => body,
);

const broken = endpoint({ summary: 'Fail', reply: Type.Object({}) }, async () => {
  throw new Error('select secret from somewhere');
});

const busy = endpoint({ summary: 'Be too much', reply: Type.Object({}) }, async () => {
  throw new StoreBusy();
});

const quote = endpoint({ summary: 'Quote', reply: Type.Object({}) }, async () => ({}));

/** A route that answers only when the test releases it. */
export function heldRoute(): { row: Row; arrived: () => number; release: () => void } {
  let release: () => void = () => {};
  let arrived = 0;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = endpoint({ summary: 'Hold', reply: Type.Object({}) }, async () => {
    arrived += 1;
    await gate;
    return {};
  });
  return {
    row: row('GET', '/held', both, 'optional', held),
    arrived: () => arrived,
    release: () => release(),
  };
}

export const testRoutes: readonly Row[] = [
  ...routes,
  row('POST', '/parcel', both, 'key', parcel, 'nothing'),
  row('PUT', '/parcel', both, 'key', parcel, 'nothing'),
  row('DELETE', '/parcel/:id', both, 'key', quote, 'nothing'),
  row('GET', '/broken', both, 'optional', broken),
  row('GET', '/busy', [...both, 'members'], 'optional', busy),
  row('POST', '/quote', ['v5'], 'quote', quote, 'nothing'),
];
