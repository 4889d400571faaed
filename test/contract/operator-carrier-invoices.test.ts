// Carriers' invoices, on both engines: comparison with quotes, decisions, and what members are charged.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import {
  readCreditAccount,
  setCreditLimit,
} from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
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
    const importFile = async (number: string, csv: string, status = 201, carrier = 'toll') => {
      const answer = await olga.send('POST', path, { carrier, number, csv });
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
        'Con Note,Our Ref,Booking,Description,Charged Weight,Total (inc GST)',
        `${right.connote.toLowerCase()},,,freight,5,${dollars(right.cost - 100)}`,
        `${right.connote},,,fuel,5,1.00`,
        `${heavy.connote},,${wrong.id},freight,25.5 kg,"$${dollars(heavy.cost + 1250)}"`,
        `RELABELLED-1,,${wrong.id},freight,5,${dollars(wrong.cost + 5)}`,
        `${other.connote},,,freight,5,10.00`,
        'NOT-OURS-1,,,freight,5,10.00',
        `${wrong.id},,,freight,5,${dollars(wrong.cost + 5)}`,
        `00${wrong.id},,,freight,5,9.00`,
        ',,,Account fee,,5.00',
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
        ['RELABELLED-1', 'none', 'open', 0.05],
        [other.connote, 'other_carrier', 'open', (1000 - other.cost) / 100],
        ['NOT-OURS-1', 'unknown', 'open', null],
        [String(wrong.id), 'number_as_connote', 'open', 0.05],
        [`00${wrong.id}`, 'unknown', 'open', null],
      ]);
      const [, heavyLine, wrongLine, otherLine, strange, numbered] = invoice.lines as Line[];
      assert.ok(heavyLine && wrongLine && otherLine && strange && numbered);
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
      const chosen = [heavyLine.id, otherLine.id, numbered.id];
      const charge = { lines: chosen, state: 'accepted', charge: true };
      for (const _twice of [1, 2]) {
        const after = await decide(invoice.id, charge);
        assert.deepEqual(
          after.refused.map(({ line, reason }: Line) => [line, String(reason).split(',')[0]]),
          [
            [6, 'The booking is with another carrier'],
            [8, 'The connote is a booking’s number'],
          ],
        );
        assert.deepEqual(
          after.lines.map(({ state }: Line) => state),
          ['agrees', 'accepted', 'disputed', 'open', 'disputed', 'open', 'open'],
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
          `T-1001,5,RELABELLED-1,${wrong.id}`,
          'T-1001,7,NOT-OURS-1,',
          '',
        ],
      );
      assert.equal((await olga.get(`${path}/${invoice.id}`)).json().lines.length, 7);
      const [listed] = (await olga.get(path)).json();
      assert.deepEqual(
        [listed.number, listed.lines, listed.open, listed.disputed],
        ['T-1001', 7, 3, 2],
      );
      const again = await importFile('t-1001', csv, 400);
      assert.match(String(again.errors.number), /imported already/);
      const second = await importFile('T-1002', `connote,amount\n${right.connote},20`);
      assert.equal(second.lines[0].finding, 'billed_before');
      const theirs = `connote,amount\n${other.connote},${dollars(other.cost)}`;
      const ofOther = await importFile('A-1001', theirs, 201, 'aramex');
      assert.equal(ofOther.lines[0].finding, 'none', 'the bill of another carrier does not count');
      for (const id of [invoice.id, second.id])
        assert.equal((await olga.send('DELETE', `${path}/${id}`)).statusCode, 200);
      assert.equal((await olga.get(`${path}/${invoice.id}`)).statusCode, 404);
      assert.equal(await owed(), before + 1250);
    });

    test('charges only what the booking has not been charged yet, and never gives back a later charge', async () => {
      const { id, connote, cost } = await book('toll');
      const byHand = async (additionalCents: number, scannedGrams: number) => {
        await adjustBooking(t.app, bookingId(id), { additionalCents, scannedGrams });
      };
      const later = async () => {
        const booking = (await olga.get(`/operator/bookings/${id}`)).json();
        return [booking.additional_charges, booking.scanned_weight];
      };
      const charge = async (invoice: { id: number; lines: Line[] }) => {
        const body = {
          lines: invoice.lines.map((line) => line.id),
          state: 'accepted',
          charge: true,
        };
        assert.deepEqual((await decide(invoice.id, body)).refused, []);
      };
      await byHand(20_00, 6_000);
      const owedBefore = await owed();
      const freight = await importFile('T-5001', `connote,amount\n${connote},${dollars(cost)}`);
      await charge(freight);
      assert.deepEqual([await later(), await owed()], [[20, 6], owedBefore]);
      await olga.send('DELETE', `${path}/${freight.id}`);
      const csv = `connote,amount,weight\n${connote},${dollars(cost + 35_00)},8`;
      const whole = await importFile('T-5002', csv);
      await charge(whole);
      assert.deepEqual([await later(), await owed()], [[35, 8], owedBefore + 15_00]);
      await byHand(40_00, 9_000);
      await charge(whole);
      assert.deepEqual([await later(), await owed()], [[40, 9], owedBefore + 20_00]);
      const disputed = { lines: [whole.lines[0].id], state: 'disputed' };
      const kept = await olga.send('PUT', `${path}/${whole.id}/lines`, disputed);
      assert.match(kept.body, /The member was charged for line 2/);
    });

    test('a line that is charged, or whose invoice is deleted, during another decision ends charged and accepted, or neither', async () => {
      const { connote, cost } = await book('toll');
      const csv = `connote,amount\n${connote},${dollars(cost + 7_00)}`;
      const { store } = t.app;
      const { transaction } = store;
      /** Runs `change` after the next request has read the lines and before it changes them. */
      const meanwhile = (change: () => Promise<unknown>) => {
        store.transaction = async (work) => {
          store.transaction = transaction;
          await change();
          return await transaction(work);
        };
      };
      const charged = { state: 'accepted', charge: true };
      const first = await importFile('T-6001', csv);
      const lines = [first.lines[0].id];
      const owedBefore = await owed();
      meanwhile(() => olga.send('DELETE', `${path}/${first.id}`));
      const tooLate = await olga.send('PUT', `${path}/${first.id}/lines`, { lines, ...charged });
      assert.equal(tooLate.statusCode, 404, tooLate.body);
      assert.equal(await owed(), owedBefore);
      const second = await importFile('T-6002', csv);
      const body = { lines: [second.lines[0].id] };
      meanwhile(() => decide(second.id, { ...body, ...charged }));
      const dispute = { ...body, state: 'disputed' };
      const refused = await olga.send('PUT', `${path}/${second.id}/lines`, dispute);
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.body, /The member was charged/);
      const { lines: after } = (await olga.get(`${path}/${second.id}`)).json();
      assert.deepEqual([after[0].state, await owed()], ['accepted', owedBefore + 7_00]);
    });

    test('of two invoices imported at the same moment that bill one consignment, only one is compared with its quote', async () => {
      const { connote, cost } = await book('toll');
      const csv = `connote,amount\n${connote},${dollars(cost + 9_00)}`;
      const both = await Promise.all(['T-7001', 'T-7002'].map((number) => importFile(number, csv)));
      const findings = both.map(({ lines }) => lines[0].finding).toSorted();
      assert.deepEqual(findings, ['billed_before', 'none']);
      const byNumber = await book('toll');
      const twice = `connote,booking,amount\n${byNumber.connote},,20\n,${byNumber.id},5`;
      const one = await importFile('T-7003', twice);
      assert.deepEqual(
        one.lines.map(({ finding }: Line) => finding),
        ['none', 'billed_before'],
      );
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
