// Public tools accept /openapi.json as valid without warnings, and find everything that a generator needs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { routes } from '../../src/http/routes.ts';
import { openApiDocument } from '../../src/http/server/openapi.ts';
import {
  assertMatches,
  type Content,
  document,
  followed,
  operations,
  type Schema,
} from '../support/openapi/document.ts';

const { schemas } = document.components as { schemas: Record<string, Schema> };

/** Warnings of the linter that we accept, with the reasons. */
const settled = {
  // The interface has such paths: `/bookings/v4/track/{reference}` beside `/bookings/v4/{id}/label`.
  'no-ambiguous-paths': 'off',
  // Only an example: an installation publishes its own address.
  'no-server-example.com': 'off',
  'info-license': 'off',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
} as const;

for (const [path, described] of [
  ['/openapi.json', document],
  ['/openapi-v4.json', openApiDocument(routes, 'http://localhost:8080', 'v4')],
] as const)
  describe(`${path} in public tools`, () => {
    test("is valid by OpenAPI's own schema", async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(described));
      assert.ok(valid, JSON.stringify(errors));
    });

    test("passes Redocly's linter without a warning", async () => {
      const config = await createConfig({ extends: ['recommended'], rules: settled });
      const problems = await lintFromString({
        source: JSON.stringify(described),
        absoluteRef: 'openapi.json',
        config,
      });
      assert.deepEqual(
        problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
        [],
      );
    });

    test('has one tracking operation and readable operation names', () => {
      const ids = Object.values(described.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      assert.equal(new Set(ids).size, ids.length);
      assert.deepEqual(
        ids.filter((id) => !/^[a-z]+[A-Z]\w*$/.test(id) || /Bookings?V4|Id[A-Z]/.test(id)),
        path === '/openapi.json' ? ['createBookingV4'] : [],
      );
      assert.deepEqual(
        ids.filter((id) => /track/i.test(id)),
        ['trackShipment'],
      );
      assert.ok(ids.includes('confirmBooking'));
    });
  });

describe('/openapi-v4.json', () => {
  const v4 = openApiDocument(routes, 'http://localhost:8080', 'v4');

  test('describes the fields and limits of v4', () => {
    const { Confirm, Country, TooMany } = v4.components.schemas as Record<string, Schema>;
    assert.ok('pickup-date' in (Confirm?.properties ?? {}));
    assert.ok(!('pickup_date' in (Confirm?.properties ?? {})));
    assert.equal(Country?.properties?.postcode_status?.type, 'integer');
    assert.deepEqual(TooMany?.required, ['message', 'code']);
    assert.ok('/api/bookings/v4/{id}/confirm' in v4.paths);
    assert.ok(!('/api/bookings/v4/api_details/full' in v4.paths));
    assert.deepEqual(v4.security, [{ ApiKey: [] }, { Basic: [] }]);
    // Only v4 takes passwords.
    const { Forbidden } = v4.components.responses as Record<string, { content: Content }>;
    const { examples = {} } = Forbidden?.content['application/json'] ?? {};
    assert.deepEqual(Object.keys(examples), ['role_needed', 'second_factor_not_sent']);
    const refused = v4.paths['/api/bookings/v4/{id}/confirm']?.post?.responses[403];
    assert.match(JSON.stringify(refused), /no_payment_method.*role_needed/);
    assert.ok(v4.paths['/api/orders']?.get?.responses[403]);
  });
});

describe('/openapi.json in public OpenAPI tools', () => {
  test('describes every operation', () => {
    const bare = operations.filter(({ operation }) => (operation.description ?? '') === '');
    assert.deepEqual(
      bare.map(({ name }) => name),
      [],
    );
  });

  for (const { name, operation } of operations) {
    const parts: [string, Content][] = [
      ...(operation.requestBody === undefined
        ? []
        : [['body', (operation.requestBody as { content: Content }).content] as [string, Content]]),
      ...Object.entries(operation.responses).flatMap(([status, response]): [string, Content][] => {
        const { content } = followed(response) as { content?: Content };
        return content === undefined ? [] : [[status, content]];
      }),
    ];
    test(`has an example of every body that ${name} sends and answers`, () => {
      for (const [part, content] of parts) {
        const json = content['application/json'];
        if (json === undefined) continue;
        const examples =
          json.examples === undefined
            ? [json.example]
            : Object.values(json.examples).map(
                (example) => (followed(example) as { value: unknown }).value,
              );
        assert.ok(examples.length > 0);
        for (const example of examples) {
          // A field without an example would be missing in JSON.
          assert.deepEqual(JSON.parse(JSON.stringify(example)), example, `${name} ${part}`);
          assertMatches(json.schema, example, `the example of ${name} ${part}`);
        }
      }
    });
  }

  test('lists the values of every enumeration', () => {
    for (const [place, words] of [
      ['AddressInput.type', ['business', 'residential']],
      ['Suburb.state', ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']],
      [
        'QuoteError.serviceability',
        ['no_route', 'no_items', 'no_service', 'unavailable', 'timeout', 'error'],
      ],
      [
        'OrderUpdateRequest.transdirect_order_status',
        [
          'pending',
          'ready_to_book',
          'booked',
          'manually_dispatched',
          'cancelled',
          'deleted',
          'removed',
        ],
      ],
      [
        'CustomsDeclarationInput.contents_type',
        ['gift', 'documents', 'merchandise', 'sample', 'return', 'other'],
      ],
      ['LabelBatch.format', ['standard', 'a6']],
    ] as const) {
      const [shape = '', field = ''] = place.split('.');
      assert.deepEqual(schemas[shape]?.properties?.[field]?.enum, words, place);
    }
    const { access_error } = schemas.AccessError?.properties ?? {};
    assert.equal(access_error?.properties?.code?.enum?.length, 3);
    assert.equal(schemas.ItemInput?.properties?.description?.enum?.length, 25);
    // The answer repeats the caller's spelling, so it has no enum.
    assert.equal(schemas.Item?.properties?.description?.enum, undefined);
  });

  test('describes quotes as a map of Quote and gives every value but a rejected one a type', () => {
    const { quotes } = schemas.Booking?.properties ?? {};
    assert.deepEqual(quotes?.additionalProperties, { $ref: '#/components/schemas/Quote' });
    const untyped = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([, part]) =>
            !['type', 'enum', 'const', '$ref', 'anyOf', 'oneOf'].some((key) => key in part),
        )
        .map(([field]) => `${name}.${field}`),
    );
    assert.deepEqual(untyped, ['StreamValidationError.value']);
  });

  test('requires both addresses with their countries and at least one item in a quote', () => {
    const { QuoteRequest, AddressInput } = schemas;
    assert.deepEqual(QuoteRequest?.required, ['sender', 'receiver', 'items']);
    assert.equal(QuoteRequest?.properties?.items?.minItems, 1);
    assert.deepEqual(AddressInput?.required, ['postcode', 'suburb', 'type', 'country']);
  });
});
