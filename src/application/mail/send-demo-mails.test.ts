// Anyone can sign up with any address and create demo bookings for free.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { sydney } from '../../../test/support/bookings/quote-bodies.ts';
import { aShipmentOf } from '../../../test/support/bookings/shipments.ts';
import type { MailServer } from '../../../test/support/components/mail-server.ts';
import {
  notifyingBody,
  sendAll as sendAllOf,
  startMailing,
} from '../../../test/support/components/mailing.ts';
import { memberDetails } from '../../../test/support/factories.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { Mailing } from '../ports.ts';

for (const setup of setups) {
  describe(`e-mails of demo bookings on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let post: MailServer;
    let mailing: Mailing;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());
    beforeEach(async () => {
      ({ post, mailing } = await startMailing());
    });
    afterEach(async () => {
      mailing.mailer.close();
      await post.stop();
      t.advanceClock(72 * hourMs);
    });
    const sendAll = (): Promise<void> => sendAllOf(t.app, mailing);
    const ship = (connote: string) =>
      aShipmentOf(t, jane, { body: notifyingBody, carrier: 'demo', connote });

    test('a demo e-mails only the member, with a demo mark, up to the daily limit', async () => {
      const demo = await ship('DEMO-MAIL2345');
      await sendAll();
      t.advanceClock(60_000);
      await sendAll();
      assert.deepEqual(
        post.received.map(({ to }) => to),
        [[jane.email], [jane.email], [jane.email]],
      );
      for (const { headers, text } of post.received) {
        assert.match(headers.subject ?? '', /^\[Demo\] /);
        assert.match(text, /demo booking: nothing will be sent/);
      }
      assert.equal((await t.app.store.mails.list(demo.id)).length, 3);
      for (let n = 0; n < 12; n += 1) await ship(`DEMO-MANY${n}`);
      t.advanceClock(60_000);
      await sendAll();
      assert.equal(post.received.length, 30);
    });

    test("leaves the member's words out of demo e-mails to unconfirmed addresses", async () => {
      const words = 'Win a prize at evil.example';
      const spammer = await t.addMember('stranger@example.net');
      await t.app.store.members.changeDetails(
        spammer.id,
        memberDetails({ email: spammer.email, firstName: words, lastName: words }),
      );
      const typed = { name: words, company_name: words, email: 'prize@evil.example' };
      await aShipmentOf(t, spammer, {
        carrier: 'demo',
        body: {
          ...notifyingBody,
          sender: { ...sydney, ...typed },
          receiver: {
            ...typed,
            suburb: words,
            postcode: 'EVIL 1',
            country: 'NZ',
            street: words,
            type: 'business',
          },
        },
      });
      t.advanceClock(60_000);
      await sendAll();
      const [mail] = post.received;
      assert.deepEqual(mail?.to, ['stranger@example.net']);
      assert.equal(mail.headers['reply-to'], undefined);
      assert.match(mail.headers.subject ?? '', /^\[Demo\] /);
      for (const part of [JSON.stringify(mail.headers), mail.text, mail.html]) {
        assert.doesNotMatch(part, /prize|evil/i);
      }
      for (const part of [mail.text, mail.html]) assert.match(part, /demo booking/);
    });

    test('limits demo e-mails a day for one address across members', async () => {
      const address = 'Flooded@example.net';
      for (const email of ['first@flood.example', 'second@flood.example']) {
        const member = await t.addMember(email);
        const named = (to: string) =>
          t.app.store.members.changeDetails(member.id, memberDetails({ email: to }));
        await named(address);
        for (let n = 0; n < 7; n += 1) {
          await aShipmentOf(t, member, {
            body: notifyingBody,
            carrier: 'demo',
            connote: `DEMO-${email}${n}`,
          });
        }
        t.advanceClock(60_000);
        await sendAll();
        await named(email);
      }
      assert.equal(post.received.length, 30);
      t.advanceClock(24 * hourMs);
      const late = await t.addMember(address.toLowerCase());
      await aShipmentOf(t, late, { body: notifyingBody, carrier: 'demo', connote: 'DEMO-NEXTDAY' });
      t.advanceClock(60_000);
      await sendAll();
      assert.equal(post.received.length, 33);
    });
  });
}
