// Carriers' invoices, on both engines: comparison with quotes, decisions, and what members are charged.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import {
  readCreditAccount,
  setCreditLimit,
} from '../../src/application/payments/credit-account.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type Line = Record<string, unknown> & { id: number; reference: string };

for (const setup of setups) {
  describe(`carriers' invoices on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      await setCreditLimit(t.app, jane.email, 10_000_00);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
      const margin = { from: '2026-11-16', percent: 20 };
      assert.equal((await olga.send('POST', '/operator/margins', margin)).statusCode, 201);
    });
    after(() => t.close());

    const book = async (courier: string) => {
      const headers = { 'api-key': jane.key };
      const post = (url: string, payload: object) =>
        t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload });
      const { id, quotes } = (await post('', sydneyToMelbourne())).json();
      const answer = await post(`/v4/${id}/confirm`, {
        courier,
        pickup_date: quotes[courier].pickup_dates[0],
        payment_method: 'credit',
      });
      assert.equal(answer.statusCode, 200, answer.body);
      const { sale } = (await olga.get(`/operator/bookings/${id}`)).json();
      return {
        id: Number(id),
        connote: String(answer.json().connote),
        cost: Math.round(sale.carrier_price * 100),
      };
    };
    const path = '/operator/carrier-invoices';
    const importFile = async (number: string, csv: string, status = 201) => {
      const answer = await olga.send('POST', path, { carrier: 'toll', number, csv });
      assert.equal(answer.statusCode, status, answer.body);
      return answer.json();
    };
    const decide = async (id: number, body: object) => {
      const answer = await olga.send('PUT', `${path}/${id}/lines`, body);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const owed = async () => (await readCreditAccount(t.app, jane.email)).usedCents;
    const dollars = (cents: number): string => (cents / 100).toFixed(2);

    test('compares each consignment with the carrier’s quote, disputes and accepts differences, and charges once', async () => {
      const [right, heavy, wrong, other] = [
        await book('toll'),
        await book('toll'),
        await book('toll'),
        await book('aramex'),
      ];
      assert.ok(right && heavy && wrong && other);
      const csv = [
        'Con Note,Description,Charged Weight,Total (inc GST)',
        `${right.connote.toLowerCase()},freight,5,${dollars(right.cost - 100)}`,
        `${right.connote},fuel,5,1.00`,
        `${heavy.connote},freight,25.5 kg,"$${dollars(heavy.cost + 1250)}"`,
        `${wrong.id},freight,5,${dollars(wrong.cost + 5)}`,
        `${other.connote},freight,5,10.00`,
        'NOT-OURS-1,freight,5,10.00',
        ',Account fee,,5.00',
      ].join('\n');
      const invoice = await importFile('T-1001', csv);
      const shown = invoice.lines.map((line: Line) => [
        line.reference,
        line.finding,
        line.state,
        line.difference,
      ]);
      assert.deepEqual(shown, [
        [right.connote.toLowerCase(), 'none', 'agrees', 0],
        [heavy.connote, 'none', 'open', 12.5],
        [String(wrong.id), 'none', 'open', 0.05],
        [other.connote, 'other_carrier', 'open', (1000 - other.cost) / 100],
        ['NOT-OURS-1', 'unknown', 'open', null],
      ]);
      const [, heavyLine, wrongLine, otherLine, strange] = invoice.lines as Line[];
      assert.ok(heavyLine && wrongLine && otherLine && strange);
      assert.deepEqual(
        [heavyLine.billed_weight, heavyLine.scanned_weight, heavyLine.quoted_weight],
        [25.5, null, 5],
      );
      await decide(invoice.id, { lines: [wrongLine.id, strange.id], state: 'disputed' });
      const foreign = await olga.send('PUT', `${path}/${invoice.id}/lines`, {
        lines: [wrongLine.id, 999_999],
        state: 'open',
      });
      assert.equal(foreign.statusCode, 400, foreign.body);
      assert.match(foreign.body, /This invoice has no line 999999/);
      const before = await owed();
      const charge = { lines: [heavyLine.id, otherLine.id], state: 'accepted', charge: true };
      for (const _twice of [1, 2]) {
        const after = await decide(invoice.id, charge);
        assert.deepEqual(after.refused, []);
        assert.deepEqual(
          after.lines.map(({ state }: Line) => state),
          ['agrees', 'accepted', 'disputed', 'accepted', 'disputed'],
        );
        assert.equal(await owed(), before + 1250);
      }
      const disputed = { lines: [heavyLine.id], state: 'disputed' };
      const kept = await olga.send('PUT', `${path}/${invoice.id}/lines`, disputed);
      assert.equal(kept.statusCode, 400, kept.body);
      assert.match(kept.body, /The member was charged for line 4\. Set the later charge/);
      const booking = (await olga.get(`/operator/bookings/${heavy.id}`)).json();
      assert.deepEqual([booking.additional_charges, booking.scanned_weight], [12.5, 25.5]);
      const file = await olga.get(`${path}/${invoice.id}/disputes.csv`);
      assert.equal(file.statusCode, 200);
      assert.deepEqual(
        file.body.split('\r\n').map((row) => row.split(',').slice(0, 4).join()),
        [
          'invoice,line,connote,our_reference',
          `T-1001,5,${wrong.id},${wrong.id}`,
          'T-1001,7,NOT-OURS-1,',
          '',
        ],
      );
      assert.equal((await olga.get(`${path}/${invoice.id}`)).json().lines.length, 5);
      const [listed] = (await olga.get(path)).json();
      assert.deepEqual(
        [listed.number, listed.lines, listed.open, listed.disputed],
        ['T-1001', 5, 0, 2],
      );
      const again = await importFile('t-1001', csv, 400);
      assert.match(String(again.errors.number), /imported already/);
      const second = await importFile('T-1002', `connote,amount\n${right.connote},20`);
      assert.equal(second.lines[0].finding, 'billed_before');
      for (const id of [invoice.id, second.id])
        assert.equal((await olga.send('DELETE', `${path}/${id}`)).statusCode, 200);
      assert.equal((await olga.get(`${path}/${invoice.id}`)).statusCode, 404);
      assert.equal(await owed(), before + 1250);
    });

    test('keeps a line open whose booking was cancelled before it could be charged', async () => {
      const { id, connote, cost } = await book('toll');
      const invoice = await importFile(
        'T-2001',
        `connote,amount\n${connote},${dollars(cost + 900)}`,
      );
      assert.equal((await olga.send('POST', `/operator/bookings/${id}/cancel`)).statusCode, 200);
      const lines = [invoice.lines[0].id];
      const after = await decide(invoice.id, { lines, state: 'accepted', charge: true });
      assert.equal(after.lines[0].state, 'open');
      assert.match(after.refused[0].reason, /cancelled/);
      const later = await importFile('T-2002', `connote,amount\n${connote},1`);
      assert.equal(later.lines[0].finding, 'not_booked');
    });

    test('refuses a file with unreadable columns or amounts and names each', async () => {
      const refused = [
        ['', /file is empty/],
        ['connote\nX', /"amount"/],
        ['amount\n1', /"booking" or "connote"/],
        ['connote,amount\n,5', /No line of the file/],
        ['connote,amount,weight\nX,five,1\nY,5,heavy', /Line 2, amount: "five"/],
        ['connote,amount_ex_gst\nX,5', /"amount_ex_gst" and "gst"/],
      ] as const;
      for (const [csv, sentence] of refused)
        assert.match(String((await importFile('T-3', csv, 400)).errors.csv), sentence);
      const unknown = { carrier: 'unknown', number: 'T-3', csv: 'connote,amount\nX,5' };
      assert.match((await olga.send('POST', path, unknown)).body, /no carrier/);
      const exact = await importFile('T-3', 'connote,amount_ex_gst,gst\nX,10.005,1.0005\nX,1,0.1');
      assert.equal(exact.lines[0].billed, 12.11);
    });
  });
}
