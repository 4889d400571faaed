// Publishing a carrier's new files in the operator area: checked, compared on real shipments, and published as a
// whole or not at all.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { switchCarrier } from '../../src/application/carriers/switch-carrier.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { card, lanes, raisedLanes } from '../support/rate-cards/dearer-card.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`rate cards in the operator area on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-cards-'));
    before(async () => {
      t = await startTestApp(setup, { carriersDir });
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
      for (let n = 0; n < 3; n += 1) await olga.send('POST', '/bookings/v4', sydneyToMelbourne());
    });
    after(async () => {
      await t.close();
      rmSync(carriersDir, { recursive: true, force: true });
    });

    const draft = (text: string, path = `${card}/lanes.csv`) => ({
      folder: 'direct_freight',
      files: [{ path, text }],
    });
    const priced = async (): Promise<number> =>
      (await olga.send('POST', '/bookings/v4', sydneyToMelbourne())).json().quotes.direct_freight
        .total;
    const versions = async () =>
      (await olga.get('/operator/carriers'))
        .json()
        .find((card: { string_id: string }) => card.string_id === 'direct_freight');

    test('lists no sample cards of services that are switched off', async () => {
      const samples = async (): Promise<string[]> => (await olga.get('/rate-cards/samples')).json();
      const all = await samples();
      assert.equal(new Set(all).size, all.length);
      assert.ok(['SAMPLE-AP-EXPRESS', 'SAMPLE-AP-REGULAR'].every((code) => all.includes(code)));
      await switchCarrier(t.app, 'auspost_express_eparcel', true);
      assert.deepEqual(
        await samples(),
        all.filter((code) => code !== 'SAMPLE-AP-EXPRESS'),
      );
      await switchCarrier(t.app, 'auspost_express_eparcel', false);
      assert.deepEqual(await samples(), all);
    });

    test('recognises uploaded files as unchanged', async () => {
      const report = (await olga.send('POST', '/operator/rate-cards/check', draft(lanes))).json();
      assert.deepEqual([report.can_publish, report.is_refused, report.problems], [true, false, []]);
      const [difference] = report.differences;
      assert.deepEqual(
        [difference.string_id, difference.sampled, difference.same, difference.examples],
        ['direct_freight', 3, 3, []],
      );
      assert.ok(difference.before > 0);
      assert.equal(difference.before, difference.after);
    });

    test('reports mistakes with file, line and value, and uses no part of the files', async () => {
      const wrong = lanes.replace(/\d+\.\d\d/, 'cheap');
      const report = (await olga.send('POST', '/operator/rate-cards/check', draft(wrong))).json();
      assert.equal(report.is_refused, true);
      const problem = report.problems.find(
        (problem: { value: string }) => problem.value === 'cheap',
      );
      assert.equal(problem.file, `direct_freight/${card}/lanes.csv`);
      assert.ok(problem.line > 1 && problem.column > 0);
      assert.equal(problem.field, 'basic');
      assert.deepEqual(report.differences, []);
      const refused = await olga.send('POST', '/operator/rate-cards', draft(wrong));
      assert.equal(refused.statusCode, 400);
      assert.match(refused.json().errors.files[0], /mistakes/);
      assert.ok(!existsSync(join(carriersDir, 'direct_freight')));
    });

    test('rejects a string_id of another carrier', async () => {
      const text = readFileSync(join(shippedCarriersDir, 'direct_freight/carrier.json'), 'utf8');
      const taken = text.replaceAll('"direct_freight"', '"toll"');
      const answer = await olga.send(
        'POST',
        '/operator/rate-cards/check',
        draft(taken, 'carrier.json'),
      );
      assert.equal(answer.json().is_refused, true, answer.body);
    });

    test('shows how much dearer new files are, and prices the next quote with them once published', async () => {
      const before = await priced();
      const old = await versions();
      const report = (
        await olga.send('POST', '/operator/rate-cards/check', draft(raisedLanes))
      ).json();
      assert.equal(report.is_refused, false, JSON.stringify(report.problems));
      const [difference] = report.differences;
      assert.equal(difference.dearer, difference.sampled);
      assert.ok(difference.after > difference.before);
      assert.equal(difference.examples[0].from, 'SYDNEY 2000');
      assert.equal(await priced(), before, 'a check does not publish prices');
      const published = await olga.send('POST', '/operator/rate-cards', draft(raisedLanes));
      assert.equal(published.statusCode, 200, published.body);
      t.advanceClock(3_600_000);
      assert.ok((await priced()) > before);
      const now = await versions();
      assert.equal(now.origin, 'operator');
      assert.notEqual(now.cards[0].version, old.cards[0].version);
      assert.deepEqual(
        [`.direct_freight.fresh`, `.direct_freight.replaced`].filter((name) =>
          existsSync(join(carriersDir, name)),
        ),
        [],
      );
      assert.ok(
        existsSync(join(carriersDir, 'direct_freight/carrier.json')),
        'the whole carrier folder is published',
      );
    });

    test('restores a folder at the next start when its replacement was interrupted', async () => {
      const place = join(carriersDir, 'direct_freight');
      renameSync(place, join(carriersDir, '.direct_freight.replaced'));
      mkdirSync(join(carriersDir, '.direct_freight.fresh'));
      const next = await startTestApp(setup, { carriersDir });
      await next.close();
      assert.ok(existsSync(join(place, 'carrier.json')));
      assert.ok(!existsSync(join(carriersDir, '.direct_freight.fresh')));
    });

    test('rejects paths out of the folder and unknown files', async () => {
      for (const path of [
        '../x.json',
        '/etc/x.json',
        'cards/../../x.csv',
        'connector.ts',
        '.x.json',
      ]) {
        const answer = await olga.send('POST', '/operator/rate-cards', draft('{}', path));
        assert.equal(answer.statusCode, 400, path);
        assert.ok(answer.json().errors.files, answer.body);
      }
      for (const folder of ['../tnt', '_zones', 'TNT', '']) {
        const answer = await olga.send('POST', '/operator/rate-cards', { ...draft(lanes), folder });
        assert.ok(answer.json().errors.folder, folder);
      }
    });

    test("without the operator's own folder, files are checked and not published", async () => {
      const without = await startTestApp(setup);
      try {
        const operator = await without.addMember('boss@example.com');
        await changeMember(without.app, operator.email, { isOperator: true });
        const visitor = await new Visitor(without).signIn(operator);
        const checked = await visitor.send('POST', '/operator/rate-cards/check', draft(lanes));
        assert.deepEqual([checked.json().can_publish, checked.json().is_refused], [false, false]);
        const refused = await visitor.send('POST', '/operator/rate-cards', draft(lanes));
        assert.match(refused.json().errors.folder[0], /CARRIERS_DIR/);
      } finally {
        await without.close();
      }
    });

    test('accepts a card of several megabytes and rejects an oversized one with the limit', async () => {
      const padded = (bytes: number) => `${lanes}\n${`# ${'x'.repeat(98)}\n`.repeat(bytes / 101)}`;
      const large = await olga.send('POST', '/operator/rate-cards/check', draft(padded(3_000_000)));
      assert.equal(large.statusCode, 200, large.body.slice(0, 500));
      assert.equal(large.json().is_refused, false, JSON.stringify(large.json().problems[0]));
      const most = 16 * 1024 * 1024;
      const refused = await olga.send('POST', '/operator/rate-cards/check', draft(padded(most)));
      assert.equal(refused.statusCode, 413);
      assert.ok(refused.json().message.includes('16'), refused.body);
      // Other carriers are unchanged.
      const elsewhere = await olga.send('POST', '/operator/adjustments', {
        csv: padded(1_100_000),
      });
      assert.equal(elsewhere.statusCode, 413);
    });
  });
}
