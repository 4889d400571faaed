// /packaging-types: what an item may be packed in, for the members area's forms.
// Tests: browser/quote.
import { Type } from 'typebox';
import { packagingTypes } from '../../domain/bookings/item.ts';
import { endpoint } from '../server/endpoint.ts';

export const list = endpoint(
  { summary: 'Packaging types', reply: Type.Array(Type.String()) },
  async () => packagingTypes.map(({ name }) => name),
);
