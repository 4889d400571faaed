// /openapi.json against randomly drawn requests: valid requests are accepted, invalid ones are rejected with the
// field's name, and every answer is as published. A failing run prints its seed and path, and fast-check repeats it
// with them. Long form: thirty times as many requests for each operation.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { isLong } from '../support/long-form.ts';
import { openCreditShop, unlimited } from '../support/money/paying-shop.ts';
import {
  assertMatches,
  assertPublished,
  bodyOf,
  type NamedOperation,
  operations,
  type Parameter,
  responseOf,
} from '../support/openapi/document.ts';
import { faultsOf, namesPlace } from '../support/openapi/faults-of-schema.ts';
import { fullValuesOf, valuesOf } from '../support/openapi/values-of-schema.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const [embedded] = setups;
assert.ok(embedded);

const runs = { numRuns: isLong ? 900 : 30, seed: 27_2026 };

const webhookUrl = 'https://shop.example/linehaul';

type Body = Record<string, unknown>;
/** The request's path, and fields that must name existing records. `undefined` leaves a field out. */
type Scene = { path?: Record<string, string | number>; named?: Body; query?: Body };

/**
 * Invalid values that are accepted because existing clients send them. If one of them is rejected, the test fails
 * too, so that the list stays accurate.
 */
const accepted: readonly { at?: RegExp; field: RegExp; kinds: RegExp; because: string }[] = [
  {
    at: /bookings/,
    field: /(^|\.)country$/,
    kinds: /missing/,
    because: 'a request without a country means AU',
  },
  {
    at: /orders/,
    field: /shipping_country$|receiver\.country$/,
    kinds: /another form/,
    because: 'shops write the name of a country; a booking of the order asks for the code',
  },
  {
    field: /^insured_value$/,
    kinds: /too (little|much)/,
    because: 'it is not read beside declared_value',
  },
  {
    at: /orders/,
    field: /^transdirect_order_id$/,
    kinds: /too little/,
    because: 'programs send 0 for no booking',
  },
  {
    at: /PUT .*orders/,
    field: /^transdirect_order_status$/,
    kinds: /./,
    because: 'it is read only when it stands alone',
  },
  { field: /^products$/, kinds: /missing/, because: 'a shop without products sends nothing' },
  {
    field: /^linked_order_id$/,
    kinds: /too little/,
    because: 'an order that is not there is a 404',
  },
];

/** The quantity limit covers all lines of a booking, so its error names `items`. */
const answeredPath = (path: readonly (string | number)[]) =>
  path[0] === 'quantity' ? ['items'] : path;

describe('promises of /openapi.json', () => {
  let t: TestApp;
  let shop: Checkout;
  let settled: { id: number; connote: string };
  before(async () => {
    t = await startTestApp(embedded, { limits: unlimited });
    shop = await openCreditShop(t, generations[1]);
    const quoted = await shop.quote();
    const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted));
    settled = answer.json();
  });
  after(() => t.close());

  const unlinked = { transdirect_order_id: undefined };
  const unchanged = { order_id: undefined, imported_from: undefined };

  const newBooking = async () => await shop.quote(sydneyToMelbourne({ items: [aCarton()] }));
  const newOrder = async () =>
    (
      await send('POST', '/api/v5/orders/create-simple', {
        order_id: '1042',
        receiver: { suburb: 'SYDNEY', postcode: '2000' },
        items: [aCarton()],
      })
    ).json<{ id: number }>();

  const ofBooking = async (): Promise<Scene> => ({ path: { id: (await newBooking()).id } });
  const ofSettled = async (): Promise<Scene> => ({ path: { id: settled.id } });
  const ofOrder = async (): Promise<Scene> => ({
    path: { id: (await newOrder()).id },
    named: unlinked,
  });
  const ofItem = async (): Promise<Scene> => {
    const { id } = await newBooking();
    const [item] = (await send('GET', `/api/v5/bookings/v4/${id}/items`)).json<{ id: number }[]>();
    return { path: { id, item_id: item?.id ?? 0 } };
  };
  /** Payments are tested with the confirm. */
  const unpaid = async (): Promise<Scene> => ({ named: { payment_method: undefined } });
  const batch = async (): Promise<Scene> => ({ named: { booking_ids: [settled.id] } });
  const linked = async (): Promise<Scene> => ({ named: unlinked });
  const tracked = async (): Promise<Scene> => ({ path: { reference: settled.connote } });

  const newWebhook = async (): Promise<{ id: number }> => {
    // A member has a few endpoints at most.
    const webhooks = (await send('GET', '/api/v5/webhooks')).json<{ id: number }[]>();
    for (const { id } of webhooks) await send('DELETE', `/api/v5/webhooks/${id}`);
    return (await send('POST', '/api/v5/webhooks', { url: webhookUrl })).json();
  };
  const ofWebhook = async (): Promise<Scene> => ({
    path: { id: (await newWebhook()).id },
    named: { url: webhookUrl },
  });

  const scenes: Readonly<Record<string, () => Promise<Scene>>> = {
    'POST /bookings': unpaid,
    'POST /bookings/v4': unpaid,
    'GET /bookings/v4/{id}': ofBooking,
    'PUT /bookings/v4/{id}': async () => {
      const { path } = await ofItem();
      const items = [{ id: path?.item_id, quantity: 2 }, aCarton()];
      return { path: { id: path?.id ?? 0 }, named: { items } };
    },
    'DELETE /bookings/v4/{id}': ofBooking,
    'GET /bookings/v4/{id}/items': ofBooking,
    'POST /bookings/v4/{id}/items': async () => ({
      ...(await ofBooking()),
      named: { quantity: 1 },
    }),
    'GET /bookings/v4/{id}/items/{item_id}': ofItem,
    'PUT /bookings/v4/{id}/items/{item_id}': ofItem,
    'POST /bookings/v4/{id}/confirm': async () => {
      const booking = await newBooking();
      const { courier, pickup_date } = shop.confirmRequest(booking);
      const named = { courier, pickup_date, payment_method: 'credit' };
      const omitted = { pickup_time: undefined, tier: undefined, linked_order_id: undefined };
      return { path: { id: booking.id }, named: { ...named, ...omitted } };
    },
    'POST /bookings/v4/{id}/custom_declaration': ofBooking,
    'GET /bookings/v4/{id}/breakdown': ofBooking,
    'GET /bookings/v4/track/{reference}': tracked,
    'GET /bookings/track/{reference}': tracked,
    'GET /bookings/track/v4/{reference}': tracked,
    'GET /tracking/{reference}': tracked,
    'GET /bookings/v4/{id}/label': async () => ({ ...(await ofSettled()), query: { piece: 1 } }),
    'GET /bookings/v4/{id}/a6label': async () => ({ ...(await ofSettled()), query: { piece: 1 } }),
    'GET /bookings/v4/{id}/invoice': ofSettled,
    'GET /bookings/v4/{id}/manifest': ofSettled,
    'GET /bookings/v4/{id}/public_url': ofSettled,
    'POST /bookings/labels/batch': batch,
    'POST /bookings/v4/labels/batch': batch,
    'POST /bookings/manifests/batch': batch,
    'POST /bookings/v4/manifests/batch': batch,
    'POST /orders': linked,
    'POST /orders/syncOrders': linked,
    'GET /orders/{id}': ofOrder,
    'DELETE /orders/{id}': ofOrder,
    'PUT /orders/{id}': async () => {
      const scene = await ofOrder();
      return { ...scene, named: { ...scene.named, ...unchanged, goods_summary: 'Ceramic tiles' } };
    },
    'POST /webhooks': ofWebhook,
    'GET /webhooks/{id}': ofWebhook,
    'PUT /webhooks/{id}': ofWebhook,
    'DELETE /webhooks/{id}': ofWebhook,
    'POST /webhooks/{id}/rotate': ofWebhook,
    'POST /webhooks/{id}/test': ofWebhook,
    'GET /webhooks/{id}/deliveries': ofWebhook,
    'POST /webhooks/{id}/deliveries/{delivery}/replay': async () => {
      const { id } = await newWebhook();
      const delivery = (await send('POST', `/api/v5/webhooks/${id}/test`)).json<{ id: number }>();
      return { path: { id, delivery: delivery.id } };
    },
    'GET /locations/page/{page}': async () => ({ path: { page: 2 }, query: { limit: 10 } }),
    'GET /locations': async () => ({ query: { limit: 10 } }),
    'GET /locations/postcode/{postCode}': async () => ({ path: { postCode: '2000' } }),
    'GET /locations/search': async () => ({ query: { q: 'sydney' } }),
    'GET /addresses/suggest': async () => ({ query: { q: '1 george st sydney' } }),
    'GET /addresses/resolve': async () => {
      const { suggestions } = (
        await send('GET', '/api/v5/addresses/suggest?q=1%20george%20st%20sydney')
      ).json<{ suggestions: { placeId: string }[] }>();
      return { query: { placeId: suggestions[0]?.placeId } };
    },
  };
  /**
   * Operations that need another carrier's booking, a link, or HEAD; contract/documents and label-links test them.
   */
  const elsewhere = /regeneralabel$|^GET \/signed|^HEAD|items\/\{item_id\}$/;

  function send(method: string, url: string, body?: unknown): Promise<LightMyRequestResponse> {
    return t.inject({
      method: method as 'POST',
      url,
      headers: {
        'api-key': shop.member.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  }

  const ask = async ({ method, path, operation }: NamedOperation, scene: Scene, body?: unknown) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      encodeURIComponent(String(scene.path?.[name] ?? '')),
    );
    const query = new URLSearchParams(
      Object.entries(scene.query ?? {}).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    );
    const answer = await send(method, query.size === 0 ? url : `${url}?${query}`, body);
    assertPublished(operation, answer);
    return answer;
  };

  /** Payment details are read only if there is a payment method. */
  const paid: Scene = { named: { payment_method: 'credit', courier: 'toll', items: [aCarton()] } };
  const paying: Readonly<Record<string, Scene>> = {
    'POST /bookings': paid,
    'POST /bookings/v4': paid,
    // A nested delivery would take precedence over the flat fields.
    'POST /orders': { named: { ...unlinked, delivery: undefined } },
    'PUT /orders/{id}': { named: { ...unlinked, ...unchanged, delivery: undefined } },
  };

  const sampleOf = async ({ name }: NamedOperation): Promise<Scene> =>
    (await scenes[name]?.()) ?? {};

  const shown = (body: unknown, answer: LightMyRequestResponse): string =>
    `${JSON.stringify(body)}\n→ ${answer.statusCode} ${answer.body.slice(0, 1000)}`;

  for (const named of operations) {
    const schema = bodyOf(named.operation);
    if (schema === undefined) continue;

    describe(named.name, () => {
      test('accepts every body that is valid', async () => {
        await fc.assert(
          fc.asyncProperty(valuesOf(schema), async (drawn) => {
            const scene = await sampleOf(named);
            const body = withNamed(drawn, scene);
            const answer = await ask(named, scene, body);
            assert.ok(answer.statusCode < 300, shown(body, answer));
            const events = responseOf(named.operation, answer.statusCode).content?.[
              'text/event-stream'
            ]?.schema.contentSchema;
            if (events !== undefined) assertMatches(events, eventsOf(answer.body), named.name);
          }),
          runs,
        );
      });

      test('refuses every fault of a body and names its field', async () => {
        const scene = { ...(await sampleOf(named)), ...paying[named.name] };
        const [drawn] = fc.sample(fullValuesOf(schema), { numRuns: 1, seed: runs.seed });
        const valid = withNamed(drawn, scene);
        const problems: string[] = [];
        let requests = 0;
        for (const { name, path, body: faulty } of faultsOf(schema, valid)) {
          requests += 1;
          // A known order may leave fields out, so use a new order number.
          const isNewOrder = named.name === 'POST /orders' && path[0] !== 'order_id';
          const order = isNewOrder ? { order_id: `WC-${requests}` } : {};
          const body = { ...(faulty as Body), ...order };
          const field = path.filter((part) => typeof part === 'string').join('.');
          const kind = name.slice(name.indexOf(':'));
          const isAccepted = accepted.some(
            ({ at, field: fields, kinds }) =>
              (at?.test(named.name) ?? true) && fields.test(field) && kinds.test(kind),
          );
          const answer = await ask(named, isAccepted ? await sampleOf(named) : scene, body);
          const { errors } = answer.body.startsWith('{')
            ? (JSON.parse(answer.body) as { errors?: unknown })
            : {};
          const isRefused =
            (answer.statusCode === 400 || answer.statusCode === 422) &&
            (namesPlace(errors, path) || namesPlace(errors, answeredPath(path)));
          if (isRefused === isAccepted)
            problems.push(`${name}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
        assert.deepEqual(problems, []);
      });
    });
  }

  for (const named of operations) {
    if (bodyOf(named.operation) !== undefined || elsewhere.test(named.name)) continue;

    test(`${named.name} answers as published for all valid parameters`, async () => {
      const parameters = (named.operation.parameters as Parameter[]).filter(
        ({ in: place }) => place === 'query',
      );
      const query = fc.record(
        Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesOf(schema)])),
        { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
      );
      await fc.assert(
        fc.asyncProperty(query, async (drawn) => {
          const scene = await sampleOf(named);
          const answer = await ask(named, { ...scene, query: { ...drawn, ...scene.query } });
          assert.ok(answer.statusCode < 300, shown(drawn, answer));
        }),
        { ...runs, numRuns: parameters.length === 0 ? 1 : runs.numRuns },
      );
    });
  }
});

/** The drawn body with the names of existing records. */
function withNamed(drawn: unknown, { named = {} }: Scene): unknown {
  const name = (body: unknown): unknown => {
    const entries = Object.entries({ ...(body as Body), ...named });
    const given = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    return Array.isArray(given.items) ? { ...given, items: given.items.map(inFewPieces) } : given;
  };
  const { orders } = drawn as { orders?: unknown[] };
  return Array.isArray(orders) ? { orders: orders.map(name) } : name(drawn);
}

const mostDrawnPieces = 300;

/** The limit of a thousand pieces over all lines is stated in words only. */
function inFewPieces(item: { quantity?: unknown }): unknown {
  const isMany = Number(item.quantity) > mostDrawnPieces;
  return isMany ? { ...item, quantity: mostDrawnPieces } : item;
}

function eventsOf(text: string): { event: string; data: unknown }[] {
  return [...text.matchAll(/^event: (.+)\ndata: (.+)$/gm)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data),
  }));
}
