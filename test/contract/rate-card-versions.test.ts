// Versions of a carrier's rate cards: an installation from before versions, then scheduling, midnight, rolling back,
// withdrawing and downloading.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { homeDay } from '../../src/domain/time/home-clock.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { card, lanes, raisedLanes } from '../support/rate-cards/dearer-card.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const dayMs = 86_400_000;
const base = '/operator/rate-cards';
const versionsOf = `${base}/direct_freight/versions`;

for (const setup of setups) {
  describe(`versions of rate cards on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-versions-'));
    const carrierDir = join(carriersDir, 'direct_freight');
    const live = () => readFileSync(join(carrierDir, card, 'lanes.csv'), 'utf8');
    before(async () => {
      // The folder of an installation that kept no versions.
      cpSync(join(shippedCarriersDir, 'direct_freight'), carrierDir, { recursive: true });
      rmSync(join(carrierDir, 'examples.json'), { force: true });
      t = await startTestApp(setup, { carriersDir });
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(async () => {
      await t.close();
      rmSync(carriersDir, { recursive: true, force: true });
    });

    const quote = async (): Promise<{ id: number; total: number }> => {
      const { id, quotes } = (await olga.send('POST', '/bookings/v4', sydneyToMelbourne())).json();
      return { id, total: quotes.direct_freight.total };
    };
    const priced = async (): Promise<number> => (await quote()).total;
    const publish = (text: string, terms: object = {}) =>
      olga.send('POST', base, {
        folder: 'direct_freight',
        files: [{ path: `${card}/lanes.csv`, text }],
        ...terms,
      });
    type Listed = { version: number; status: string; same_as: number | null };
    const listed = async (): Promise<Listed[]> => (await olga.get(versionsOf)).json();
    const statuses = async () => (await listed()).map(({ version, status }) => [version, status]);
    const day = (later: number): string => homeDay(t.app.clock.nowMs(), later);
    const passMidnight = (app: TestApp): void => app.advanceClock(dayMs);

    test('the cards of an installation without versions are its first version', async () => {
      const [first, ...others] = await listed();
      assert.deepEqual(others, []);
      assert.deepEqual(first, {
        version: 1,
        status: 'in_force',
        holds_from: null,
        published: null,
        withdrawn: null,
        note: null,
        same_as: null,
      });
      const files = await olga.get(`${versionsOf}/1/files.zip`);
      assert.equal(files.headers['content-type'], 'application/zip');
      assert.ok(files.rawPayload.includes(lanes));
    });

    test('a scheduled version prices quotes from midnight in Sydney, in every process', async () => {
      const before = await quote();
      const refused = await publish(raisedLanes, { holds_from: day(0) });
      assert.match(
        refused.json().errors.holds_from[0],
        new RegExp(`Send ${day(1)} or a later day`),
      );
      const terms = { holds_from: day(1), note: ' New year ' };
      const scheduled = await publish(raisedLanes, terms);
      assert.equal(scheduled.json().version, 2, scheduled.body);
      assert.ok(scheduled.json().differences[0].dearer > 0, 'the new prices are shown');
      const [version] = await listed();
      assert.deepEqual(
        { ...version, published: undefined },
        {
          version: 2,
          status: 'scheduled',
          holds_from: day(1),
          published: undefined,
          withdrawn: null,
          note: 'New year',
          same_as: null,
        },
      );
      const other = await startTestApp(setup, { carriersDir });
      try {
        const visitor = await new Visitor(other).signIn(await other.addMember('jane@example.com'));
        const there = async (): Promise<number> =>
          (await visitor.send('POST', '/bookings/v4', sydneyToMelbourne())).json().quotes
            .direct_freight.total;
        assert.deepEqual([await priced(), await there()], [before.total, before.total]);
        passMidnight(t);
        passMidnight(other);
        const after = await priced();
        assert.ok(after > before.total);
        assert.equal(await there(), after);
      } finally {
        await other.close();
      }
      const kept = (await olga.get(`/bookings/v4/${before.id}`)).json();
      assert.equal(kept.quotes.direct_freight.total, before.total, 'a quote keeps its price');
      assert.deepEqual(await statuses(), [
        [2, 'in_force'],
        [1, 'past'],
      ]);
    });

    test('rolling back adds a version, is previewed on real shipments, and can be undone', async () => {
      const dear = await priced();
      const [difference] = (await olga.get(`${versionsOf}/1/check`)).json().differences;
      assert.equal(difference.cheaper, difference.sampled);
      const back = await olga.send('POST', `${versionsOf}/1/rollback`);
      assert.deepEqual([back.statusCode, back.json()], [200, { version: 3 }]);
      assert.ok((await priced()) < dear);
      assert.equal(live(), lanes);
      assert.deepEqual(
        (await listed()).map(({ version, status, same_as }) => [version, status, same_as]),
        [
          [3, 'in_force', 1],
          [2, 'past', null],
          [1, 'past', null],
        ],
      );
      const undone = await olga.send('POST', `${versionsOf}/2/rollback`);
      assert.equal(undone.json().version, 4);
      assert.equal(await priced(), dear);
    });

    test('a withdrawn version never holds', async () => {
      const before = await priced();
      assert.equal((await publish(lanes, { holds_from: day(1) })).json().version, 5);
      const withdrawn = await olga.send('DELETE', `${versionsOf}/5`);
      assert.equal(withdrawn.json()[0].status, 'withdrawn', withdrawn.body);
      assert.equal(withdrawn.json()[0].withdrawn.by, 'olga@example.com');
      for (const [number, status, error] of [
        [5, 409, 'rate_card_version_not_scheduled'],
        [4, 409, 'rate_card_version_not_scheduled'],
        [9, 404, 'rate_card_version_not_found'],
      ] as const) {
        const again = await olga.send('DELETE', `${versionsOf}/${number}`);
        assert.deepEqual([again.statusCode, again.json().error], [status, error]);
      }
      passMidnight(t);
      assert.equal(await priced(), before);
    });

    test('a downloaded version has the files as they were published', async () => {
      const [latest] = await listed();
      assert.deepEqual([latest?.version, latest?.status], [5, 'withdrawn']);
      const zip = await olga.get(`${versionsOf}/2/files.zip`);
      assert.ok(zip.rawPayload.includes(raisedLanes));
      assert.equal((await olga.get(`${versionsOf}/77/files.zip`)).statusCode, 404);
      for (const folder of ['pony_express', '..%2F..', '.versions'])
        assert.equal((await olga.get(`${base}/${folder}/versions`)).statusCode, 404, folder);
    });

    test('files that were changed in the folder become a version before the next one', async () => {
      const mine = raisedLanes.replaceAll(/,(\d+\.\d\d),/g, ',9$1,');
      writeFileSync(join(carrierDir, card, 'lanes.csv'), mine);
      await t.app.carrierDrafts.publish(
        { folder: 'direct_freight', files: new Map([[`${card}/lanes.csv`, lanes]]) },
        { by: 'olga@example.com' },
      );
      const [latest, found] = await listed();
      assert.deepEqual([latest?.version, latest?.status], [7, 'in_force']);
      assert.deepEqual([found?.version, found?.status], [6, 'past']);
      const files = await t.app.carrierDrafts.filesOf('direct_freight', 6);
      assert.equal(files?.get(`${card}/lanes.csv`), mine);
      // It would not be read back.
      const hidden = await publish(lanes, { files: [{ path: '_notes.csv', text: 'a,b\n' }] });
      assert.equal(hidden.statusCode, 400, hidden.body);
      assert.match(hidden.body, /begin with \. or _ are not read/);
    });
  });
}
