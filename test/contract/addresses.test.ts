// The address book of the members area, on both engines: saving, searching, changing, removing and importing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

type Shown = { id: number; name: string; company_name: string; suburb: string; type: string };

const harbour = (change: Body = {}): Body => ({
  company_name: 'Harbour Bathrooms',
  name: 'Melanie Okafor',
  address: '216 Flinders Lane',
  suburb: 'melborne',
  postcode: '3000',
  type: 'business',
  phone: '0395550142',
  instructions: 'Dock 3, ring the bell',
  ...change,
});

for (const setup of setups)
  describe(`the address book on ${setup.name}`, () => {
    let t: TestApp;
    let janes: Visitor;
    let bobs: Visitor;
    before(async () => {
      t = await startTestApp(setup, { limits: { membersPerMinute: 0 } });
      janes = await new Visitor(t).signIn(await t.addMember());
      bobs = await new Visitor(t, '192.0.2.8').signIn(await t.addMember('bob@example.com'));
    });
    after(() => t.close());

    const found = async (q: string, by = janes): Promise<string[]> => {
      const answer = await by.get(`/addresses?q=${encodeURIComponent(q)}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().map(({ company_name, name }: Shown) => company_name || name);
    };

    test('an address is saved once, found by the beginnings of its words, changed and removed', async () => {
      const first = await janes.send('POST', '/addresses', harbour());
      assert.equal(first.statusCode, 201, first.body);
      const { id, suburb, state } = first.json();
      assert.deepEqual([suburb, state], ['MELBOURNE', 'VIC'], 'the suburb is corrected');
      const again = await janes.send('POST', '/addresses', harbour({ phone: '0400 000 000' }));
      assert.equal(again.json().id, id, 'the same name and place is the same address');
      await janes.send(
        'POST',
        '/addresses',
        harbour({ company_name: '', name: 'Zoë Young', type: 'residential' }),
      );
      for (const [text, titles] of [
        ['', ['Harbour Bathrooms', 'Zoë Young']],
        ['harb', ['Harbour Bathrooms']],
        ['bath mel', ['Harbour Bathrooms']],
        ['3000 zoe', ['Zoë Young']],
        ['flinders', ['Harbour Bathrooms', 'Zoë Young']],
        ['arbour', []],
        ['%', []],
        ['_', []],
      ] as const)
        assert.deepEqual(await found(text), titles, text);
      assert.deepEqual(await found('', bobs), [], 'a member sees only its own addresses');
      const moved = await janes.send(
        'PUT',
        `/addresses/${id}`,
        harbour({ address: '1 Dock Road' }),
      );
      assert.equal(moved.statusCode, 200, moved.body);
      assert.deepEqual([moved.json().id, moved.json().phone], [id, '0395550142']);
      const alike = await janes.send(
        'PUT',
        `/addresses/${id}`,
        harbour({ company_name: '', name: 'Zoë Young' }),
      );
      assert.equal(alike.statusCode, 400, alike.body);
      assert.match(alike.body, /has this name, street and place already/);
      const removed = await janes.send('DELETE', `/addresses/${id}`);
      assert.equal(removed.statusCode, 204, removed.body);
      assert.deepEqual(await found(''), ['Zoë Young']);
      assert.equal((await janes.send('DELETE', `/addresses/${id}`)).statusCode, 404);
    });

    test('an address that cannot be used is refused with every wrong field', async () => {
      const answer = await janes.send('POST', '/addresses', {
        email: 'no address',
        suburb: 'Perth',
        postcode: '3000',
        type: 'shop',
      });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.deepEqual(Object.keys(answer.json().errors).sort(), [
        'email',
        'name',
        'suburb',
        'type',
      ]);
    });

    test('a file is previewed without a change, imported line by line, and known the second time', async () => {
      const csv = [
        'company_name,name,address,suburb,postcode,type,phone,instructions',
        'Acme Tiles,Ann,"1 Long St, Unit 2",Sydney,2000,business,0290001234,Ring first',
        ',Ben Home,2 Short St,Parramatta,2150,home,,',
        'Nowhere Pty,,3 St,Perth,9999,business,,',
        'Short line,x',
        ',,5 St,Sydney,2000,business,,',
      ].join('\r\n');
      const send = async (path: string) => {
        const answer = await bobs.send('POST', path, { csv });
        assert.equal(answer.statusCode, 200, answer.body);
        return answer
          .json()
          .lines.map((one: { outcome: string; line: number; column: string | null }) => [
            one.line,
            one.outcome,
            one.column,
          ]);
      };
      const outcome = (known: string) => [
        [2, known, null],
        [3, known, null],
        [4, 'refused', 'postcode'],
        [5, 'refused', null],
        [6, 'refused', 'name'],
      ];
      assert.deepEqual(await send('/addresses/preview'), outcome('added'));
      assert.deepEqual(await found('', bobs), []);
      assert.deepEqual(await send('/addresses/import'), outcome('added'));
      assert.deepEqual(await send('/addresses/import'), outcome('known'));
      assert.deepEqual(await found('', bobs), ['Acme Tiles', 'Ben Home']);
      const [, ben] = (await bobs.get('/addresses')).json<Shown[]>();
      assert.deepEqual([ben?.type, ben?.suburb], ['residential', 'PARRAMATTA']);
      for (const [text, reason] of [
        ['', /The file is empty/],
        ['nmae,suburb\nA,B', /Unknown column \\"nmae\\"/],
        ['name;suburb\nA;B', /comma/],
      ] as const) {
        const answer = await bobs.send('POST', '/addresses/import', { csv: text });
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(answer.body, reason);
      }
    });
  });
