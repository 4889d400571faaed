// The tables of live carriers, on both engines, including the guarantee that a booking is sent to its carrier once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openers } from '../../../../test/support/components/empty-databases.ts';
import { memberDetails } from '../../../../test/support/factories.ts';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { CarrierCall, KnownCarrierCall, Store } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import { migrate } from '../migrate.ts';
import { storeOver } from '../store.ts';

const nowMs = 1_794_700_000_000;

for (const setup of setups) {
  describe(`live carriers on ${setup.engine}`, () => {
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

    const sending = (reference: string, atMs = nowMs) => ({
      reference,
      carrier: 'auspost',
      stringId: 'auspost_regular_eparcel',
      bookingId: bookingId(7),
      nowMs: atMs,
    });
    const stateOf = (opened: Awaited<ReturnType<Store['sentConsignments']['open']>>): string =>
      typeof opened === 'string' ? opened : opened.state;
    const booked = (connote: string) =>
      ({
        state: 'booked',
        detail: '',
        connote,
        carrierId: `id ${connote}`,
        pieces: ['A', 'B'],
      }) as const;

    test('lets one of many callers send the same reference', async () => {
      const opened = await Promise.all(
        Array.from({ length: 12 }, () => store.sentConsignments.open(sending('many'))),
      );
      assert.equal(opened.filter((one) => one === 'ours').length, 1);
      assert.ok(opened.every((one) => ['ours', 'sending'].includes(stateOf(one))));
    });

    test("keeps the carrier's answer against later settling and forgetting", async () => {
      const { sentConsignments: sent } = store;
      await sent.open(sending('kept'));
      await sent.settle('kept', booked('C1'));
      await sent.settle('kept', { ...booked('C2'), state: 'rejected' });
      await sent.forget('kept', nowMs);
      const found = await sent.find('kept');
      assert.deepEqual(found, {
        reference: 'kept',
        carrier: 'auspost',
        stringId: 'auspost_regular_eparcel',
        bookingId: 7,
        state: 'booked',
        connote: 'C1',
        carrierId: 'id C1',
        pieces: ['A', 'B'],
        detail: '',
        manifestId: '',
        quotedCents: undefined,
        bookedCents: undefined,
        sentAtMs: nowMs,
      });
      assert.deepEqual(await sent.findByConnote({ carrier: 'auspost' }, 'C1'), found);
      assert.equal(await sent.findByConnote({ carrier: 'startrack' }, 'C1'), undefined);
    });

    test('allows an unsent reference to be sent again', async () => {
      const { sentConsignments: sent } = store;
      await sent.open(sending('again'));
      // `forget` with another time has no effect: that attempt belongs to another process.
      await sent.forget('again', nowMs - 1);
      assert.equal(stateOf(await sent.open(sending('again'))), 'sending');
      await sent.forget('again', nowMs);
      assert.equal(await sent.open(sending('again')), 'ours');
    });

    test('lists a late second consignment under its own reference until it matches the first', async () => {
      const { sentConsignments: sent } = store;
      const ofBooking = { ...sending('71'), bookingId: bookingId(71) };
      await sent.open(ofBooking);
      await sent.forget('71', nowMs);
      await sent.open({ ...ofBooking, nowMs: nowMs + 1 });
      // The answer to the forgotten attempt arrives while the second one is being sent.
      assert.equal(await sent.settle('71', { ...booked('D1'), sentAtMs: nowMs }), false);
      const late = { ...ofBooking, ...booked('D1'), sentAtMs: nowMs };
      assert.equal(await sent.keepLate(late), 'orphaned');
      assert.equal(await sent.keepLate(late), 'orphaned');
      const listed = async () =>
        (await sent.listOrphaned(100))
          .filter(({ bookingId: of }) => of === 71)
          .map(({ reference, connote }) => [reference, connote]);
      assert.deepEqual(await listed(), [['71.2', 'D1']]);
      assert.equal(await sent.settle('71', { ...booked('D1'), sentAtMs: nowMs + 1 }), true);
      assert.deepEqual(await listed(), []);
    });

    test('a manifest gets the booked consignments that are not cancelled or on another, oldest first', async () => {
      const { sentConsignments: sent } = store;
      for (const [n, reference] of ['m3', 'm1', 'm2', 'm4'].entries()) {
        await sent.open({ ...sending(reference, nowMs + n), carrier: 'startrack' });
        await sent.settle(reference, booked(reference));
      }
      await sent.open({ ...sending('m5'), carrier: 'startrack' });
      await sent.markCancelled('m2');
      const lodged = { manifestId: 'ORDER1', references: ['m1'], nowMs };
      await store.manifests.keep({ carrier: 'startrack' }, lodged);
      const waiting = await sent.listUnmanifested({ carrier: 'startrack' }, 10);
      assert.deepEqual(
        waiting.map(({ reference }) => reference),
        ['m3', 'm4'],
      );
      assert.equal((await sent.find('m1'))?.manifestId, 'ORDER1');
      assert.equal((await sent.listUnmanifested({ carrier: 'startrack' }, 1)).length, 1);
    });

    test('stores a manifest for its account, and its document while its consignments are unchanged', async () => {
      const { manifests, sentConsignments: sent } = store;
      const house = { carrier: 'startrack' };
      const own = { carrier: 'startrack', memberId: memberId(7_400) };
      for (const reference of ['k1', 'k2', 'k3']) {
        const memberOf = reference === 'k3' ? { memberId: own.memberId } : {};
        await sent.open({ ...sending(reference), carrier: 'startrack', ...memberOf });
        await sent.settle(reference, booked(reference));
      }
      const keep = (account: typeof house, reference: string, at = nowMs) =>
        manifests.keep(account, { manifestId: 'K', references: [reference], nowMs: at });
      await keep(house, 'k1');
      await manifests.keepDocument(house, 'K', new Uint8Array([1, 2]));
      // Storing the same manifest again changes nothing.
      await keep(house, 'k1', nowMs + 5);
      await keep(own, 'k3');
      const kept = await manifests.findByNumber(house, 'K');
      assert.ok(kept);
      assert.deepEqual(kept, {
        ...{ id: kept.id, carrier: 'startrack', manifestId: 'K', lodgedAtMs: nowMs },
        ...{ consignments: 1, hasDocument: true },
      });
      assert.deepEqual(await manifests.find(kept.id), kept);
      assert.deepEqual(await manifests.findDocument(kept.id), new Uint8Array([1, 2]));
      await keep(house, 'k2', nowMs + 9);
      const more = { ...kept, consignments: 2, hasDocument: false };
      assert.deepEqual(await manifests.find(kept.id), more);
      const listed = await manifests.list({ carrier: 'startrack', limit: 2 });
      assert.deepEqual(
        listed.map(({ id, memberId: owner }) => [id > kept.id, owner]),
        [
          [true, own.memberId],
          [false, undefined],
        ],
      );
      assert.equal((await manifests.list({ limit: 1 }))[0]?.memberId, own.memberId);
      assert.deepEqual(await manifests.list({ carrier: 'toll', limit: 9 }), []);
    });

    test('lists consignments to cancel until they are cancelled or kept', async () => {
      const { sentConsignments: sent } = store;
      for (const reference of ['c1', 'c2', 'c3']) {
        await sent.open({ ...sending(reference), carrier: 'aramex' });
        if (reference !== 'c3') await sent.settle(reference, booked(reference));
        await sent.markCancelling(reference);
      }
      const waiting = async () =>
        (await sent.listCancelling(['aramex', 'tnt'], 10)).map(({ reference }) => reference);
      assert.deepEqual(await waiting(), ['c1', 'c2']);
      assert.deepEqual(await sent.listUnmanifested({ carrier: 'aramex' }, 10), []);
      await sent.keepAfterAll('c1');
      await sent.markCancelled('c2');
      assert.deepEqual(await waiting(), []);
      assert.equal((await sent.find('c1'))?.state, 'booked');
      assert.equal((await sent.find('c2'))?.state, 'cancelled');
      assert.equal((await sent.find('c3'))?.state, 'sending');
      assert.deepEqual(await sent.listCancelling([], 10), []);
    });

    test('stores a label byte for byte and replaces it with a new one', async () => {
      const { sentConsignments: sent } = store;
      const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
      await sent.keepLabel('l', { format: 'pdf', bytes: new Uint8Array([1]) }, nowMs);
      await sent.keepLabel('l', { format: 'pdf', bytes }, nowMs);
      assert.deepEqual(await sent.findLabel('l', 'pdf'), bytes);
      assert.equal(await sent.findLabel('l', 'zpl'), undefined);
    });

    test('stores, replaces and removes a house account, and changes the configuration revision', async () => {
      const before = store.configurationRevision();
      const one = { carrier: 'tnt', sealed: 'x', policy: 'live', connectedAtMs: nowMs } as const;
      await store.carrierAccounts.put(one);
      assert.notEqual(store.configurationRevision(), before);
      await store.carrierAccounts.put({ ...one, sealed: 'y' });
      assert.deepEqual(await store.carrierAccounts.list(undefined), [{ ...one, sealed: 'y' }]);
      // A new seal never overwrites an account that was replaced, or restores one that was removed.
      await store.carrierAccounts.reseal({ ...one, sealed: 'long gone' }, 'z');
      assert.deepEqual(await store.carrierAccounts.list(undefined), [{ ...one, sealed: 'y' }]);
      await store.carrierAccounts.reseal({ ...one, sealed: 'y' }, 'z');
      assert.deepEqual(await store.carrierAccounts.list(undefined), [{ ...one, sealed: 'z' }]);
      assert.equal(await store.carrierAccounts.remove(one), true);
      assert.equal(await store.carrierAccounts.remove(one), false);
      await store.carrierAccounts.reseal({ ...one, sealed: 'z' }, 'x');
      assert.equal(await store.carrierAccounts.find(one), undefined);
    });

    const jane = (): Promise<MemberId> => memberCalled('jane@example.com');
    const memberCalled = async (email: string): Promise<MemberId> => {
      const found = await store.members.findByEmail(email);
      if (found !== undefined) return found.id;
      const added = await store.members.add({
        ...memberDetails({ email }),
        passwordHash: 'x',
        createdAtMs: nowMs,
      });
      assert.ok(added !== 'email_taken');
      return added;
    };

    test('stores, replaces, counts and removes own accounts, and changes the configuration revision', async () => {
      const { carrierAccounts: own, members } = store;
      const id = await jane();
      const one = {
        memberId: id,
        carrier: 'ups',
        sealed: 'x',
        policy: 'live',
        connectedAtMs: nowMs,
      } as const;
      const before = store.configurationRevision();
      await own.put(one);
      assert.notEqual(store.configurationRevision(), before);
      await own.put({ ...one, sealed: 'y' });
      await own.put({ ...one, carrier: 'auspost' });
      assert.deepEqual(await own.list(id), [
        { ...one, carrier: 'auspost' },
        { ...one, sealed: 'y' },
      ]);
      assert.deepEqual(await own.list(memberId(99)), []);
      const [first] = await own.page(undefined, 1);
      assert.equal(first?.carrier, 'auspost');
      assert.deepEqual(await own.page(first, 10), [{ ...one, sealed: 'y' }]);
      const ofMember = await members.find(id);
      assert.equal(ofMember?.ownAccounts, 2);
      assert.equal(ofMember?.mayConnectCarriers, false);

      // A new seal never overwrites an account that was replaced.
      await own.reseal({ ...one, sealed: 'long gone' }, 'z');
      assert.deepEqual((await own.list(id))[1], { ...one, sealed: 'y' });
      await own.reseal({ ...one, sealed: 'y' }, 'z');
      assert.deepEqual((await own.list(id))[1], { ...one, sealed: 'z' });

      assert.equal(await own.remove(one), true);
      assert.equal(await own.remove(one), false);
      assert.equal((await members.find(id))?.ownAccounts, 1);
      assert.equal(await own.removeAll(id), true);
      assert.equal((await members.find(id))?.ownAccounts, 0);
    });

    test('counts own accounts correctly when they are stored and removed concurrently', async () => {
      const id = await jane();
      const { carrierAccounts: own } = store;
      const carriers = ['a', 'b', 'c', 'd', 'e', 'f'];
      const one = { memberId: id, sealed: 'x', policy: 'live', connectedAtMs: nowMs } as const;
      await own.put({ ...one, carrier: 'gone' });
      await Promise.all([
        ...carriers.map((carrier) => own.put({ ...one, carrier })),
        own.remove({ memberId: id, carrier: 'gone' }),
      ]);
      assert.equal((await store.members.find(id))?.ownAccounts, carriers.length);
      await own.removeAll(id);
    });

    test('finds a consignment only under the account that sent it', async () => {
      const { sentConsignments: sent, carrierAccounts: own } = store;
      const jim = await memberCalled('jim@example.com');
      const joe = await memberCalled('joe@example.com');
      for (const [reference, owner] of [
        ['o1', jim],
        ['o2', joe],
        ['o3', undefined],
      ] as const) {
        await sent.open({ ...sending(reference), carrier: 'fedex', memberId: owner });
        await sent.settle(reference, booked('SAME'));
      }
      const found = async (owner: MemberId | undefined) =>
        (await sent.findByConnote({ carrier: 'fedex', memberId: owner }, 'SAME'))?.reference;
      assert.deepEqual(
        [await found(jim), await found(joe), await found(undefined)],
        ['o1', 'o2', 'o3'],
      );
      assert.equal(await found(memberId(7_300)), undefined);
      const waiting = async (owner: MemberId | undefined) =>
        (await sent.listUnmanifested({ carrier: 'fedex', memberId: owner }, 9)).map(
          ({ reference }) => reference,
        );
      assert.deepEqual([await waiting(joe), await waiting(undefined)], [['o2'], ['o3']]);
      const connect = (owner: MemberId) =>
        own.put({
          memberId: owner,
          carrier: 'fedex',
          sealed: 'x',
          policy: 'live',
          connectedAtMs: nowMs,
        });
      await connect(joe);
      assert.deepEqual(
        await sent.listUnmanifestedOwners('fedex', 9),
        [joe],
        'the account of jim is not connected',
      );
      await connect(jim);
      assert.deepEqual(await sent.listUnmanifestedOwners('fedex', 9), [jim, joe]);
      const lodged = { manifestId: 'M', references: ['o1'], nowMs };
      await store.manifests.keep({ carrier: 'fedex', memberId: jim }, lodged);
      assert.deepEqual(await sent.listUnmanifestedOwners('fedex', 9), [joe]);
      assert.equal((await sent.find('o2'))?.memberId, joe);
    });

    const call = (n: number, change: Partial<CarrierCall> = {}): CarrierCall => ({
      atMs: nowMs + n,
      requestId: `r-${n}`,
      carrier: n % 2 === 0 ? 'even' : 'odd',
      operation: 'quote',
      reference: '',
      method: 'POST',
      url: `https://carrier.example/${n}`,
      status: 200,
      tookMs: 12,
      trouble: '',
      sent: '{}',
      received: '{}',
      ...change,
    });
    const plain = (calls: readonly KnownCarrierCall[]): CarrierCall[] =>
      calls.map(({ id: _id, ...one }) => one);

    test('lists calls newest first and deletes old ones a few at a time', async () => {
      await store.carrierCalls.add(Array.from({ length: 120 }, (_, n) => call(n)));
      const listed = await store.carrierCalls.list({ carrier: 'odd', limit: 2 });
      assert.deepEqual(plain(listed), [call(119), call(117)]);
      assert.equal(await store.carrierCalls.purge(nowMs + 100, 60), 60);
      assert.equal(await store.carrierCalls.purge(nowMs + 100, 60), 40);
      assert.equal((await store.carrierCalls.list({ limit: 500 })).length, 20);
    });

    test('finds carrier calls by operation, outcome and reference', async () => {
      const { carrierCalls } = store;
      await carrierCalls.purge(nowMs + 1_000_000, 1_000);
      await carrierCalls.add([
        call(1, { carrier: 'tnt', reference: '17' }),
        call(2, { carrier: 'tnt', operation: 'book', reference: '17-2', status: 400 }),
        call(3, {
          carrier: 'tnt',
          operation: 'book',
          reference: '170',
          status: 0,
          trouble: 'lost',
        }),
        call(4, { carrier: 'ups', reference: '', memberId: memberId(71) }),
      ]);
      const found = async (input: object): Promise<number[]> =>
        (await carrierCalls.list({ ...input, limit: 10 })).map(({ atMs }) => atMs - nowMs);
      assert.deepEqual(await found({}), [4, 3, 2, 1]);
      assert.deepEqual(await found({ carrier: 'tnt', operation: 'book' }), [3, 2]);
      assert.deepEqual(await found({ hasFailed: true }), [3, 2]);
      assert.deepEqual(await found({ hasFailed: false }), [4, 1]);
      assert.deepEqual(await found({ bookingId: 17 }), [2, 1]);
      assert.deepEqual(await found({ requestId: 'r-4' }), [4]);
      const [, third] = await carrierCalls.list({ limit: 2, isBrief: true });
      assert.ok(third);
      assert.deepEqual([third.sent, third.received], ['', '']);
      assert.deepEqual(await found({ skip: 2 }), [2, 1]);
      assert.equal((await carrierCalls.find(third.id))?.sent, '{}');
      assert.equal(await carrierCalls.find(999_999), undefined);
      const owners = (await carrierCalls.list({ limit: 2 })).map(({ memberId: owner }) => owner);
      assert.deepEqual(owners, [71, undefined]);
    });
  });
}

for (const { name, withDatabase } of openers)
  test(`records a reference again that is deleted while another process sends it on ${name}`, () =>
    withDatabase(async ({ open }) => {
      const engine = open();
      await migrate(engine, nowMs, 'bring_up_to_date');
      await engine.ready();
      const { sentConsignments: first } = storeOver(engine);
      const sending = {
        reference: 'between',
        carrier: 'auspost',
        stringId: 'auspost_regular_eparcel',
        bookingId: bookingId(7),
      };
      assert.equal(await first.open({ ...sending, nowMs }), 'ours');
      let isForgotten = false;
      const { sentConsignments: second } = storeOver({
        ...engine,
        transaction: async (work) => {
          const result = await engine.transaction(work);
          if (!isForgotten) {
            isForgotten = true;
            await first.forget(sending.reference, nowMs);
          }
          return result;
        },
      });
      assert.equal(await second.open({ ...sending, nowMs: nowMs + 1 }), 'ours');
      assert.equal((await first.find(sending.reference))?.sentAtMs, nowMs + 1);
      await engine.close();
    }));
