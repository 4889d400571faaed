// Numbers on labels: SSCCs if the operator has a GS1 prefix, the carrier's own if it issued identifiers. A reprint
// has the same numbers.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { checkDigit } from '../../src/domain/bookings/connote.ts';
import { type BookingShown, Checkout } from '../support/bookings/checkout.ts';
import {
  aCarton,
  auckland,
  type Body,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { openPdf, readCodes } from '../support/documents/read-document.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const carriers = join(import.meta.dirname, '..', '..', 'carriers');

/** The shipped carriers with identifiers, as an operator configures them. */
function operatorCarriers(): { directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'linehaul-issued-'));
  const issue = (folder: string, change: Body): void => {
    cpSync(join(carriers, folder), join(directory, folder), { recursive: true });
    const file = join(directory, folder, 'carrier.json');
    const carrier = JSON.parse(readFileSync(file, 'utf8')) as Body;
    writeFileSync(file, JSON.stringify({ ...carrier, ...change }));
  };
  issue('auspost', {
    connote: { prefix: '2JD', digits: 7, start: 5418133, end: 5419999 },
    documents: {
      label: 'auspost_eparcel',
      manifest: true,
      auspost: { mlid: '2JD', products: { regular: { product: '00087', service: '09' } } },
    },
  });
  issue('startrack', {
    connote: { prefix: 'ABCD', digits: 8, start: 1, end: 99_999_999 },
    documents: {
      label: 'startrack',
      manifest: true,
      startrack: {
        despatch_id: 'ABCD',
        payer_account: '10123456',
        sender_account: '10123456',
        products: { exp: 'EXP' },
        depots: { MEL: ['3000-3207'] },
      },
    },
  });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

for (const setup of setups) {
  describe(`label numbers on ${setup.name}`, () => {
    const issued = operatorCarriers();
    let t: TestApp;
    let shop: Checkout;
    before(async () => {
      t = await startTestApp(setup, {
        carriersDir: issued.directory,
        limits: { v5PerMinute: 0 },
        operator: { gs1Prefix: '9327510' },
      });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
    });
    after(async () => {
      await t.close();
      issued.remove();
    });

    const book = async (carrier: string, change: Body = {}): Promise<BookingShown> => {
      const quoted = await shop.quote(sydneyToMelbourne(change));
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const codesOf = async ({ id }: BookingShown, path = 'a6label'): Promise<string[][]> => {
      const answer = await t.get(`/api/v5/bookings/v4/${id}/${path}`, {
        'api-key': shop.member.key,
      });
      assert.equal(answer.statusCode, 200, answer.body);
      const pages = await openPdf(answer.rawPayload);
      return await Promise.all(
        pages.map(async ({ at203Dpi }) => (await readCodes(at203Dpi)).map(({ text }) => text)),
      );
    };
    const ssccsOf = async (booking: BookingShown, path?: string): Promise<string[]> =>
      (await codesOf(booking, path)).map(
        (codes) => codes.find((text) => /^00\d{18}$/.test(text)) ?? '',
      );

    test('gives each piece its own SSCC and keeps it on every reprint', async () => {
      const items = [aCarton({ quantity: 2 })];
      const [booked, later] = [
        await book('northline', { items }),
        await book('northline', { items }),
      ];
      const [first, second] = [await ssccsOf(booked), await ssccsOf(later)];
      const all = [...first, ...second];
      assert.equal(new Set(all).size, 4);
      for (const sscc of all) {
        assert.match(sscc, /^00\d9327510\d{10}$/);
        assert.equal(checkDigit(sscc.slice(2, -1), 'mod10'), sscc.slice(-1));
      }
      assert.deepEqual(await ssccsOf(booked, 'label'), first);
      assert.deepEqual(await ssccsOf(booked, 'northlineregeneralabel'), first);
      const url = `/api/v5/bookings/labels/batch`;
      const batch = await shop.post(url, { booking_ids: [later.id], format: 'a6' });
      const pages = await openPdf(batch.rawPayload);
      const again = await Promise.all(pages.map(({ at203Dpi }) => readCodes(at203Dpi)));
      assert.deepEqual(
        again.map((codes) => codes.find(({ isGs1 }) => isGs1)?.text),
        second,
      );
    });

    test('simultaneous first requests for a label get the same numbers', async () => {
      const booking = await book('northline');
      const all = await Promise.all(Array.from({ length: 8 }, () => ssccsOf(booking)));
      assert.equal(new Set(all.flat()).size, 1);
    });

    test('Australia Post: prints its own article numbers and identifiers', async () => {
      const booking = await book('auspost_regular_eparcel', { items: [aCarton({ quantity: 2 })] });
      assert.match(booking.connote ?? '', /^2JD541\d{4}$/);
      const [first, second] = await codesOf(booking);
      for (const [n, codes] of [first, second].entries()) {
        const article = `${booking.connote}0${n + 1}00087090`;
        const number = article + checkDigit(article, 'mod10');
        assert.deepEqual(codes?.map((text) => text.replace(/8008\d{12}$/, '8008')).sort(), [
          `019931265099999891${number}`,
          `019931265099999891${number}<GS>4203000<GS>8008`,
        ]);
      }
    });

    test('prints neutral labels for international freight and services without issued codes', async () => {
      for (const booking of [
        await book('auspost_express_eparcel'),
        await book('startrack_premium'),
      ]) {
        const [sscc] = await ssccsOf(booking);
        assert.match(sscc ?? '', /^00\d{18}$/);
      }
    });

    test('StarTrack: prints item, routing and record codes and a stable authority-to-leave number', async () => {
      const change = { options: { authority_to_leave: true } };
      const [booked, later] = [
        await book('startrack_road_express', change),
        await book('startrack_road_express', change),
      ];
      const [first = []] = await codesOf(booked);
      assert.ok(first.includes(`${booked.connote}EXP00001`));
      assert.ok(first.includes('EXP3000MEL'));
      const authority = first.find((text) => /^C\d{9}$/.test(text));
      assert.ok(authority);
      const record = first.find((text) => text.length === 334);
      assert.equal(record?.slice(314, 324), authority);
      assert.deepEqual(await codesOf(booked), [first]);
      const [second = []] = await codesOf(later);
      assert.notEqual(
        second.find((text) => /^C\d{9}$/.test(text)),
        authority,
      );
      const [without = []] = await codesOf(await book('startrack_road_express'));
      assert.equal(
        without.find((text) => /^C\d{9}$/.test(text)),
        undefined,
      );
    });

    test('rejects a picture of more labels than it holds, but prints them piece by piece', async () => {
      const { id } = await book('northline', { items: [aCarton({ weight: 1, quantity: 26 })] });
      const get = (query: string) =>
        t.get(`/api/v5/bookings/v4/${id}/a6label?${query}`, { 'api-key': shop.member.key });
      const all = await get('format=png');
      assert.equal(all.statusCode, 400);
      assert.match(all.json().message, /at most 25/);
      assert.equal((await get('format=png&piece=26')).statusCode, 200);
      assert.equal((await get('format=zpl')).statusCode, 200);
    });

    test('prints the country in words abroad, and an invoice without GST', async () => {
      const quoted = await shop.quote(sydneyToMelbourne({ receiver: auckland }));
      const [carrier = ''] = Object.keys(quoted.quotes);
      await t.app.store.declarations.save(
        bookingId(quoted.id),
        {
          contentsType: 'merchandise',
          contentsDescription: 'Tiles',
          currency: 'AUD',
          items: [],
        },
        0,
      );
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
      assert.equal(answer.statusCode, 200, answer.body);
      const read = async (path: string) => {
        const file = await t.get(`/api/v5/bookings/v4/${quoted.id}/${path}`, {
          'api-key': shop.member.key,
        });
        const [page] = await openPdf(file.rawPayload);
        return page?.text ?? '';
      };
      const label = await read('a6label');
      assert.match(label, /NEW ZEALAND/);
      assert.match(label, /INTERNATIONAL NZ/);
      assert.match(await read('invoice'), /GST-free/);
    });
  });
}
