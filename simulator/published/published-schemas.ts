// The carriers' published schemas of request bodies: required fields, lengths and allowed values. Each names its
// source and holds only what the source states, so the real carrier may still refuse a body that fits.
import type { TSchema } from 'typebox';
import { alliedSchema } from '../protocols/allied-schema.ts';
import { dhlSchemas } from './dhl-express.ts';
import { fedexSchemas } from './fedex.ts';
import { upsSchemas } from './ups.ts';

type PublishedSchema = { carrier: string; method: string; path: RegExp; schema: TSchema };

const published: readonly PublishedSchema[] = [
  // The gateway repeats its schema in every refusal.
  {
    carrier: 'allied',
    method: 'POST',
    path: /^\/(calculatePrice|GetLabelfull)$/,
    schema: alliedSchema,
  },
  { carrier: 'dhl_express', method: 'POST', path: /^\/rates$/, schema: dhlSchemas.rates },
  { carrier: 'dhl_express', method: 'POST', path: /^\/shipments$/, schema: dhlSchemas.shipments },
  { carrier: 'dhl_express', method: 'POST', path: /^\/pickups$/, schema: dhlSchemas.pickups },
  { carrier: 'fedex', method: 'POST', path: /^\/rate\/v1/, schema: fedexSchemas.rates },
  {
    carrier: 'fedex',
    method: 'POST',
    path: /^\/ship\/v1\/shipments$/,
    schema: fedexSchemas.shipments,
  },
  {
    carrier: 'fedex',
    method: 'PUT',
    path: /^\/ship\/v1\/shipments\/cancel$/,
    schema: fedexSchemas.cancel,
  },
  { carrier: 'fedex', method: 'POST', path: /^\/pickup\/v1/, schema: fedexSchemas.pickups },
  {
    carrier: 'fedex',
    method: 'POST',
    path: /^\/track\/v1\/trackingnumbers$/,
    schema: fedexSchemas.track,
  },
  { carrier: 'ups', method: 'POST', path: /^\/api\/rating\//, schema: upsSchemas.rates },
  {
    carrier: 'ups',
    method: 'POST',
    path: /^\/api\/shipments\/v2409\/ship$/,
    schema: upsSchemas.shipments,
  },
  { carrier: 'ups', method: 'POST', path: /^\/api\/pickupcreation\//, schema: upsSchemas.pickups },
];

/** The published schemas of a request's body; most requests have none. */
export function schemasOf(carrier: string, method: string, path: string): TSchema[] {
  return published
    .filter((one) => one.carrier === carrier && one.method === method && one.path.test(path))
    .map(({ schema }) => schema);
}

export function hasSchema(carrier: string, method: string, path: string): boolean {
  return schemasOf(carrier, method, path).length > 0;
}
