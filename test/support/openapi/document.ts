// Reads /openapi.json for tests: finds operations by name, follows references, and checks values against the
// published schemas. Answers are checked strictly: a field that the document does not name is an error in one of the
// two.
import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { routes } from '../../../src/http/routes.ts';
import {
  type OpenApiDocument,
  type Operation,
  openApiDocument,
} from '../../../src/http/server/openapi.ts';

export type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  contentSchema?: Schema;
};

export type Parameter = { name: string; in: string; required: boolean; schema: Schema };
export type Content = Record<string, { schema: Schema; example?: unknown; examples?: object }>;

export const document: OpenApiDocument = openApiDocument(routes, 'http://localhost:8080');

export type NamedOperation = {
  /** Such as `POST /bookings/v4/{id}/confirm`. */
  name: string;
  method: string;
  path: string;
  operation: Operation;
};

export const operations: readonly NamedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replace('/api/v5', '')}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
);

export function operationAt(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  assert.ok(found, name);
  return found.operation;
}

export function followed<Part extends object>(part: Part): Part {
  if (!('$ref' in part)) return part;
  const [kind = '', name = ''] = String(part.$ref).split('/').slice(-2);
  const components = document.components as Record<string, Record<string, object>>;
  const found = components[kind]?.[name];
  assert.ok(found, String(part.$ref));
  return followed(found as Part);
}

export function responseOf(operation: Operation, status: number): { content?: Content } {
  const response = operation.responses[status];
  assert.ok(response, `${operation.operationId}: ${status} is not published`);
  return followed(response) as { content?: Content };
}

/** Includes the named schemas, so that references can be followed. */
export function schemaOf(operation: Operation, status: number): Schema {
  const schema = responseOf(operation, status).content?.['application/json']?.schema;
  assert.ok(schema, `${operation.operationId}: ${status} has no JSON`);
  return { ...schema, components: document.components } as Schema;
}

export function bodyOf(operation: Operation): Schema | undefined {
  const body = operation.requestBody as { content: Content } | undefined;
  return body?.content['application/json']?.schema;
}

/** Forbids further fields in objects whose schema does not mention them. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, closed(value)]);
  const shape = Object.fromEntries(entries) as Schema;
  return shape.type === 'object' && shape.properties && shape.additionalProperties === undefined
    ? { ...shape, additionalProperties: false }
    : shape;
}

const closedComponents = closed(document.components) as object;
const strictChecks = new Map<string, ReturnType<typeof Compile>>();

function strictCheck(schema: Schema): ReturnType<typeof Compile> {
  const key = JSON.stringify(schema);
  let check = strictChecks.get(key);
  if (check === undefined) {
    check = Compile({ ...(closed(schema) as object), components: closedComponents } as TSchema);
    strictChecks.set(key, check);
  }
  return check;
}

/** Fails with a list of the places that do not match. */
export function assertMatches(schema: Schema, value: unknown, name: string): void {
  const check = strictCheck(schema);
  if (check.Check(value)) return;
  const places = [...check.Errors(value)].map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  assert.fail(`${name} is not as published:\n${places.slice(0, 10).join('\n')}`);
}

/** Checks a request's body, which may have fields that the document does not name. */
export function checkOf(schema: Schema): (value: unknown) => boolean {
  const check = Compile({ ...schema, components: document.components } as TSchema);
  return (value) => check.Check(value);
}

type Answered = { statusCode: number; headers: Record<string, unknown>; body: string };

/** Fails unless the answer's status is published and its JSON body matches the schema. */
export function assertPublished(operation: Operation, answer: Answered): void {
  const name = `${operation.operationId} ${answer.statusCode}`;
  const { content } = responseOf(operation, answer.statusCode);
  const mediaType = String(answer.headers['content-type'] ?? '');
  if (!mediaType.startsWith('application/json')) {
    if (answer.body !== '')
      assert.ok(
        content?.[mediaType.replace('; charset=utf-8', '')] ?? content?.[mediaType],
        `${name}: ${mediaType}`,
      );
    return;
  }
  const schema = content?.['application/json']?.schema;
  assert.ok(schema, `${name} has JSON, which is not published`);
  assertMatches(schema, JSON.parse(answer.body), name);
}
