// The OpenAPI description of v5, made from the route table: interface, "Versioning" 3. Shapes with an `$id` become
// named components; other shapes stand inline.
import type { TSchema } from 'typebox';
import type { Published } from './endpoint.ts';
import { idempotencyHeader } from './idempotency.ts';
import { exampleOf } from './openapi-examples.ts';
import { type Components, type PublishedGeneration, responsesOf } from './openapi-responses.ts';
import { operationName, publishedRows } from './operation-names.ts';
import type { Row } from './row.ts';
import { v4Refusals } from './v4.ts';
import { v5Prefix, v5Refusals } from './v5.ts';

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, object>;
    schemas: Record<string, object>;
    responses: Record<string, object>;
    examples: Record<string, object>;
  };
};

const tagDescriptions: Readonly<Record<string, string>> = {
  member: 'The member that a key belongs to',
  members: 'What a member has saved',
  bookings: 'Quotes, bookings and their documents',
  tracking: 'Track a shipment',
  signed: 'Label links that need no key',
  couriers: 'Carriers and their identifiers',
  orders: 'Orders that shops send to be booked',
  products: 'What a shop sells',
  locations: 'Suburbs, postcodes and countries',
  addresses: 'Address suggestions',
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters: object[];
  requestBody?: object;
  responses: Record<string, object>;
};

type Description = PublishedGeneration & {
  prefix: string;
  version: string;
  credentials: Record<string, string[]>[];
  securitySchemes: Record<string, object>;
};

const apiKey = { type: 'apiKey', in: 'header', name: 'api-key' };

const published: Readonly<Record<'v4' | 'v5', Description>> = {
  v4: {
    bodies: 'v4',
    refusals: v4Refusals,
    prefix: '/api',
    version: '4.0.0',
    credentials: [{ ApiKey: [] }, { Basic: [] }],
    securitySchemes: { ApiKey: apiKey, Basic: { type: 'http', scheme: 'basic' } },
  },
  v5: {
    bodies: 'v5',
    refusals: v5Refusals,
    prefix: v5Prefix,
    version: '5.2.0',
    credentials: [{ ApiKey: [] }],
    securitySchemes: { ApiKey: apiKey },
  },
};

export function openApiDocument(
  table: readonly Row[],
  publicUrl: string,
  name: 'v4' | 'v5' = 'v5',
): OpenApiDocument {
  const generation = published[name];
  const schemas: Record<string, object> = {};
  const components: Components = {
    refer: (schema) => reference(schema, schemas),
    example: (schema) => exampleOf(schema, (name) => schemas[name]),
    responses: {},
    examples: {},
    generation,
  };
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Set<string>();
  const rows = publishedRows(table, name);
  for (const row of rows) {
    const path = publishedPath(row.path, generation.prefix);
    const tag = row.path.split('/')[1] ?? '';
    tags.add(tag);
    paths[path] ??= {};
    const described = operation(row, tag, {
      operationId: operationName(row, rows),
      credentials: generation.credentials,
      components,
    });
    paths[path][row.method.toLowerCase()] = described;
    if (row.endpoint.shapes.allowsHead === true)
      paths[path].head = withoutBodies(described, components.responses);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${name} API`,
      version: generation.version,
      description:
        'Freight and parcel quotes, bookings, labels and tracking. Currency is AUD and prices include GST; weights are kilograms, sizes centimetres.',
    },
    servers: [{ url: publicUrl }],
    security: generation.credentials,
    tags: [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: generation.securitySchemes,
      schemas,
      responses: components.responses,
      examples: components.examples,
    },
  };
}

/** The same operation with HEAD. */
function withoutBodies(get: Operation, named: Record<string, object>): Operation {
  const responses = Object.entries(get.responses).map(([status, response]) => {
    const { $ref: name } = response as { $ref?: string };
    const whole = name === undefined ? response : named[name.split('/').at(-1) ?? ''];
    const { content: _content, ...rest } = whole as { content?: object };
    return [status, rest];
  });
  return {
    ...get,
    operationId: get.operationId.replace(/^get/, 'head'),
    summary: `Whether it is there: ${get.summary}`,
    responses: Object.fromEntries(responses),
  };
}

/** A row's path in OpenAPI notation. */
export function publishedPath(path: string, prefix = v5Prefix): string {
  return `${prefix}${path}`.replaceAll(/:(\w+)/g, '{$1}');
}

type Described = {
  operationId: string;
  credentials: Record<string, string[]>[];
  components: Components;
};

function operation(
  row: Row,
  tag: string,
  { operationId, credentials, components }: Described,
): Operation {
  const { shapes } = row.endpoint;
  const body = components.generation.bodies === 'v4' ? (shapes.v4Body ?? shapes.body) : shapes.body;
  return {
    operationId,
    tags: [tag],
    summary: shapes.summary,
    ...(shapes.description === undefined ? {} : { description: shapes.description }),
    ...(row.access === 'key'
      ? {}
      : { security: row.access === 'link' ? [] : [...credentials, {}] }),
    parameters: [
      ...parameters('path', shapes.params),
      ...parameters('query', shapes.query),
      ...(shapes.takesIdempotencyKey === true ? [idempotencyHeader] : []),
    ],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: shapes.needsNoBody !== true,
            content: { 'application/json': bodyContent(body, components) },
          },
        }),
    responses: responsesOf(row, components),
  };
}

function bodyContent(body: TSchema, { refer, example }: Components): object {
  const schema = refer(body);
  return { schema, example: example(schema) };
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined): object[] {
  if (schema === undefined || !('properties' in schema)) return [];
  const required = 'required' in schema ? (schema.required as string[]) : [];
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
    const { published = {}, ...checked } = JSON.parse(JSON.stringify(property)) as {
      published?: Published;
    };
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name) || published.isRequired === true,
      schema: published.schema ?? checked,
    };
  });
}

/** The schema as plain JSON; each named part becomes a component and a reference. */
function reference(schema: TSchema, schemas: Record<string, object>): object {
  // Serialising removes the type-level marks that TypeBox keeps on a schema.
  return refer(JSON.parse(JSON.stringify(schema)), schemas) as object;
}

/** For a map with arbitrary keys: code generators read the entry type only from `additionalProperties`. */
function entriesOf(patternProperties: unknown): object {
  if (patternProperties === undefined) return {};
  const [entries] = Object.values(patternProperties as object);
  return { additionalProperties: entries };
}

function refer(part: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(part)) return part.map((one) => refer(one, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const { $id: name, patternProperties, ...rest } = part as Record<string, unknown>;
  const shape = Object.fromEntries(
    Object.entries({ ...rest, ...entriesOf(patternProperties) }).map(([key, value]) => [
      key,
      refer(value, schemas),
    ]),
  );
  if (typeof name !== 'string') return shape;
  schemas[name] = shape;
  return { $ref: `#/components/schemas/${name}` };
}
