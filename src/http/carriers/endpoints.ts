// /couriers: the carriers and their display names.
// Tests: contract/couriers.
import { Type } from 'typebox';
import {
  type Courier,
  internationalServices,
  listCouriers,
} from '../../application/carriers/list-services.ts';
import { sampleCards } from '../../application/rate-cards/sample-cards.ts';
import { endpoint } from '../server/endpoint.ts';

export const list = endpoint(
  {
    summary: 'Carriers by display name',
    description:
      'Maps a name to its string_id, or for a carrier with several services to their names and string_ids.',
    reply: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Record(Type.String(), Type.String())]),
      {
        $id: 'Couriers',
        examples: [{ Toll: 'toll', 'Australia Post': { 'Parcel Post': 'auspost' } }],
      },
    ),
  },
  async (app) => Object.fromEntries(listCouriers(app).map(presentCourier)),
);

function presentCourier({ name, services }: Courier): [string, string | Record<string, string>] {
  const [first] = services;
  return [
    name,
    first !== undefined && services.length === 1
      ? first.stringId
      : Object.fromEntries(services.map(({ label, stringId }) => [label, stringId])),
  ];
}

/** For the quote page, which does not list them among the reasons of a shipment within Australia. */
// Tests: contract/couriers, browser/quote.
export const international = endpoint(
  {
    summary: 'Services that carry only between countries',
    description: 'By string_id.',
    reply: Type.Array(Type.String()),
  },
  async (app) => internationalServices(app),
);

// Tests: contract/rate-cards.
export const samples = endpoint(
  {
    summary: 'Rate cards with sample prices',
    description: 'By the rate_card_code that quotes carry.',
    reply: Type.Array(Type.String()),
  },
  async (app) => sampleCards(app),
);
