// Labels, manifests and invoices: when they exist, who may read them, and the headers they come with.
import assert from 'node:assert/strict';
import { get as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openPdf, readCodes, readPng } from '../support/documents/read-document.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const twoPieces = (change: Body = {}): Body =>
  sydneyToMelbourne({
    items: [aCarton({ quantity: 2 })],
    receiver: {
      postcode: '3000',
      suburb: 'MELBOURNE',
      type: 'business',
      country: 'AU',
      name: 'Melanie Okafor',
      company_name: 'Harbour Bathrooms',
      address: '216 Flinders Lane',
      phone: '0395550142',
    },
    special_instructions: 'Ring the bell',
    options: { authority_to_leave: true },
    ...change,
  });

for (const setup of setups) {
  describe(`documents on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, {
        limits: { v4PerMinute: 0, v5PerMinute: 0, v4AddressPerMinute: 0 },
      });
      await t.server.listen({ port: 0, host: '127.0.0.1' });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let booked: BookingShown;
        let quoted: BookingShown;
        before(async () => {
          shop = new Checkout(t, await t.addMember(`documents@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
          quoted = await shop.quote(twoPieces());
          const ready = await shop.quote(twoPieces());
          booked = (await shop.confirm(ready.id, shop.confirmRequest(ready, 'northline'))).json();
          assert.equal(booked.status, 'Confirmed');
        });
        const get = (path: string, headers: Record<string, string> = {}, key = shop.member.key) =>
          t.get(`${urls.bookings}${path}`, { 'api-key': key, ...headers });

        for (const [path, paper, name] of [
          ['label', [210, 297], 'label'],
          ['a6label', [105, 148], 'label'],
          ['manifest', [210, 297], 'manifest'],
          ['invoice', [210, 297], 'invoice'],
        ] as const) {
          test(`${path} is a PDF with the expected content`, async () => {
            const answer = await get(`/${booked.id}/${path}`);
            assert.equal(answer.statusCode, 200, answer.body);
            assert.equal(answer.headers['content-type'], 'application/pdf');
            const { rawPayload } = answer;
            assert.equal(Number(answer.headers['content-length']), rawPayload.length);
            assert.match(
              String(answer.headers['content-disposition']),
              new RegExp(`^inline; filename="${name}-[A-Z0-9-]+\\.pdf"$`),
            );
            assert.equal(answer.headers['cache-control'], 'private, no-cache');
            if (urls.name === 'v4') assert.ok('x-ratelimit-limit' in answer.headers === false);
            const pages = await openPdf(rawPayload);
            const [first] = pages;
            assert.ok(first);
            assert.deepEqual([Math.round(first.widthMm), Math.round(first.heightMm)], paper);
            assert.ok(first.text.includes(booked.connote ?? '?'), first.text);
            if (name === 'label') assert.equal(pages.length, 2);
          });

          test(`${path} answers 304 to its tag, and HEAD has the same headers`, async () => {
            const answer = await get(`/${booked.id}/${path}`);
            const tag = String(answer.headers.etag);
            assert.match(tag, /^"[0-9a-f]{64}"$/);
            const again = await get(`/${booked.id}/${path}`, { 'if-none-match': `W/"x", ${tag}` });
            assert.equal(again.statusCode, 304);
            assert.equal(again.rawPayload.length, 0);
            assert.equal(again.headers.etag, tag);
            assert.equal('content-length' in again.headers, false);
            const head = await t.inject({
              method: 'HEAD',
              url: `${urls.bookings}/${booked.id}/${path}`,
              headers: { 'api-key': shop.member.key },
            });
            assert.equal(head.statusCode, 200);
            assert.equal(head.rawPayload.length, 0);
            for (const header of ['content-type', 'content-length', 'etag', 'content-disposition'])
              assert.equal(head.headers[header], answer.headers[header], header);
          });

          test(`${path} is refused before the booking is confirmed and to other members`, async () => {
            const early = await get(`/${quoted.id}/${path}`);
            assert.equal(early.statusCode, 404, early.body);
            assert.equal(early.json().error, `${name}_not_ready`);
            const head = await t.inject({
              method: 'HEAD',
              url: `${urls.bookings}/${quoted.id}/${path}`,
              headers: { 'api-key': shop.member.key },
            });
            assert.equal(head.statusCode, 404);
            const stranger = await t.addMember(`${path}-stranger@${urls.name}.example`);
            for (const id of [booked.id, 999_999_999]) {
              const answer = await get(`/${id}/${path}`, {}, stranger.key);
              assert.equal(answer.statusCode, 404);
              assert.equal(answer.json().error, 'not_found');
            }
            assert.equal((await t.get(`${urls.bookings}/${booked.id}/${path}`)).statusCode, 401);
          });
        }

        test('the label address in the booking links to the label', async () => {
          const { label } = (await shop.read(booked.id)) as BookingShown & { label: string };
          const { pathname } = new URL(label);
          const answer = await t.get(pathname, { 'api-key': shop.member.key });
          assert.equal(answer.statusCode, 200);
          assert.equal(answer.headers['content-type'], 'application/pdf');
        });

        test('a label shows the receiver, weight and marks, and its codes scan', async () => {
          const [, second] = await openPdf((await get(`/${booked.id}/a6label`)).rawPayload);
          assert.ok(second);
          for (const words of [
            'Harbour Bathrooms',
            'MELBOURNE VIC 3000',
            '2 of 2',
            '5 kg',
            'AUTHORITY TO LEAVE',
            'Ring the bell',
            'Northline',
          ])
            assert.ok(second.text.includes(words), `${words}: ${second.text}`);
          const codes = (await readCodes(second.at203Dpi)).map(({ text }) => text);
          assert.ok(
            codes.some((text) => text.startsWith(booked.connote ?? '?') && text.endsWith('2')),
            codes.join(),
          );
        });

        test("prints the shop's order number on the label, manifest and invoice", async () => {
          const { id } = await shop.book({}, 'northline');
          const order = await shop.post(`${urls.prefix}/orders`, {
            transdirect_order_id: id,
            order_id: `WEB-${id}`,
            imported_from: 'Woocommerce',
            purchased_time: '2026-11-15 09:00:00',
            paid_time: '2026-11-15 09:05:00',
            sale_price: '12.50',
            buyer_name: 'Jane Doe',
            buyer_email: 'j@example.com',
            delivery: {
              name: 'Jane Doe',
              email: 'j@example.com',
              phone: '0400000000',
              address: '1 A St',
            },
          });
          assert.equal(order.statusCode, 201, order.body);
          for (const path of ['label', 'a6label', 'manifest', 'invoice']) {
            const [page] = await openPdf((await get(`/${id}/${path}`)).rawPayload);
            assert.ok(page?.text.includes(`WEB-${id}`), page?.text);
          }
        });

        test('prints the same label for a label printer, as a picture, and for one piece', async () => {
          for (const path of ['label', 'a6label']) {
            const zpl = await get(`/${booked.id}/${path}?format=zpl`);
            assert.equal(zpl.headers['content-type'], 'application/zpl; charset=utf-8');
            assert.match(String(zpl.headers['content-disposition']), /\.zpl"$/);
            assert.equal(zpl.body.match(/\^XA/g)?.length, 2);
            const piece = await get(`/${booked.id}/${path}?format=ZPL&piece=2`);
            assert.equal(piece.body.match(/\^XA/g)?.length, 1);
            assert.ok(piece.body.includes('2 of 2'));
          }
          const png = await get(`/${booked.id}/a6label?format=png`);
          assert.equal(png.headers['content-type'], 'image/png');
          const { width, height } = readPng(png.rawPayload);
          assert.deepEqual([width, height], [840, 2 * 1184]);
          const blank = await get(`/${booked.id}/a6label?format=&piece=`);
          assert.equal(blank.headers['content-type'], 'application/pdf');
        });

        test('rejects an unknown format or piece by name', async () => {
          for (const [query, field] of [
            ['format=gif', 'format'],
            ['piece=3', 'piece'],
            ['piece=0', 'piece'],
            ['piece=two', 'piece'],
          ] as const) {
            const answer = await get(`/${booked.id}/a6label?${query}`);
            assert.equal(answer.statusCode, 400, query);
            assert.ok(field in answer.json().errors, answer.body);
          }
        });

        test('draws a document once and keeps it until its content changes', async () => {
          const { id } = await shop.book({}, 'northline');
          let drawn = 0;
          const { print } = t.app.printer;
          t.app.printer.print = (job, member) => {
            drawn += 1;
            return print(job, member);
          };
          try {
            const first = await get(`/${id}/invoice`);
            const second = await get(`/${id}/invoice`);
            assert.equal(drawn, 1);
            assert.deepEqual(second.rawPayload, first.rawPayload);
            await adjustBooking(t.app, bookingId(id), {
              scannedGrams: 9_000,
              additionalCents: 1_100,
            });
            const adjusted = await get(`/${id}/invoice`);
            assert.equal(drawn, 2);
            assert.notEqual(adjusted.headers.etag, first.headers.etag);
            const pages = await openPdf(adjusted.rawPayload);
            assert.equal(pages.length, 2);
            assert.match(pages[1]?.text ?? '', /Adjustment note/);
            assert.match(pages[1]?.text ?? '', /GST \$1\.00/);
          } finally {
            t.app.printer.print = print;
          }
        });

        test('a cancelled booking has no label, and its invoice includes the refund', async () => {
          const { id, cost } = await shop.book({}, 'northline');
          await cancelBooking(t.app, bookingId(id));
          const label = await get(`/${id}/label`);
          assert.equal(label.statusCode, 404);
          assert.equal(label.json().error, 'label_not_ready');
          assert.match(label.json().message, /it was cancelled/);
          const pages = await openPdf((await get(`/${id}/invoice`)).rawPayload);
          assert.equal(pages.length, 2);
          assert.match(pages[1]?.text ?? '', /Booking cancelled/);
          assert.ok(pages[1]?.text.includes(`−$${cost?.toFixed(2)}`), pages[1]?.text);
        });

        test('a tax invoice adds up to what was paid', async () => {
          const [page] = await openPdf((await get(`/${booked.id}/invoice`)).rawPayload);
          assert.ok(page);
          for (const words of [
            'Tax invoice',
            'ABN 51 824 753 556',
            `INV-${booked.id}`,
            '16 Nov 2026',
            'Tile Warehouse',
            `$${booked.cost?.toFixed(2)} AUD`,
            'credit account',
            '2 pieces',
          ])
            assert.ok(page.text.includes(words), `${words}: ${page.text}`);
        });

        test('cancels printing when the client disconnects', async () => {
          const { port } = t.server.server.address() as AddressInfo;
          const { id } = await shop.book({}, 'northline');
          const { print } = t.app.printer;
          let isGone: (() => boolean) | undefined;
          const dropped = Promise.withResolvers<Uint8Array>();
          t.app.printer.print = (_job, _member, check) => {
            isGone = check;
            return dropped.promise;
          };
          try {
            const headers = { 'Api-key': shop.member.key };
            const path = `${urls.bookings}/${id}/label`;
            const request = openRequest({ port, path, headers, agent: false });
            request.on('error', () => {});
            await until('the document is queued for drawing', () => isGone !== undefined);
            assert.equal(isGone?.(), false);
            request.destroy();
            await until('the printer knows that the client left', () => isGone?.() === true);
          } finally {
            t.app.printer.print = print;
            dropped.reject(new Refusal({ code: 'printer_busy', retryAfterSeconds: 2 }));
          }
        });

        test('marks every page of every demo document', async () => {
          const demo = await shop.quote(twoPieces());
          const answer = await shop.confirm(demo.id, { payment_method: 'demo' });
          assert.equal(answer.statusCode, 200, answer.body);
          for (const path of ['label', 'a6label', 'manifest', 'invoice']) {
            const pages = await openPdf((await get(`/${demo.id}/${path}`)).rawPayload);
            assert.equal(pages.length, path.endsWith('label') ? 2 : 1);
            for (const { text } of pages) assert.match(text, /DEMO/);
          }
        });

        test('answers 422 for a manifest of a carrier that takes none', async () => {
          const { id } = await shop.book({}, 'couriers_please');
          const answer = await get(`/${id}/manifest`);
          assert.equal(answer.statusCode, 422, answer.body);
          assert.equal(answer.json().error, 'manifest_not_supported');
          assert.deepEqual(answer.json().booking_ids, [id]);
        });
      });
    }
  });
}
