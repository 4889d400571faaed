// Links with which somebody accepts an offer for the member, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { type BookingShown, Checkout } from '../support/bookings/checkout.ts';
import { doorToDoor } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups)
  describe(`links to quotes on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let shop: Checkout;
    let janes: Visitor;
    const stranger = () => new Visitor(t, '198.51.100.7');
    before(async () => {
      t = await startTestApp(setup, {
        limits: { membersPerMinute: 0, v5PerMinute: 0, membersAddressPerMinute: 0 },
      });
      jane = await t.addMember();
      shop = new Checkout(t, jane);
      await shop.giveCredit(10_000);
      janes = await new Visitor(t).signIn(jane);
    });
    after(() => t.close());

    const quoted = () => shop.quote(doorToDoor({ customer_reference: 'PO 9' }));
    const share = (booking: BookingShown, change: object = {}) =>
      janes.send('POST', `/bookings/v4/${booking.id}/quote_link`, {
        ...shop.confirmRequest(booking, 'toll', { payment_method: 'credit' }),
        ...change,
      });
    const tokenOf = async (booking: BookingShown): Promise<string> => {
      const shared = await share(booking);
      assert.equal(shared.statusCode, 201, shared.body);
      return shared.json().url.split('/accept-quote#')[1];
    };
    const read = (token: string) => stranger().send('POST', '/quote-links/read', { token });
    const accept = (token: string) => stranger().send('POST', '/quote-links/accept', { token });

    test('the receiver sees the offer alone, and accepting it twice books and charges once', async () => {
      const booking = await quoted();
      const token = await tokenOf(booking);
      const seen = await read(token);
      assert.equal(seen.statusCode, 200, seen.body);
      const price = booking.quotes.toll?.total;
      const { state, courier, customer_reference, price: shown } = seen.json();
      assert.deepEqual(
        [state, courier, customer_reference, shown],
        ['open', 'toll', 'PO 9', price],
      );
      for (const secret of ['Kim Lee', 'Collins', 'aramex', jane.email])
        assert.ok(!seen.body.includes(secret), secret);
      const answers = await Promise.all([accept(token), accept(token)]);
      for (const answer of answers) assert.equal(answer.statusCode, 200, answer.body);
      const again = await accept(token);
      assert.deepEqual([again.statusCode, again.json().state], [200, 'accepted']);
      const booked = await shop.read(booking.id);
      assert.deepEqual([booked.status, booked.cost], ['Confirmed', price]);
      assert.equal(again.json().connote, booked.connote);
      assert.equal((await janes.get('/credit')).json().used, price);
    });

    test('a link ends when the quote is changed, withdrawn or expired, or the member is closed', async () => {
      const ended = async (token: string) => {
        for (const answer of [await read(token), await accept(token)]) {
          assert.equal(answer.statusCode, 404, answer.body);
          assert.equal(answer.json().error, 'quote_link_invalid');
        }
      };
      const changed = await quoted();
      const first = await tokenOf(changed);
      await janes.send('PUT', `/bookings/v4/${changed.id}`, { declared_value: 900 });
      await ended(first);
      const second = await tokenOf(changed);
      const withdrawn = await janes.send('DELETE', `/bookings/v4/${changed.id}/quote_link`);
      assert.equal(withdrawn.statusCode, 204, withdrawn.body);
      await ended(second);
      await ended('invented');
      // The member changes the booking after the link was read and before it is booked.
      const racing = await quoted();
      const third = await tokenOf(racing);
      const { members } = t.app.store;
      const { find } = members;
      members.find = async (id) => {
        members.find = find;
        await janes.send('PUT', `/bookings/v4/${racing.id}`, { declared_value: 900 });
        return await find(id);
      };
      const late = await accept(third);
      assert.equal(late.json().error, 'quote_link_invalid');
      assert.notEqual((await shop.read(racing.id)).status, 'Confirmed');
      const closed = await tokenOf(await quoted());
      await changeMember(t.app, jane.email, { isOpen: false });
      await ended(closed);
      await changeMember(t.app, jane.email, { isOpen: true });
      assert.equal((await read(closed)).statusCode, 200);
      t.advanceClock(25 * hourMs);
      await ended(closed);
    });

    test('creates no link for an offer that could not be booked', async () => {
      const booking = await quoted();
      for (const [change, status, reason] of [
        [{ courier: 'nobody_knows' }, 400, /did not quote/],
        [{ pickup_date: '2030-01-01' }, 400, /Choose one of/],
        [{ payment_method: 'bankcard_99' }, 400, /bankcard_99/],
      ] as const) {
        const refused = await share(booking, change);
        assert.equal(refused.statusCode, status, refused.body);
        assert.match(refused.body, reason);
      }
      const booked = await shop.book({ payment_method: 'credit' });
      const late = await share({ ...booking, id: booked.id });
      assert.equal(late.statusCode, 422, late.body);
    });
  });
