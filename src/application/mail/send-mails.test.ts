// Sends through a real mail server.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { melbourne, sydney } from '../../../test/support/bookings/quote-bodies.ts';
import {
  aShipmentOf,
  report,
  type ShipmentOptions,
  type TestShipment,
} from '../../../test/support/bookings/shipments.ts';
import { type MailServer, startMailServer } from '../../../test/support/components/mail-server.ts';
import {
  mailFrom,
  notifyingBody,
  sendAll as sendAllOf,
  startMailing,
} from '../../../test/support/components/mailing.ts';
import { reservedPort } from '../../../test/support/components/processes.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { silentMeter } from '../../../test/support/test-logs.ts';
import { openSmtpMailer } from '../../adapters/mail/smtp-mailer.ts';
import { hourMs } from '../../domain/time/durations.ts';
import { saveBranding } from '../members/branding.ts';
import type { Mailer, Mailing, Message, Meter } from '../ports.ts';
import { sendMails } from './send-mails.ts';

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==';

for (const setup of setups) {
  describe(`e-mails on ${setup.name}`, () => {
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
      await sendAll();
      mailing.mailer.close();
      await post.stop();
      t.advanceClock(72 * hourMs);
    });

    const sendAll = (through = mailing): Promise<void> => sendAllOf(t.app, through);
    const ship = (request: ShipmentOptions = {}): Promise<TestShipment> =>
      aShipmentOf(t, jane, { body: notifyingBody, ...request });
    const statusOf = async ({ id }: TestShipment): Promise<string[]> =>
      (await t.app.store.mails.list(id)).map(({ kind, status }) => `${kind} ${status}`);

    test('e-mails the receiver once, in text and HTML, when the shipment is booked', async () => {
      const shipment = await ship({ pickupDate: '2026-11-16' });
      await sendAll();
      await sendAll();
      const [mail, ...more] = post.received;
      assert.deepEqual(more, []);
      assert.deepEqual(mail?.to, ['robin@example.com']);
      assert.equal(mail.headers.from, mailFrom);
      assert.equal(mail.headers.to, 'Robin <robin@example.com>');
      assert.equal(mail.headers['reply-to'], 'orders@tiles.example');
      assert.equal(mail.headers['auto-submitted'], 'auto-generated');
      assert.equal(
        mail.headers['message-id'],
        `<booking-${shipment.id}-confirmed@freight.example>`,
      );
      assert.equal(
        mail.headers.subject,
        `Your shipment from Tile Warehouse is booked (${shipment.connote})`,
      );
      const link = `https://freight.example/track/${shipment.connote}?postcode=3000`;
      for (const part of [mail.text, mail.html]) {
        for (const words of [
          'Hello Robin,',
          shipment.connote,
          'TNT Express',
          'Melbourne VIC 3000',
          link,
        ]) {
          assert.ok(part.includes(words), words);
        }
        assert.match(part, /Expected by/);
      }
      assert.deepEqual(await statusOf(shipment), ['confirmed sent']);
    });

    test("an e-mail has the sender's branding", async () => {
      const mia = await t.addMember(`mia${Math.random()}@example.com`);
      await saveBranding(t.app, mia.id, {
        name: 'Mia & Co',
        colour: '#7a1f5c',
        message: 'Thank you <3',
        contact: 'Call us: 02 9000 1234',
        logo: onePixel,
      });
      await aShipmentOf(t, mia, { body: notifyingBody });
      await sendAll();
      const [mail] = post.received;
      assert.ok(mail);
      assert.match(
        mail.html,
        /src="https:\/\/freight\.example\/track\/logos\/\w{64}" alt="Mia &amp; Co"/,
      );
      assert.match(mail.html, /border-radius:8px[^"]*;background:#7a1f5c"/);
      assert.match(mail.html, /Thank you &lt;3/);
      for (const words of ['Thank you <3', 'Call us: 02 9000 1234'])
        assert.ok(mail.text.includes(words), words);
    });

    test('a corrected clock that ran a year ahead neither delays e-mails nor retries them for a year', async () => {
      const yearMs = 365 * 24 * hourMs;
      t.advanceClock(yearMs);
      const ahead = await ship();
      const tried = await ship();
      const deferring: Mailing = {
        ...mailing,
        mailer: { ...mailing.mailer, send: async () => ({ kind: 'deferred', detail: 'full' }) },
      };
      await sendAll(deferring);
      t.advanceClock(-yearMs);
      await sendAll();
      assert.deepEqual(await statusOf(ahead), ['confirmed sent']);
      assert.deepEqual(await statusOf(tried), ['confirmed sent']);
      // A mail that is never accepted expires by the corrected clock.
      t.advanceClock(yearMs);
      const never = await ship();
      t.advanceClock(-yearMs);
      for (let hour = 0; hour < 50; hour += 1) {
        await sendAll(deferring);
        t.advanceClock(hourMs);
      }
      assert.deepEqual(await statusOf(never), ['confirmed failed']);
    });

    test('e-mails once when a shipment is out for delivery and once when it is delivered', async () => {
      const shipment = await ship();
      await sendAll();
      const now = t.app.clock.nowMs();
      await report(t, shipment, { status: 'In transit', atMs: now });
      await report(t, shipment, { status: 'Out for delivery', atMs: now + 1 });
      await sendAll();
      await report(t, shipment, { status: 'Out for delivery', atMs: now + 1 });
      await report(t, shipment, { status: 'Out for delivery', atMs: now + 2 });
      await report(t, shipment, { status: 'Delivered', atMs: now + 3 });
      await sendAll();
      await report(t, shipment, { status: 'Delivered', atMs: now + 4 });
      await sendAll();
      assert.deepEqual(
        post.received.map(({ headers }) => headers.subject?.split(':')[0]),
        [
          `Your shipment from Tile Warehouse is booked (${shipment.connote})`,
          'Out for delivery',
          'Delivered',
        ],
      );
      assert.equal(new Set(post.received.map(({ headers }) => headers['message-id'])).size, 3);
      const expecting = post.received.map(({ text }) => text.includes('Expected by'));
      assert.deepEqual(expecting, [true, true, false], 'a delivered shipment has no expected date');
    });

    test('e-mails neither receivers who opted out or have no address nor about old events', async () => {
      const off = await ship({ body: { ...notifyingBody, notifications: { email: false } } });
      const noCarriers = await ship({ body: { ...notifyingBody, receiver: melbourne } });
      const old = await ship();
      await sendAll();
      post.received.length = 0;
      for (const shipment of [off, noCarriers]) await report(t, shipment, { status: 'Delivered' });
      await report(t, old, { status: 'Delivered', atMs: t.app.clock.nowMs() - 49 * hourMs });
      await sendAll();
      assert.deepEqual(post.received, []);
      assert.deepEqual(await statusOf(off), []);
      assert.deepEqual(await statusOf(noCarriers), []);
      assert.deepEqual(await statusOf(old), ['confirmed sent']);
    });

    test('withholds e-mails about superseded events', async () => {
      const shipment = await ship();
      await report(t, shipment, { status: 'Out for delivery' });
      await report(t, shipment, { status: 'Delivered', atMs: t.app.clock.nowMs() + 1 });
      await sendAll();
      assert.deepEqual((await statusOf(shipment)).toSorted(), [
        'confirmed withheld',
        'delivered sent',
        'out_for_delivery withheld',
      ]);
      const late = await ship();
      t.advanceClock(49 * hourMs);
      await sendAll();
      assert.deepEqual(await statusOf(late), ['confirmed expired']);
      assert.equal(post.received.length, 1);
    });

    test('never retries an e-mail that the mail server rejects', async () => {
      post.answerRecipientsWith(550);
      const shipment = await ship();
      await sendAll();
      assert.deepEqual(await statusOf(shipment), ['confirmed failed']);
      const [record] = await t.app.store.mails.list(shipment.id);
      assert.match(record?.detail ?? '', /not taken/);
      post.answerRecipientsWith(undefined);
      t.advanceClock(hourMs);
      await sendAll();
      assert.deepEqual(post.received, []);
    });

    test('counts the outcome of each attempt', async () => {
      const counted: string[] = [];
      const meter: Meter = { ...silentMeter, mailTried: (outcome) => counted.push(outcome) };
      await ship();
      for (const answer of [451, undefined]) {
        post.answerRecipientsWith(answer);
        await sendMails({ ...t.app, meter }, mailing);
        t.advanceClock(hourMs);
      }
      await ship();
      post.answerRecipientsWith(550);
      await sendMails({ ...t.app, meter }, mailing);
      assert.deepEqual(counted, ['deferred', 'sent', 'failed']);
    });

    test('retries deferred e-mails with growing pauses for two days', async () => {
      post.answerRecipientsWith(451);
      const shipment = await ship();
      const wantedMs = t.app.clock.nowMs();
      const triedMs: number[] = [];
      for (;;) {
        await sendAll();
        const [record] = await t.app.store.mails.list(shipment.id);
        if (record === undefined || record.status !== 'waiting') break;
        triedMs.push(record.dueAtMs - t.app.clock.nowMs());
        t.advanceClock(record.dueAtMs - t.app.clock.nowMs());
      }
      assert.deepEqual(await statusOf(shipment), ['confirmed failed']);
      assert.deepEqual(
        triedMs.slice(0, 6).map((ms) => ms / 60_000),
        [1, 4, 16, 64, 240, 240],
      );
      assert.ok(t.app.clock.nowMs() - wantedMs <= 48 * hourMs);
      assert.deepEqual(post.received, []);
      const second = await ship();
      await sendAll();
      post.answerRecipientsWith(undefined);
      t.advanceClock(60_000);
      await sendAll();
      assert.deepEqual(await statusOf(second), ['confirmed sent']);
    });

    test('e-mails wait while the mail server is unreachable and are sent once it is back', async () => {
      const port = await reservedPort();
      const away = {
        ...mailing,
        mailer: openSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: mailFrom }),
      };
      const shipments = [await ship(), await ship(), await ship()];
      assert.equal(await sendMails(t.app, away), 3);
      assert.equal(t.log.filter(({ message }) => message.includes('cannot be reached')).length, 1);
      const back = await startMailServer({ port });
      assert.equal(await sendMails(t.app, away), 0);
      t.advanceClock(60_000);
      await sendAll(away);
      assert.equal(back.received.length, 3);
      for (const shipment of shipments)
        assert.deepEqual(await statusOf(shipment), ['confirmed sent']);
      away.mailer.close();
      await back.stop();
    });

    test('no e-mail is lost while the mail password is wrong', async () => {
      const guarded = await startMailServer({ password: 'right' });
      const through = (password: string): Mailing => ({
        ...mailing,
        mailer: openSmtpMailer({
          url: guarded.url.replace('://', `://linehaul:${password}@`),
          from: mailFrom,
        }),
      });
      const shipment = await ship();
      const wrong = through('wrong');
      assert.equal((await wrong.mailer.check()).kind, 'unreachable');
      await sendMails(t.app, wrong);
      assert.deepEqual(await statusOf(shipment), ['confirmed waiting']);
      const [record] = await t.app.store.mails.list(shipment.id);
      assert.ok(!record?.detail.includes(':wrong@'));
      const right = through('right');
      assert.equal((await right.mailer.check()).kind, 'accepted');
      t.advanceClock(60_000);
      await sendAll(right);
      assert.deepEqual(await statusOf(shipment), ['confirmed sent']);
      wrong.mailer.close();
      right.mailer.close();
      await guarded.stop();
    });

    test('a mail left by a process that died after sending is sent again with the same message id', async () => {
      const shipment = await ship();
      const dying: Mailer = {
        send: async (message) => {
          await mailing.mailer.send(message);
          throw new Error('the power is gone');
        },
        check: async () => ({ kind: 'accepted' }),
        close: () => {},
      };
      await assert.rejects(sendMails(t.app, { ...mailing, mailer: dying }), /power is gone/);
      assert.equal(await sendMails(t.app, mailing), 0);
      t.advanceClock(10 * 60_000);
      await sendAll();
      assert.equal(post.received.length, 2);
      assert.equal(new Set(post.received.map(({ headers }) => headers['message-id'])).size, 1);
      assert.deepEqual(await statusOf(shipment), ['confirmed sent']);
    });

    test('two processes never send the same e-mail', async () => {
      const other = await startTestApp(setup, { place: t.place });
      other.advanceClock(t.app.clock.nowMs() - other.app.clock.nowMs());
      const sent: Message[] = [];
      const slow: Mailer = {
        send: async (message) => {
          sent.push(message);
          await new Promise((resolve) => setImmediate(resolve));
          return { kind: 'accepted' };
        },
        check: async () => ({ kind: 'accepted' }),
        close: () => {},
      };
      for (let n = 0; n < 12; n += 1) await ship();
      const drain = async (app: TestApp['app']): Promise<void> => {
        while ((await sendMails(app, { ...mailing, mailer: slow })) > 0) {}
      };
      await Promise.all([drain(t.app), drain(other.app), drain(t.app)]);
      assert.equal(sent.length, 12);
      assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 12);
      await other.close();
    });

    test("escapes members' text in headers and HTML", async () => {
      await ship({
        body: {
          ...notifyingBody,
          sender: { ...sydney, company_name: 'A <b>&\r\nBcc: all@example.com' },
          receiver: { ...melbourne, name: 'Zoë "<i>"', email: 'zoe@example.com' },
        },
      });
      await sendAll();
      const [mail] = post.received;
      assert.deepEqual(mail?.to, ['zoe@example.com']);
      assert.equal(mail.headers.bcc, undefined);
      assert.ok(!mail.html.includes('<b>') && !mail.html.includes('<i>'));
      assert.match(mail.html, /Hello Zoë &quot;&lt;i&gt;&quot;,/);
    });
  });
}
