// Lodged and refused manifests, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { memberDetails } from '../../../../test/support/factories.ts';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { CarrierAccountOf, Store } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import type { MemberId } from '../../../domain/members/member.ts';

const nowMs = 1_794_700_000_000;
const document = new Uint8Array([37, 80, 68, 70]);

for (const setup of setups) {
  describe(`manifests on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let jane: MemberId;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
      const added = await store.members.add({
        ...memberDetails(),
        passwordHash: 'x',
        createdAtMs: nowMs,
      });
      assert.ok(added !== 'email_taken');
      jane = added;
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    const book = async (account: CarrierAccountOf, ...references: string[]): Promise<void> => {
      for (const reference of references) {
        const { sentConsignments: sent } = store;
        const stringId = `${account.carrier}_road`;
        await sent.open({ ...account, reference, stringId, bookingId: bookingId(7), nowMs });
        const answer = { connote: reference, carrierId: reference, pieces: [], detail: '' };
        await sent.settle(reference, { state: 'booked', ...answer });
      }
    };
    const keep = (account: CarrierAccountOf, manifestId: string, ...references: string[]) =>
      store.manifests.keep(account, { manifestId, references, nowMs });
    const listed = async (carrier: string) =>
      (await store.manifests.list({ carrier, limit: 9 })).map((one) => [
        one.manifestId,
        one.consignments,
        one.hasDocument,
      ]);

    test('counts each consignment of a repeated manifest once, and drops its document when it grows', async () => {
      const account = { carrier: 'startrack' };
      await book(account, 's1', 's2', 's3');
      await book({ ...account, memberId: jane }, 's4');
      await keep(account, 'M1', 's1', 's2');
      assert.deepEqual(await listed('startrack'), [['M1', 2, false]]);
      await store.manifests.keepDocument(account, 'M1', document);
      await keep(account, 'M1', 's1', 's2');
      assert.deepEqual(await listed('startrack'), [['M1', 2, true]]);
      await keep(account, 'M1', 's2', 's3');
      assert.deepEqual(await listed('startrack'), [['M1', 3, false]]);
      await keep({ ...account, memberId: jane }, 'M1', 's4');
      assert.deepEqual((await listed('startrack'))[0], ['M1', 1, false]);
    });

    test('deletes old documents a few at a time and keeps the manifests', async () => {
      const account = { carrier: 'toll' };
      for (const n of [1, 2, 3, 4]) {
        await book(account, `t${n}`);
        const lodged = { manifestId: `T${n}`, references: [`t${n}`], nowMs: nowMs - n };
        await store.manifests.keep(account, lodged);
        if (n !== 2) await store.manifests.keepDocument(account, `T${n}`, document);
      }
      const forget = () => store.manifests.forgetDocuments(nowMs - 1, 1);
      assert.equal(await forget(), 1);
      assert.deepEqual((await listed('toll'))[0], ['T4', 1, false], 'the oldest goes first');
      assert.deepEqual([await forget(), await forget()], [1, 0]);
      assert.deepEqual(await listed('toll'), [
        ['T4', 1, false],
        ['T3', 1, false],
        ['T2', 1, false],
        ['T1', 1, true],
      ]);
    });

    test('counts waiting consignments for each account', async () => {
      const house = { carrier: 'fedex' };
      await book(house, 'f1', 'f2', 'f3');
      await book({ ...house, memberId: jane }, 'f4', 'f5');
      await keep(house, 'F', 'f1');
      await store.sentConsignments.markCancelled('f5');
      assert.deepEqual(
        await store.sentConsignments.countUnmanifested('fedex'),
        new Map([
          [undefined, 2],
          [jane, 1],
        ]),
      );
      assert.deepEqual(await store.sentConsignments.countUnmanifested('unknown'), new Map());
    });

    test('lists refused manifests only while they can be lodged', async () => {
      const { carrierAccounts, manifests } = store;
      const house = { carrier: 'tnt' };
      const own = { ...house, memberId: jane };
      const refused = async () =>
        (await manifests.listRefused(9)).map((one) => [one.memberId, one.reason, one.sinceMs]);
      const connectHouse = () =>
        carrierAccounts.put({ ...house, sealed: 'x', policy: 'live', connectedAtMs: nowMs });
      const connectOwn = () =>
        carrierAccounts.put({ ...own, sealed: 'x', policy: 'live', connectedAtMs: nowMs });
      await connectHouse();
      await connectOwn();
      await book(house, 'n1');
      await book(own, 'n2');
      await manifests.noteRefused(house, 'no', nowMs);
      await manifests.noteRefused(own, 'nor', nowMs + 1);
      assert.deepEqual(await refused(), [
        [undefined, 'no', nowMs],
        [jane, 'nor', nowMs + 1],
      ]);

      await store.sentConsignments.markCancelled('n2');
      assert.deepEqual(
        await refused(),
        [[undefined, 'no', nowMs]],
        'her account has no waiting consignments',
      );
      await book(own, 'n3');
      await manifests.noteRefused(own, 'nor', nowMs + 2);
      assert.equal((await refused()).length, 2);

      await carrierAccounts.remove(house);
      await connectHouse();
      assert.deepEqual(
        (await refused()).map(([owner]) => owner),
        [jane],
        'disconnecting clears it',
      );
      for (const remove of [
        () => carrierAccounts.remove(own),
        () => carrierAccounts.removeAll(jane),
      ]) {
        await manifests.noteRefused(own, 'nor', nowMs + 3);
        assert.equal((await refused()).length, 1);
        await remove();
        // An attempt that was under way ends after the account is removed.
        await manifests.noteRefused(own, 'late', nowMs + 4);
        assert.deepEqual(await refused(), []);
        await manifests.clearRefused(own);
        await connectOwn();
        assert.deepEqual(await refused(), []);
      }
    });
  });
}
