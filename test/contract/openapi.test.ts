// /openapi.json tells what really happens: every status, and what the bodies of refusals say.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { type Operation, openApiDocument } from '../../src/http/openapi.ts';
import { refusalExamples } from '../../src/http/refusal-examples.ts';
import { type AnyCode, render } from '../../src/http/refusals.ts';
import { routes } from '../../src/http/routes.ts';
import { v5 } from '../../src/http/v5.ts';
import { interfaceLimits } from '../support/test-app.ts';

const document = openApiDocument(routes, 'http://localhost:8080');
const { refusals } = v5(interfaceLimits);

function operationAt(name: string): Operation {
  const [method = '', path = ''] = name.split(' ');
  const operation = document.paths[`/api/v5${path}`]?.[method.toLowerCase()];
  assert.ok(operation, name);
  return operation;
}

describe('/openapi.json', () => {
  for (const [name, statuses] of [
    ['POST /bookings', [200, 201, 202, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503]],
    ['POST /bookings/stream', [200, 400, 401, 413, 415, 422, 429, 500, 503]],
    ['GET /bookings/v4/{id}', [200, 400, 401, 404, 429, 500, 503]],
    [
      'POST /bookings/v4/{id}/confirm',
      [200, 202, 400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503],
    ],
    ['GET /bookings/v4/{id}/breakdown', [200, 400, 401, 404, 429, 500, 503]],
    ['GET /bookings/v4/{id}/items/{item_id}', [200, 400, 401, 404, 429, 500, 503]],
    [
      'POST /bookings/v4/{id}/custom_declaration',
      [200, 400, 401, 404, 413, 415, 422, 429, 500, 503],
    ],
    ['GET /bookings/v4/{id}/invoice', [200, 304, 400, 401, 404, 422, 429, 500, 503]],
    ['POST /orders/syncOrders', [200, 201, 400, 401, 413, 415, 422, 429, 500, 503]],
    ['GET /locations/postcode/{postCode}', [200, 304, 400, 401, 404, 429, 500, 503]],
    ['GET /signed/label/{token}', [200, 304, 400, 404, 429, 500, 503]],
  ] as const) {
    test(`tells every status of ${name}`, () => {
      assert.deepEqual(Object.keys(operationAt(name).responses), statuses.map(String));
    });
  }

  for (const [name, code, field] of [
    ['POST /bookings', 'validation', 'errors'],
    ['POST /bookings', 'anonymous_quotes_limited', 'window_seconds'],
    ['POST /bookings', 'payment_declined', 'payment_error'],
    ['POST /bookings', 'several_warehouses', 'message'],
    ['GET /member', 'rate_limited', 'error'],
    ['GET /member', 'credentials_missing', 'message'],
    ['POST /bookings/v4/{id}/items', 'values_out_of_range', 'errors'],
    ['POST /bookings/v4/{id}/confirm', 'no_payment_method', 'access_error'],
    ['POST /bookings/v4/{id}/confirm', 'quote_expired', 'quote'],
    ['POST /bookings/v4/{id}/confirm', 'booking_changed', 'message'],
    ['POST /bookings/labels/batch', 'bookings_not_found', 'booking_ids'],
    ['POST /bookings/labels/batch', 'documents_not_ready', 'booking_ids'],
  ] as const satisfies [string, AnyCode, string][]) {
    test(`publishes the shape of ${code} at ${name}`, () => {
      const example = refusalExamples.find((one) => one.code === code);
      assert.ok(example);
      const { status, body } = render(refusals, example);
      const schema = schemaOf(operationAt(name), status);
      assert.ok(Compile(schema).Check(body), JSON.stringify(body));
      assert.ok(field in body);
      assert.ok(fieldsOf(schema).includes(field), `${field} is not published`);
    });
  }

  test("the stream's refusals show the rejected value", () => {
    for (const status of [400, 422]) {
      const fields = fieldsOf(schemaOf(operationAt('POST /bookings/stream'), status));
      assert.ok(fields.includes('value'));
      assert.ok(fields.includes('replaced_paths'));
    }
  });
});

type Schema = { $ref?: string; anyOf?: Schema[]; properties?: object; components?: object };

/** With the named shapes beside it, so that what refers to them can be followed. */
function schemaOf({ responses }: Operation, status: number): Schema {
  const response = responses[status] as { content: Record<string, { schema: Schema }> } | undefined;
  const schema = response?.content['application/json']?.schema;
  assert.ok(schema, `${status} is not published`);
  return { ...schema, components: document.components };
}

function fieldsOf(schema: Schema): string[] {
  const named = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...(named === undefined ? [] : fieldsOf(named)),
    ...(schema.anyOf ?? []).flatMap(fieldsOf),
  ];
}
