import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { aShipmentOf } from '../../../test/support/bookings/shipments.ts';
import {
  type NotedMailing,
  noted,
  notifyingBody,
  sendAll,
} from '../../../test/support/components/mailing.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { hourMs, minuteMs, secondMs } from '../../domain/time/durations.ts';
import { sendMails } from './send-mails.ts';

for (const setup of setups) {
  describe(`order of e-mails on ${setup.name}`, () => {
    let t: TestApp;
    let [ann, ben, cat]: TestMember[] = [];
    let post: NotedMailing;
    before(async () => {
      t = await startTestApp(setup);
      ann = await t.addMember('ann@example.com');
      ben = await t.addMember('ben@example.com');
      cat = await t.addMember('cat@example.com');
    });
    after(() => t.close());
    beforeEach(() => {
      post = noted();
    });
    afterEach(async () => {
      await sendAll(t.app, noted().mailing);
      t.advanceClock(72 * hourMs);
    });
    const ship = async (member: TestMember | undefined, count: number, carrier?: string) => {
      assert.ok(member);
      for (let n = 0; n < count; n += 1)
        await aShipmentOf(t, member, { body: notifyingBody, ...(carrier && { carrier }) });
    };
    const membersOf = async (mailing: NotedMailing): Promise<string> => {
      const owners = await Promise.all(
        mailing.sent.map(async ({ messageId }) => {
          const id = Number(/booking-(\d+)/.exec(messageId)?.[1]);
          const shipment = await t.app.store.shipments.find(id as never);
          return [ann, ben, cat].findIndex((one) => one?.id === shipment?.memberId);
        }),
      );
      return owners.map((owner) => 'abc'[owner]).join('');
    };

    test('members with e-mail waiting take turns regardless of their backlog', async () => {
      await ship(ann, 7);
      await ship(ben, 3);
      await ship(cat, 1);
      await sendAll(t.app, post.mailing);
      const inOrder = await membersOf(post);
      // Three are sent at the same time and may be recorded in any order.
      const together = inOrder.match(/.{1,3}/g)?.map((some) => [...some].sort().join(''));
      assert.deepEqual(together, ['abc', 'aab', 'aab', 'aa']);
    });

    test('the next turn continues after the member served last when more e-mail arrives', async () => {
      post = noted({ perMinute: 60 });
      await ship(ann, 4);
      await sendAll(t.app, post.mailing);
      await ship(ben, 2);
      for (let second = 0; second < 6; second += 1) {
        t.advanceClock(secondMs);
        await sendAll(t.app, post.mailing);
      }
      assert.equal(await membersOf(post), 'aababa');
    });

    test('demo e-mail is sent only while no other e-mail is due', async () => {
      await ship(ann, 3, 'demo');
      await ship(ben, 2);
      await sendAll(t.app, post.mailing);
      assert.equal(await membersOf(post), 'bbaaa');
    });

    test('a withheld e-mail leaves its sending place to the next one', async () => {
      // The daily limit is thirty.
      await ship(ann, 30, 'demo');
      await sendAll(t.app, post.mailing);
      assert.equal(post.sent.length, 30);
      await ship(ann, 40, 'demo');
      await ship(ben, 1, 'demo');
      post = noted({ perMinute: 1 });
      await sendMails(t.app, post.mailing);
      assert.equal(await membersOf(post), 'b');
    });

    test("keeps to the operator's rate with any backlog", async () => {
      post = noted({ perMinute: 90 });
      await ship(ann, 80);
      await sendAll(t.app, post.mailing);
      // The allowance of two seconds may be sent at once.
      assert.equal(post.sent.length, 3);
      for (let second = 0; second < 20; second += 1) {
        t.advanceClock(secondMs);
        await sendAll(t.app, post.mailing);
      }
      assert.equal(post.sent.length, 33);
      t.advanceClock(30 * minuteMs);
      await sendAll(t.app, post.mailing);
      assert.equal(post.sent.length, 36);
    });
  });
}
