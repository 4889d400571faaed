// Lists everything that answers over HTTP, for tests that attack it: v5 from its served OpenAPI document, the other
// generations and v5's unpublished aliases from the route table, the public tracking pages and the payment gateway's webhooks.
// Each has the bodies that clients send.
import assert from 'node:assert/strict';
import type { Access, Method } from '../../src/http/server/row.ts';
import {
  aCarton,
  auckland,
  type Body,
  sydneyToMelbourne,
  workedExampleBody,
} from '../support/bookings/quote-bodies.ts';
import { signedEvent } from '../support/money/stripe/signed-event.ts';
import { aFullOrder, wooCommerceOrder, wooCommerceSync } from '../support/orders/order-bodies.ts';
import { type RoutePath, routePaths } from '../support/route-paths.ts';

/** The part of JSON Schema that these shapes use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
};

export type Target = {
  from: 'openapi' | 'v4' | 'v5' | 'members' | 'pages' | 'webhooks';
  method: Method | 'HEAD';
  /** The whole path; parts with a leading colon name a record. */
  path: string;
  access: Access;
  queryNames: readonly string[];
  body: Schema | undefined;
  /** Bodies that real clients send. */
  examples: readonly Body[];
};

type Parameter = { name: string; in: string };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
export type OpenapiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

export function hostileTargets(document: OpenapiDocument): Target[] {
  const documented = documentedTargets(document);
  const isDocumented = ({ prefix, row, path }: RoutePath): boolean =>
    documented.some(
      (operation) => operation.method === row.method && operation.path === prefix + path,
    );
  return [
    ...documented,
    ...routePaths.filter((place) => !isDocumented(place)).map(targetOfRow),
    ...otherTargets,
  ];
}

function documentedTargets({ paths, components }: OpenapiDocument): Target[] {
  return Object.entries(paths).flatMap(([written, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]): Target => {
      const path = written.replaceAll(/\{(\w+)\}/g, ':$1');
      const schema = requestBody?.content['application/json']?.schema;
      return {
        from: 'openapi',
        method: method.toUpperCase() as Target['method'],
        path,
        access: 'key',
        queryNames: parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name }) => name),
        body: schema === undefined ? undefined : withoutReferences(schema, components.schemas),
        examples: examplesAt(path),
      };
    }),
  );
}

function targetOfRow({ generation, prefix, row, path }: RoutePath): Target {
  const query = row.endpoint.shapes.query as Schema | undefined;
  return {
    from: generation,
    method: row.method,
    path: prefix + path,
    access: row.access,
    queryNames: Object.keys(query?.properties ?? {}),
    body: row.endpoint.shapes.body as Schema | undefined,
    examples: examplesAt(path),
  };
}

function withoutReferences(schema: Schema, known: Record<string, Schema>): Schema {
  const inner = (part: Schema): Schema => withoutReferences(part, known);
  if (schema.$ref !== undefined) {
    const named = known[schema.$ref.replace('#/components/schemas/', '')];
    assert.ok(named, `${schema.$ref} is in the document`);
    return inner(named);
  }
  const { anyOf, allOf, items, properties } = schema;
  return {
    ...schema,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(inner) }),
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, inner(property)]),
          ),
        }),
  };
}

const quotes = [
  sydneyToMelbourne(),
  sydneyToMelbourne({ receiver: auckland, declared_value: 250 }),
  workedExampleBody(),
];
const orders = [aFullOrder(), wooCommerceOrder(1), wooCommerceSync()];

/** Keyed by the end of the path, in any generation. */
const examples: readonly (readonly [RegExp, readonly Body[]])[] = [
  [/\/items(\/:item_id)?$/, [aCarton()]],
  [
    /\/confirm$/,
    [
      { courier: 'toll', 'pickup-date': '2026-11-17', payment_method: 'credit' },
      { courier: 'toll', pickup_date: '2026-11-17', payment_method: 'demo' },
    ],
  ],
  [/\/preview$/, [{ settings: {}, cart: sydneyToMelbourne() }]],
  [/\/batch$/, [{ booking_ids: [1, 2] }]],
  [/\/bookings(\/v4)?(\/stream|\/:id)?$|\/quotes$/, quotes],
  [/\/orders(\/\w+|\/create-simple|\/:id)?$/, orders],
];

function examplesAt(path: string): readonly Body[] {
  return examples.find(([end]) => end.test(path))?.[1] ?? [];
}

const notice = JSON.parse(
  signedEvent(
    'payment_intent.succeeded',
    { id: 'pi_1Fake', object: 'payment_intent', metadata: { linehaul_key: 'charge-7' } },
    { nowMs: 0 },
  ).body,
) as Body;

const noParameters = { queryNames: [], body: undefined, examples: [] } as const;

const otherTargets: readonly Target[] = [
  {
    ...noParameters,
    from: 'pages',
    method: 'GET',
    path: '/track',
    access: 'open',
    queryNames: ['reference', 'postcode'],
  },
  {
    ...noParameters,
    from: 'pages',
    method: 'GET',
    path: '/track/:reference',
    access: 'open',
    queryNames: ['postcode'],
  },
  {
    ...noParameters,
    from: 'webhooks',
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'open',
    examples: [notice],
  },
];
