// Label numbers, stored documents and issued invoices, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking } from '../../../../test/support/bookings/bookings.ts';
import { anInvoice } from '../../../../test/support/documents/invoices.ts';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { Store } from '../../../application/ports.ts';
import type { BookingId } from '../../../domain/bookings/booking.ts';

for (const setup of setups) {
  describe(`documents on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
    });
    after(async () => {
      await store.close();
      await place.remove();
    });
    const addBooking = (): Promise<BookingId> =>
      store.bookings.add(aBooking({ memberId: undefined }));
    const bytesOf = (text: string, size = 100): Uint8Array => Buffer.from(text.padEnd(size, '.'));
    const roomy = { nowMs: 1, mostBytes: 1_000_000 };

    test('issues consecutive numbers once to many simultaneous callers', async () => {
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, n) => store.numbers.take('sscc 9327510', n + 1)),
      );
      const all = taken.flatMap((first, n) => Array.from({ length: n + 1 }, (_, at) => first + at));
      assert.deepEqual(
        all.sort((one, other) => one - other),
        Array.from({ length: 210 }, (_, n) => n),
      );
    });

    test('keeps the numbers of a label and adds missing ones', async () => {
      const id = await addBooking();
      assert.equal((await store.documents.listLabels([id])).get(id), undefined);
      assert.equal((await store.documents.listLabels([])).size, 0);
      const sscc = { prefix: '9327510', first: 0 };
      const first = await store.documents.addNumbers(id, { sscc, authoritySerial: undefined });
      assert.deepEqual(first, { revision: 1, sscc, authoritySerial: undefined });
      const other = { prefix: '1234567', first: 99 };
      const second = await store.documents.addNumbers(id, { sscc: other, authoritySerial: 5 });
      assert.deepEqual(second, { revision: 1, sscc, authoritySerial: 5 });
      const another = await addBooking();
      const listed = await store.documents.listLabels([another, id]);
      assert.deepEqual([...listed], [[id, second]]);
    });

    test('a regeneration raises the revision, discards stored labels and keeps the numbers', async () => {
      const [id, another] = [await addBooking(), await addBooking()];
      for (const bookingId of [id, another])
        await store.documents.keep(
          { bookingId, name: 'label', digest: 'd', bytes: bytesOf('x') },
          roomy,
        );
      assert.equal(await store.documents.raiseRevision(id), 2);
      assert.equal(await store.documents.raiseRevision(id), 3);
      const kept = (bookingId: BookingId) =>
        store.documents.find({ bookingId, name: 'label', digest: 'd' });
      assert.equal(await kept(id), undefined);
      assert.notEqual(await kept(another), undefined);
      const numbers = { sscc: { prefix: '9327510', first: 7 }, authoritySerial: undefined };
      assert.equal((await store.documents.addNumbers(id, numbers)).revision, 3);
    });

    test('finds a document under its digest only, byte for byte', async () => {
      const bookingId = await addBooking();
      const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
      await store.documents.keep({ bookingId, name: 'label', digest: 'one', bytes }, roomy);
      const find = (name: string, digest: string) =>
        store.documents.find({ bookingId, name, digest });
      assert.deepEqual(new Uint8Array((await find('label', 'one')) ?? []), bytes);
      assert.equal(await find('label', 'two'), undefined);
      assert.equal(await find('invoice', 'one'), undefined);
      await store.documents.keep({ bookingId, name: 'label', digest: 'two', bytes }, roomy);
      assert.equal(await find('label', 'one'), undefined);
      assert.notEqual(await find('label', 'two'), undefined);
    });

    test('removes the oldest documents for new ones and does not store oversized ones', async () => {
      const bookingId = await addBooking();
      // A small limit removes the documents of other tests.
      await store.documents.keep(
        { bookingId, name: 'sweep', digest: 'd', bytes: bytesOf('') },
        { nowMs: 1, mostBytes: 1_000 },
      );
      const limits = { nowMs: 1, mostBytes: 15_000 };
      const names = Array.from({ length: 30 }, (_, n) => `document ${n}`);
      for (const name of names)
        await store.documents.keep(
          { bookingId, name, digest: 'd', bytes: bytesOf(name, 750) },
          limits,
        );
      const found = await Promise.all(
        names.map((name) => store.documents.find({ bookingId, name, digest: 'd' })),
      );
      const kept = found.map((one) => one !== undefined);
      // Each has a thousand characters in base64, so at most the newest fifteen fit.
      const count = kept.filter(Boolean).length;
      assert.ok(count >= 13 && count <= 15, String(count));
      assert.deepEqual(
        kept.slice(-count),
        Array.from({ length: count }, () => true),
      );
      const large = { bookingId, name: 'large', digest: 'd', bytes: bytesOf('', 2_000) };
      await store.documents.keep(large, limits);
      assert.equal(await store.documents.find(large), undefined);
      await store.documents.keep({ ...large, name: 'none' }, { nowMs: 1, mostBytes: 0 });
      assert.equal(await store.documents.find({ ...large, name: 'none' }), undefined);
    });

    test('clears a much smaller store of documents in short steps', async () => {
      const bookingId = await addBooking();
      const names = Array.from({ length: 700 }, (_, n) => `old ${n}`);
      const keep = (name: string, mostBytes: number) =>
        store.documents.keep(
          { bookingId, name, digest: 'd', bytes: bytesOf(name, 30) },
          { nowMs: 1, mostBytes },
        );
      const countOld = async () => {
        const found = names.map((name) => store.documents.find({ bookingId, name, digest: 'd' }));
        return (await Promise.all(found)).filter((one) => one !== undefined).length;
      };
      for (const name of names) await keep(name, 10_000_000);
      await keep('step', 1_000);
      const left = await countOld();
      assert.ok(left > 100 && left < 700, String(left));
      await keep('another step', 1_000);
      // Each has forty characters in base64, so 25 fit.
      const fitting = await countOld();
      assert.ok(fitting <= 25, String(fitting));
    });

    test('simultaneous storing and regenerating leaves a correct size', async () => {
      const ids = [await addBooking(), await addBooking()];
      await Promise.all(
        Array.from({ length: 40 }, (_, n) => {
          const bookingId = ids[n % 2] ?? ids[0];
          if (bookingId === undefined) throw new Error('there are two');
          return n % 7 === 0
            ? store.documents.raiseRevision(bookingId)
            : store.documents.keep(
                { bookingId, name: `label ${n % 3}`, digest: 'd', bytes: bytesOf('x', 300) },
                roomy,
              );
        }),
      );
      // If the counted size were too large, this document would not fit.
      const [bookingId] = ids;
      assert.ok(bookingId);
      for (const one of ids) await store.documents.raiseRevision(one);
      const document = { bookingId, name: 'last', digest: 'd', bytes: bytesOf('last', 3_000) };
      await store.documents.keep(document, { nowMs: 1, mostBytes: 60_000 });
      assert.notEqual(await store.documents.find(document), undefined);
    });

    test('an invoice stays as it was first issued', async () => {
      const id = await addBooking();
      assert.equal(await store.documents.findInvoice(id), undefined);
      const facts = anInvoice();
      assert.deepEqual(await store.documents.issueInvoice(id, facts, 1), facts);
      const later = anInvoice({ buyer: ['Somebody else'] });
      assert.deepEqual(await store.documents.issueInvoice(id, later, 2), facts);
      assert.deepEqual(await store.documents.findInvoice(id), facts);
    });
  });
}
