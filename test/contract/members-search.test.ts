// Searching bookings in the members area, on both engines: by number, connote, order and the receiver's name.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking, runStatement } from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups)
  describe(`searching a member's bookings on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let shop: Checkout;
    let janes: Visitor;
    before(async () => {
      t = await startTestApp(setup, { limits: { membersPerMinute: 0, v5PerMinute: 0 } });
      jane = await t.addMember();
      shop = new Checkout(t, jane);
      await shop.giveCredit(10_000);
      janes = await new Visitor(t).signIn(jane);
    });
    after(() => t.close());

    const search = async (text: string, client = janes): Promise<number[]> => {
      const answer = await client.get(`/bookings/v4?q=${encodeURIComponent(text)}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().map(({ id }: { id: number }) => id);
    };
    const bookFor = async (receiver: object): Promise<number> => {
      const quoted = await shop.quote(
        sydneyToMelbourne({ receiver: { ...melbourne, ...receiver } }),
      );
      const request = shop.confirmRequest(quoted, 'toll', { payment_method: 'credit' });
      assert.equal((await shop.confirm(quoted.id, request)).statusCode, 200);
      return quoted.id;
    };

    test("finds only the member's own bookings by receiver name or company in any case, newest first", async () => {
      const first = await bookFor({ name: 'Rita "Tiles" O’Neill' });
      const second = await bookFor({ name: 'Bo', company_name: 'Ritas 100%_Pty' });
      assert.deepEqual(await search('rita'), [second, first]);
      assert.deepEqual(await search('"tiles"'), [first]);
      assert.deepEqual(await search('100%_'), [second]);
      // Characters with a meaning in SQL or JSON are plain text, and other words of a booking do not find it.
      for (const text of ['%', 'r_ta', '\\', "'", 'receiver', 'carton', 'nsw'])
        assert.equal((await search(text)).includes(first), false, text);
      const abroad = await bookFor({ name: 'MÜLLER & Söhne' });
      for (const text of ['müller & SÖHNE', 'mü', 'söhne'])
        assert.deepEqual(await search(text), [abroad], text);
      const tooLong = await janes.get(`/bookings/v4?q=${'a'.repeat(201)}`);
      assert.equal(tooLong.statusCode, 400, tooLong.body);
      const stranger = await t.addMember('bob@example.com');
      const bobsClient = await new Visitor(t).signIn(stranger);
      const { connote } = await shop.read(first);
      for (const text of ['rita', String(first), String(connote)])
        assert.deepEqual(await search(text, bobsClient), [], text);
      for (const query of [
        '',
        `member=${jane.id}`,
        `q=${first}&member=${jane.id}`,
        'show=to_tell',
      ]) {
        const { body } = await bobsClient.get(`/bookings/v4?${query}`);
        assert.doesNotMatch(body, /Rita/, query);
      }
      assert.deepEqual((await janes.get('/bookings/v4?q=rita&page=2')).json(), []);
    });

    test('finds a booking by its number and connote before any name', async () => {
      const booked = await bookFor({ name: 'Quinn Receiver' });
      await bookFor({ name: `Unit ${booked}` });
      assert.deepEqual(await search(String(booked)), [booked]);
      const { connote } = await shop.read(booked);
      assert.deepEqual(await search(String(connote)), [booked]);
    });

    test('finds a connote in any case of its letters', async () => {
      const booked = await bookFor({ name: 'Quinn Receiver' });
      await runStatement(t.place, `update bookings set connote = 'TNT00123X' where id = ${booked}`);
      for (const typed of ['TNT00123X', 'tnt00123x', 'Tnt00123x']) {
        assert.deepEqual(await search(typed), [booked], typed);
        for (const bookings of ['/api/bookings/v4', '/api/v5/bookings/v4']) {
          const found = await t.get(`${bookings}?q=${typed}`, { 'api-key': shop.member.key });
          assert.deepEqual(
            found.json().map(({ id }: { id: number }) => id),
            [booked],
          );
        }
      }
    });

    test("finds a booking by its order number, with or without the shop's sign, from any platform", async () => {
      const ids: number[] = [];
      for (const [order_id, imported_from] of [
        ['A-1001', 'Shopify'],
        ['#A-1001', 'WooCommerce'],
        ['A-1002', 'Shopify'],
      ]) {
        const { id } = await shop.quote();
        const order = aFullOrder({ order_id, imported_from, transdirect_order_id: id });
        const answer = await shop.post('/api/v5/orders', order);
        assert.equal(answer.statusCode < 300, true, answer.body);
        ids.unshift(id);
      }
      const [third, second, first] = ids;
      assert.deepEqual(await search('a-1001'), [second, first]);
      assert.deepEqual(await search('#A-1002'), [third]);
      assert.deepEqual(await search('A-1003'), []);
    });

    test('keeps the customer reference from quote to invoice, and finds the booking by it', async () => {
      const quoted = await shop.quote(sydneyToMelbourne({ customer_reference: ' PO 4711-A ' }));
      const reference = (one: object) =>
        (one as { customer_reference?: string }).customer_reference;
      assert.equal(reference(quoted), 'PO 4711-A');
      const bare = await shop.quote();
      assert.equal(
        'customer_reference' in bare,
        false,
        'a booking without a reference has no field',
      );
      const headers = { 'api-key': jane.key };
      const change = async (customer_reference: string) =>
        await t.inject({
          method: 'PUT',
          url: `/api/v5/bookings/v4/${quoted.id}`,
          headers,
          payload: { customer_reference },
        });
      const tooLong = await change('x'.repeat(61));
      assert.equal(tooLong.statusCode, 400, tooLong.body);
      assert.match(tooLong.body, /customer_reference must have at most 60 characters; it has 61/);
      assert.equal(reference((await change('PO 4712/Ä')).json()), 'PO 4712/Ä');
      assert.equal(reference((await change('')).json()), 'PO 4712/Ä', 'a blank field stays');
      const confirm = shop.confirmRequest(quoted, 'toll', { payment_method: 'credit' });
      assert.equal((await shop.confirm(quoted.id, confirm)).statusCode, 200);
      for (const text of ['PO 4712/Ä', 'po 4712/ä', '4712', 'po 47', 'a 4712'])
        assert.deepEqual(await search(text), [quoted.id], text);
      assert.deepEqual(await search('712'), []);
      // A reference that is the number of another booking finds both.
      const numbered = await shop.quote(sydneyToMelbourne({ customer_reference: String(bare.id) }));
      await shop.confirm(
        numbered.id,
        shop.confirmRequest(numbered, 'toll', { payment_method: 'credit' }),
      );
      assert.deepEqual(await search(String(bare.id)), [numbered.id, bare.id]);
      for (const document of ['label', 'a6label', 'manifest', 'invoice']) {
        const answer = await t.get(`/api/v5/bookings/v4/${quoted.id}/${document}`, headers);
        assert.equal(answer.statusCode, 200, document);
        const [page] = await openPdf(answer.rawPayload);
        assert.match(page?.text ?? '', /PO 4712\/Ä/, document);
      }
      const csv = await janes.get('/bookings/export.csv');
      assert.match(csv.body, new RegExp(`^${quoted.id},.*,PO 4712/Ä\r?$`, 'm'));
    });

    test('finds receivers by suburb, postcode, phone and e-mail, and senders when no receiver fits', async () => {
      const away = {
        ...melbourne,
        suburb: 'BROADMEADOWS',
        postcode: '3047',
        phone: '0491 571 266',
      };
      const there = await bookFor({ ...away, email: 'kim.lee@tiles.example' });
      const { sender } = sydneyToMelbourne() as { sender: object };
      const back = await shop.quote(
        sydneyToMelbourne({ sender: { ...away, phone: '0491 572 665' }, receiver: sender }),
      );
      await shop.confirm(back.id, shop.confirmRequest(back, 'toll', { payment_method: 'credit' }));
      for (const text of [
        'broadmeadows',
        'broad 3047',
        '+61 491 571 266',
        'kim.lee@tiles',
        'kim.lee',
      ])
        assert.deepEqual(await search(text), [there], text);
      // A part with @ or a full stop may be a name too.
      const shopAtBondi = await bookFor({ name: 'Fish @ Bondi' });
      assert.deepEqual(await search('fish @ bondi'), [shopAtBondi]);
      assert.deepEqual(await search('0491 572 665'), [back.id]);
    });

    test('finds a name by the beginnings of its words among all booked bookings, and never among quotes', async () => {
      const { store } = t.app;
      const old = await bookFor({ name: 'Zoë O’Older', company_name: 'Grout & Sons 2000' });
      const newer = [await bookFor({ name: 'Zoran' }), await bookFor({ name: 'Nora' })];
      for (const text of ['zoe', 'ZOË old', 'grout sons', '2000 zo', 'o’older'])
        assert.deepEqual(await search(text), [old], text);
      assert.deepEqual(await search('zo'), [newer[0], old]);
      for (const text of ['out', 'zoe nora', '%', '_'])
        assert.deepEqual(await search(text), [], text);
      const wanted = { owner: jane.id, words: ['zo'], parts: ['receiver'] as const, limit: 1 };
      const [newest, ...others] = await store.bookings.listByWords(wanted);
      assert.deepEqual([newest?.id, others], [newer[0], []]);
      const base = aBooking({ memberId: jane.id });
      await store.bookings.add({ ...base, receiver: { ...base.receiver, name: 'Quentin Quote' } });
      assert.deepEqual(await search('quentin'), []);
    });
  });
