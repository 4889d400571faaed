// /openapi.json describes what really happens: every status, and the bodies of errors.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalExamples } from '../../src/http/server/refusal-examples.ts';
import { type AnyCode, render } from '../../src/http/server/refusals.ts';
import { v5Refusals } from '../../src/http/server/v5.ts';
import {
  bodyOf,
  checkOf,
  document,
  followed,
  operationAt,
  type Parameter,
  type Schema,
  schemaOf,
} from '../support/openapi/document.ts';

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
    test(`documents every status of ${name}`, () => {
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
      const example = refusalExamples.find((candidate) => candidate.code === code);
      assert.ok(example);
      const { status, body } = render(v5Refusals, example);
      const schema = schemaOf(operationAt(name), status);
      assert.ok(checkOf(schema)(body), JSON.stringify(body));
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

const parametersOf = (name: string) => operationAt(name).parameters as Parameter[];

const bodyFields = (name: string): string[] => fieldsOf(bodyOf(operationAt(name)) ?? {});

describe('request parameters and bodies in /openapi.json', () => {
  for (const [name, parameter] of [
    ['GET /locations/search', 'q'],
    ['GET /addresses/suggest', 'q'],
    ['GET /addresses/resolve', 'placeId'],
  ] as const) {
    test(`${parameter} of ${name} is required`, () => {
      const found = parametersOf(name).find((candidate) => candidate.name === parameter);
      assert.equal(found?.required, true);
    });
  }

  test('the query of a search among all suburbs is optional', () => {
    const found = parametersOf('GET /locations').find((candidate) => candidate.name === 'q');
    assert.equal(found?.required, false);
  });

  test('ids, pages and limits are integers with their range', () => {
    for (const [name, parameter] of [
      ['GET /bookings/v4/{id}', 'id'],
      ['GET /bookings/v4/{id}/items/{item_id}', 'item_id'],
      ['GET /orders/{id}', 'id'],
      ['GET /orders', 'page'],
      ['GET /bookings/v4/{id}/label', 'piece'],
    ] as const) {
      const { schema } = parametersOf(name).find((candidate) => candidate.name === parameter) ?? {};
      const { type, minimum } = schema as { type?: string; minimum?: number };
      assert.deepEqual([type, minimum], ['integer', 1], name);
    }
    const limit = parametersOf('GET /locations').find((candidate) => candidate.name === 'limit');
    assert.partialDeepStrictEqual(limit, {
      schema: { type: 'integer', minimum: 1, maximum: 1000 },
    });
  });

  test('publishes no internals of validation', () => {
    assert.doesNotMatch(JSON.stringify(document), /"published"/);
  });

  test('lists the Idempotency-Key header where it is read', () => {
    const named = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { parameters }]) =>
          (parameters as Parameter[]).some(
            ({ name, in: place }) => name === 'Idempotency-Key' && place === 'header',
          ),
        )
        .map(([method]) => `${method} ${path}`),
    );
    assert.deepEqual(named, [
      'post /api/v5/bookings',
      'post /api/v5/bookings/v4',
      'post /api/v5/bookings/v4/{id}/items',
      'post /api/v5/bookings/v4/{id}/confirm',
      'post /api/v5/orders',
      'post /api/v5/orders/create-simple',
    ]);
  });

  test('only the addresses of the stream have a tailgate', () => {
    const { AddressInput, AddressChange, StreamAddressInput } = document.components
      .schemas as Record<string, Schema>;
    assert.ok('tailgate' in (StreamAddressInput?.properties ?? {}));
    for (const shape of [AddressInput, AddressChange])
      assert.ok(!('tailgate' in (shape?.properties ?? {})));
  });

  test("the stream's body has no fields that the stream ignores", () => {
    const create = bodyFields('POST /bookings');
    const stream = bodyFields('POST /bookings/stream');
    assert.deepEqual(
      create.filter((field) => !stream.includes(field)),
      ['courier', 'pickup_date', 'pickup_time', 'tier', 'payment_method'],
    );
  });

  test('the body of a confirmation names each field once', () => {
    assert.deepEqual(bodyFields('POST /bookings/v4/{id}/confirm'), [
      'courier',
      'pickup_date',
      'pickup_time',
      'tier',
      'payment_method',
      'linked_order_id',
    ]);
  });

  test('labels are offered as PDF, picture and for label printers', () => {
    const typesOf = (name: string): string[] => {
      const success = operationAt(name).responses['200'] as { content: object };
      return Object.keys(success.content);
    };
    const zpl = 'application/zpl; charset=utf-8';
    for (const name of ['GET /bookings/v4/{id}/label', 'GET /bookings/v4/{id}/a6label'])
      assert.deepEqual(typesOf(name), ['application/pdf', 'image/png', zpl]);
    assert.deepEqual(typesOf('POST /bookings/labels/batch'), ['application/pdf', zpl]);
    assert.deepEqual(typesOf('GET /bookings/v4/{id}/manifest'), ['application/pdf']);
  });

  test('HEAD on the A6 label is documented without a body', () => {
    const { operationId, responses } = operationAt('HEAD /bookings/v4/{id}/a6label');
    assert.equal(operationId, 'headA6Label');
    assert.deepEqual(
      Object.keys(responses),
      Object.keys(operationAt('GET /bookings/v4/{id}/a6label').responses),
    );
    assert.ok(Object.values(responses).every((response) => !('content' in response)));
  });
});

function fieldsOf(schema: Schema): string[] {
  const named = followed(schema);
  return [...Object.keys(named.properties ?? {}), ...(named.anyOf ?? []).flatMap(fieldsOf)];
}
