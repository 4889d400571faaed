// /packaging-types: packaging types for the forms of the members area.
// Tests: browser/quote.
import { Type } from 'typebox';
import { packagingTypes } from '../../domain/bookings/item.ts';
import { endpoint } from '../server/endpoint.ts';

export const list = endpoint(
  { summary: 'Packaging types', reply: Type.Array(Type.String()) },
  async () => packagingTypes.map(({ name }) => name),
);
