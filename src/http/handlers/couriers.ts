// /couriers: which carriers there are, by the names people know.
// Tests: contract/couriers.
import { Type } from 'typebox';
import { sampleCards } from '../../application/carriers/sample-cards.ts';
import { endpoint } from '../endpoint.ts';

export const list = endpoint(
  {
    summary: 'Carriers by display name',
    description:
      'A name leads to its string_id, or, for a carrier with several services, to their names and string_ids.',
    reply: Type.Record(Type.String(), Type.Unknown()),
  },
  async (app) => {
    const off = app.carriers.switchedOff();
    const listed: Record<string, string | Record<string, string>> = {};
    for (const { terms } of app.carriers.snapshot().carriers) {
      const services = terms.services.filter(({ stringId }) => !off.has(stringId));
      const [only] = services;
      if (only === undefined) continue;
      listed[terms.name] =
        services.length === 1
          ? only.stringId
          : Object.fromEntries(services.map(({ label, stringId }) => [label, stringId]));
    }
    return listed;
  },
);

// Tests: contract/rate-cards.
export const samples = endpoint(
  {
    summary: 'Rate cards whose prices are invented',
    description: 'By the rate_card_code that quotes carry.',
    reply: Type.Array(Type.String()),
  },
  async (app) => sampleCards(app),
);
