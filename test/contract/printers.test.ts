// Direct printing: label printers of a member, the queue, and labels over a real TCP connection.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { LabelSending } from '../../src/application/printers/send-labels.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { printerId } from '../../src/domain/printers/label-printer.ts';
import { runStatement } from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { openPaper, type Paper } from '../support/printers/paper.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

type Job = { id: number; status: string; problem: string | null; booking_id: number | null };

const minuteMs = 60_000;

for (const setup of setups) {
  describe(`label printers on ${setup.name}`, () => {
    let paper: Paper;
    let t: TestApp;
    let shop: Checkout;
    let jane: Visitor;
    let stranger: Visitor;
    before(async () => {
      paper = await openPaper();
      const networkPrinters = { networks: ['127.0.0.0/8'], ports: [paper.port] };
      t = await startTestApp(setup, { networkPrinters });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      jane = await new Visitor(t, '192.0.2.1').signIn(shop.member);
      stranger = await new Visitor(t, '192.0.2.2').signIn(await t.addMember('other@example.com'));
    });
    after(async () => {
      await t.close();
      await paper.close();
    });

    const details = (change: object = {}) => ({
      name: 'Packing bench',
      reach: 'tcp',
      host: '127.0.0.1',
      port: paper.port,
      automatic: 'never',
      ...change,
    });
    const done = async (status: number, ...request: Parameters<Visitor['send']>) => {
      const answer = await jane.send(...request);
      assert.equal(answer.statusCode, status, answer.body);
      return answer.body === '' ? undefined : answer.json();
    };
    const add = async (change: object = {}) => done(201, 'POST', '/printers', details(change));
    const remove = (id: number) => done(204, 'DELETE', `/printers/${id}`);
    const jobs = async (): Promise<Job[]> => (await jane.get('/print-jobs')).json();
    const newest = async (): Promise<Job> => {
      const [job] = await jobs();
      assert.ok(job);
      return job;
    };
    const send = async (app = t.app): Promise<void> => {
      const sending = new LabelSending();
      await sending.begin(app);
      await sending.settled();
    };

    test('a test label and the labels of bookings arrive in the order they were asked for, and again on a reprint', async () => {
      const { id } = await add();
      const first = await shop.book({}, 'northline');
      const second = await shop.book({}, 'toll');
      await done(201, 'POST', `/printers/${id}/test`);
      const queued = await done(201, 'POST', `/printers/${id}/jobs`, {
        booking_ids: [second.id, first.id],
      });
      assert.deepEqual(
        (await jobs()).map(({ status }) => status),
        ['waiting', 'waiting', 'waiting'],
      );
      await send();
      assert.deepEqual(
        (await jobs()).map(({ status }) => status),
        ['sent', 'sent', 'sent'],
      );
      const [testLabel = '', ...labels] = paper.labels.splice(0);
      assert.match(testLabel, /^\^XA[\s\S]*TEST LABEL[\s\S]*Packing bench[\s\S]*\^XZ\s*$/);
      assert.equal(labels.length, 2);
      assert.ok(labels[0]?.includes(second.connote ?? '?'));
      assert.ok(labels[1]?.includes(first.connote ?? '?'));

      const again = await done(201, 'POST', `/print-jobs/${queued[1].id}/reprint`);
      assert.equal(again.booking_id, first.id);
      await send();
      assert.deepEqual(paper.labels.splice(0), [labels[1]]);
      await remove(id);
      assert.deepEqual(await jobs(), []);
    });

    test('a booking is printed after it is confirmed if the printer or its key says so, and a demo is not', async () => {
      const { id: other } = await addKey(t.app, {
        memberId: shop.member.id,
        moduleType: 'custom_site',
        site: 'other.example',
        isDemo: false,
      });
      const every = await add({ name: 'Every', automatic: 'every' });
      await add({ name: 'Never' });
      const ofKey = await add({ automatic: 'keys', key_ids: [shop.member.keyId] });
      const ofOther = await add({ automatic: 'keys', key_ids: [Number(other)] });
      const { id } = await shop.book();
      const queued = (await jane.get('/print-jobs')).json<(Job & { printer_id: number })[]>();
      assert.deepEqual(
        queued.map((job) => [job.printer_id, job.booking_id]).toSorted(),
        [
          [every.id, id],
          [ofKey.id, id],
        ].toSorted(),
      );
      await send();
      assert.equal(paper.labels.splice(0).length, 2);

      await jane.send('PUT', `/keys/${shop.member.keyId}`, { demo_mode: true });
      await shop.book();
      assert.equal((await jobs()).length, 2);
      await jane.send('PUT', `/keys/${shop.member.keyId}`, { demo_mode: false });
      const { printers } = (await jane.get('/printers')).json();
      assert.deepEqual(
        printers.map((printer: { key_ids: number[] }) => printer.key_ids),
        [[], [], [Number(shop.member.keyId)], [Number(other)]],
      );
      for (const printer of printers) await remove(printer.id);
      assert.equal(ofOther.token, null);
    });

    test('labels wait for a printer that is off, print once it is on, and fail after a day', async () => {
      const { id } = await add();
      await paper.close();
      for (const _ of [1, 2]) await done(201, 'POST', `/printers/${id}/test`);
      await send();
      const [second, first] = await jobs();
      assert.match(first?.problem ?? '', /The printer cannot be reached \(ECONNREFUSED\)/);
      assert.deepEqual([first?.status, second?.problem], ['waiting', null]);
      const [printer] = (await jane.get('/printers')).json().printers;
      assert.deepEqual([printer.waiting, printer.problem], [2, first?.problem]);
      await done(200, 'POST', `/print-jobs/${second?.id}/cancel`);
      const refused = await jane.send('POST', `/print-jobs/${second?.id}/cancel`);
      assert.equal(refused.statusCode, 409);
      assert.equal(refused.json().error, 'print_job_ended');

      paper = await openPaper(paper.port);
      await send();
      assert.equal(paper.labels.length, 0, 'the printer rests after a failure');
      t.advanceClock(minuteMs);
      await send();
      assert.equal(paper.labels.splice(0).length, 1);
      assert.equal((await jane.get('/printers')).json().printers[0].problem, null);

      await paper.close();
      const { id: late } = await done(201, 'POST', `/printers/${id}/test`);
      t.advanceClock(25 * 60 * minuteMs);
      await send();
      const [ended] = await jobs();
      assert.deepEqual([ended?.id, ended?.status], [late, 'failed']);
      paper = await openPaper(paper.port);
      t.advanceClock(minuteMs);
      await done(201, 'POST', `/print-jobs/${late}/reprint`);
      await send();
      assert.equal(paper.labels.splice(0).length, 1);
      await remove(id);
    });

    test('a label that a process sent without marking it is printed again, and two processes print each label once', async () => {
      const { id } = await add();
      await done(201, 'POST', `/printers/${id}/test`);
      const nowMs = t.app.clock.nowMs();
      const taken = await t.app.store.printJobs.take(printerId(id), {
        nowMs,
        untilMs: nowMs + minuteMs,
      });
      assert.ok(taken);
      await send();
      assert.deepEqual(paper.labels, []);
      t.advanceClock(minuteMs);
      await send();
      assert.equal(paper.labels.splice(0).length, 1);
      // The overtaken process reports late.
      await t.app.store.printJobs.endAttempt(taken, {
        trouble: { reason: 'drawing', detail: '' },
        nowMs,
        dueAtMs: undefined,
        pauseAfterMs: undefined,
      });
      assert.equal((await newest()).status, 'sent');

      for (const _ of [1, 2, 3, 4]) await done(201, 'POST', `/printers/${id}/test`);
      await Promise.all([send(), send()]);
      await send();
      assert.equal(paper.labels.splice(0).length, 4);
      await remove(id);
    });

    test('a label that cannot be ZPL, or whose booking is cancelled, fails with the reason and lets the next one through', async () => {
      const { id } = await add();
      const own = await shop.book();
      const cancelled = await shop.book();
      const good = await shop.book();
      const booking_ids = [own.id, cancelled.id, good.id];
      await done(201, 'POST', `/printers/${id}/jobs`, { booking_ids });
      await cancelBooking(t.app, bookingId(cancelled.id));
      await runStatement(
        t.place,
        `update bookings set confirmation = replace(confirmation, '"reference":""', '"reference":"x"') where id = ${own.id}`,
      );
      const { label } = t.app.connections;
      t.app.connections.label = async () => ({ outcome: 'other_formats', formats: ['pdf'] });
      await send();
      t.app.connections.label = label;
      const [third, second, first] = await jobs();
      assert.deepEqual(
        [first, second, third].map((job) => job?.status),
        ['failed', 'failed', 'sent'],
      );
      assert.match(first?.problem ?? '', /The carrier issues its label as PDF only/);
      assert.equal(second?.problem, 'The booking is cancelled.');
      assert.equal(paper.labels.splice(0).length, 1);
      await remove(id);
    });

    test('a printer that breaks off is tried five times, and the label then fails with the reason', async () => {
      const { id } = await add();
      await paper.close();
      paper = await openPaper(paper.port, (socket) => socket.resetAndDestroy());
      await done(201, 'POST', `/printers/${id}/test`);
      for (let tries = 1; tries <= 5; tries += 1) {
        assert.equal((await newest()).status, 'waiting');
        await send();
        t.advanceClock(minuteMs);
      }
      const ended = await newest();
      assert.equal(ended.status, 'failed');
      assert.match(ended.problem ?? '', /stopped in the middle of a label \(ECONNRESET\)/);
      await paper.close();
      paper = await openPaper(paper.port);
      await remove(id);
    });

    test('cancelling a label that a printer without paper does not take frees the printer and the process', async (test) => {
      const { id } = await add();
      await paper.close();
      const stalled = new Set<Socket>();
      paper = await openPaper(paper.port, (socket) => stalled.add(socket));
      const { id: job } = await done(201, 'POST', `/printers/${id}/test`);
      test.mock.timers.enable({ apis: ['setInterval'] });
      const sending = send();
      await until('the printer stalls', () => stalled.size === 1);
      await done(200, 'POST', `/print-jobs/${job}/cancel`);
      test.mock.timers.tick(minuteMs / 3);
      await sending;
      test.mock.timers.reset();
      for (const socket of stalled) socket.destroy();
      await paper.close();
      paper = await openPaper(paper.port);
      await done(201, 'POST', `/printers/${id}/test`);
      await send();
      assert.deepEqual(
        (await jobs()).map(({ status }) => status),
        ['sent', 'cancelled'],
      );
      assert.equal(paper.labels.splice(0).length, 1);
      await remove(id);
    });

    test('the stalled printers of one member hold up no printer of another', async () => {
      const printers = await Promise.all(Array.from({ length: 6 }, () => add()));
      const other = (await stranger.send('POST', '/printers', details({ name: 'Other' }))).json();
      for (const { id } of printers) await done(201, 'POST', `/printers/${id}/test`);
      await stranger.send('POST', `/printers/${other.id}/test`);
      await paper.close();
      const stalled = new Set<Socket>();
      let seen = '';
      paper = await openPaper(paper.port, (socket, text) => {
        seen += text;
        stalled.add(socket);
      });
      const sending = new LabelSending();
      const stop = new AbortController();
      for (const _ of [1, 2]) await sending.begin(t.app, stop.signal);
      await until('five of them and that of the other member stall', () => stalled.size === 6);
      assert.match(seen, /Other/);
      stop.abort();
      await sending.settled();
      assert.equal(stalled.size, 6);
      for (const socket of stalled) socket.destroy();
      await paper.close();
      paper = await openPaper(paper.port);
      for (const { id } of printers) await remove(id);
      await stranger.send('DELETE', `/printers/${other.id}`);
    });

    test('the limit of printers holds for simultaneous requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 52 }, () => jane.send('POST', '/printers', details())),
      );
      const added = answers.filter(({ statusCode }) => statusCode === 201);
      assert.equal(added.length, 50);
      for (const answer of added) await remove(answer.json().id);
    });

    test('rejects addresses, ports and keys that are not allowed beside their fields, and connects to none of them', async () => {
      const refused = async (field: string, change: object, message: RegExp) => {
        const answer = await jane.send('POST', '/printers', details(change));
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(JSON.stringify(answer.json().errors[field]), message);
      };
      await refused('host', { host: '169.254.169.254' }, /does not allow printers at 169/);
      await refused('host', { host: '::1' }, /does not allow/);
      await refused('host', { host: 'http://127.0.0.1/' }, /not a host name or IP address/);
      await refused('port', { port: 6379 }, /must be \d+\. The operator allows no other port/);
      await refused('key_ids', { automatic: 'keys', key_ids: [999_999] }, /no API key 999999/);
      await refused('name', { name: ' ' }, /missing/);

      // A name is looked up when it is connected to. The operator of this process allows another network.
      const elsewhere = await startTestApp(setup, {
        place: t.place,
        networkPrinters: { networks: ['10.0.0.0/8'], ports: [paper.port] },
      });
      const { id } = await add({ host: 'localhost' });
      await done(201, 'POST', `/printers/${id}/test`);
      await send(elsewhere.app);
      await elsewhere.close();
      assert.match((await newest()).problem ?? '', /does not lead to an address that the operator/);
      assert.deepEqual(paper.labels, []);
      await remove(id);
    });

    test('a printer that is renamed or gets a token keeps its label in progress, and a new address is tried at once', async () => {
      const { id } = await add();
      const path = `/printers/${id}`;
      const renamed = await done(200, 'PUT', path, details({ name: 'Dock 2' }));
      assert.equal(renamed.name, 'Dock 2');
      await done(201, 'POST', `${path}/test`);
      const nowMs = t.app.clock.nowMs();
      const take = () =>
        t.app.store.printJobs.take(printerId(id), { nowMs, untilMs: nowMs + minuteMs });
      assert.ok(await take());
      await done(200, 'PUT', path, details({ name: 'Dock 3' }));
      assert.equal(
        await take(),
        undefined,
        'renaming leaves the printer to the process that sends',
      );
      const moved = await done(200, 'PUT', path, details({ name: 'Dock 2', reach: 'agent' }));
      assert.match(moved.token, /^lhp_/);
      assert.ok(await take(), 'a printer that is reached in another way is tried at once');
      await done(200, 'POST', `${path}/token`);
      assert.equal(
        await take(),
        undefined,
        'a new token leaves the label to the agent that prints',
      );
      await remove(id);
    });

    test('agents use up nothing of their address, and guesses of tokens do', async () => {
      const limited = await startTestApp(setup, {
        place: t.place,
        limits: { membersPerMinute: 2, membersAddressPerMinute: 3 },
      });
      try {
        const { token } = await add({ reach: 'agent' });
        const office = new Visitor(limited, '192.0.2.9');
        const ask = async (authorization: string) =>
          (await office.send('GET', '/print-agent/label', undefined, { authorization })).statusCode;
        const statuses = [];
        for (const _ of [1, 2, 3]) statuses.push(await ask(`Bearer ${token}`));
        assert.deepEqual(statuses, [200, 200, 429]);
        for (const _ of [1, 2, 3]) statuses.push((await office.get('/session')).statusCode);
        assert.deepEqual(statuses.slice(3), [200, 200, 200]);
        assert.equal(await ask('Bearer lhp_guessed'), 429);
      } finally {
        await limited.close();
      }
      const { printers } = (await jane.get('/printers')).json();
      for (const { id } of printers) await remove(id);
    });

    test('another member can neither see nor use a printer and its jobs', async () => {
      const { id } = await add();
      const job = await done(201, 'POST', `/printers/${id}/test`);
      const { id: own } = (
        await stranger.send('POST', '/printers', details({ reach: 'agent' }))
      ).json();
      const { id: booking } = await shop.book();
      for (const [method, path, body] of [
        ['PUT', `/printers/${id}`, details()],
        ['DELETE', `/printers/${id}`],
        ['POST', `/printers/${id}/test`],
        ['POST', `/printers/${id}/token`],
        ['POST', `/printers/${id}/jobs`, { booking_ids: [booking] }],
        ['POST', `/printers/${own}/jobs`, { booking_ids: [booking] }],
        ['POST', `/print-jobs/${job.id}/reprint`],
        ['POST', `/print-jobs/${job.id}/cancel`],
      ] as const)
        assert.equal((await stranger.send(method, path, body)).statusCode, 404, path);
      assert.deepEqual((await stranger.get('/print-jobs')).json(), []);
      await remove(id);
    });

    test('an agent gets the labels of its own printer only, and a replaced token stops working', async () => {
      const printer = await add({ name: 'Back door', reach: 'agent' });
      const ask = (token: string, wait = 0) =>
        jane.send('GET', `/print-agent/label?wait=${wait}`, undefined, {
          authorization: `Bearer ${token}`,
        });
      const isConnected = async () =>
        (await jane.get('/printers')).json().printers[0].agent_connected;
      assert.match(printer.token, /^lhp_[\w-]{32}$/);
      assert.equal(await isConnected(), false);
      assert.deepEqual((await ask(printer.token)).json(), { label: null });
      assert.equal(await isConnected(), true);
      t.advanceClock(3 * minuteMs);
      assert.equal(await isConnected(), false);
      await done(201, 'POST', `/printers/${printer.id}/test`);
      const { label } = (await ask(printer.token)).json();
      assert.match(Buffer.from(label.zpl, 'base64').toString(), /Back door/);
      // Not given out twice while the agent prints.
      assert.deepEqual((await ask(printer.token)).json(), { label: null });
      const report = (body: object, token = printer.token) =>
        jane.send(
          'PUT',
          `/print-agent/labels/${label.id}`,
          { attempt: label.attempt, ...body },
          {
            authorization: `Bearer ${token}`,
          },
        );
      const other = await add({ reach: 'agent' });
      assert.equal((await report({ state: 'sent' }, other.token)).statusCode, 404);
      assert.equal((await report({ state: 'unreachable', detail: 'off' })).statusCode, 200);
      assert.equal((await newest()).problem, 'The printer cannot be reached (off).');
      t.advanceClock(minuteMs);
      const again = (await ask(printer.token)).json().label;
      assert.deepEqual([again.id, again.attempt], [label.id, 2]);
      // The first attempt is over, so this report does not count against the second.
      await report({ state: 'cut_off', detail: 'late' });
      await report({ attempt: 2, state: 'sent' });
      const ended = await newest();
      assert.deepEqual([ended.status, ended.problem], ['sent', null]);

      t.advanceClock(3 * minuteMs);
      const waiting = ask(printer.token, 25);
      await until('the agent waits', isConnected);
      const { token } = await done(200, 'POST', `/printers/${printer.id}/token`);
      await done(201, 'POST', `/printers/${printer.id}/test`);
      assert.equal((await waiting).statusCode, 401, 'an agent that waits is rejected too');
      assert.ok((await ask(token)).json().label);
      const rejected = await ask(printer.token);
      assert.equal(rejected.statusCode, 401);
      assert.equal(rejected.json().error, 'print_token_rejected');
      assert.equal((await ask(shop.member.key)).statusCode, 401);
      await changeMember(t.app, shop.member.email, { isOpen: false });
      assert.equal((await ask(token)).statusCode, 401, 'the account is closed');
    });
  });
}
