// Every kind of imported file, damaged in every way: carriers' adjustments, tracking reports, rate cards, orders.
// Each is accepted, or rejected with a message and a place; nothing crashes or is half done. `TESTS=long` tries sixty
// thousand. A failing run prints its seed, and `HOSTILE_SEED=…` repeats it.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { shippedCarriersDir } from '../../src/adapters/carriers/open-carriers.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { importEvents, type RefusedLine } from '../../src/application/tracking/import-events.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { problemSentence } from '../../src/wording/problems.ts';
import { readOrderFile, templateFile } from '../../web/src/pages/orders/order-file.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { isLong } from '../support/long-form.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { damaged, damagedJson } from './hostile-files.ts';

const files = isLong ? 60_000 : 1_200;
const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Rate cards are whole folders and take longest. */
const share = { adjustments: 0.2, tracking: 0.2, cards: 0.01, orders: 0.59 };
const runs = (of: keyof typeof share) => ({
  numRuns: Math.ceil((files * share[of]) / setups.length),
  seed,
  endOnFailure: true,
});

for (const setup of setups)
  describe(`files damaged in every way on ${setup.name}, seed ${seed}`, () => {
    const carriersDir = mkdtempSync(join(tmpdir(), 'linehaul-hostile-'));
    let t: TestApp;
    let olga: Visitor;
    let ids: number[] = [];
    let connotes: string[] = [];
    before(async () => {
      t = await startTestApp(setup, {
        carriersDir,
        limits: { membersPerMinute: 0, v5PerMinute: 0 },
      });
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
      const jane = await t.addMember();
      await setCreditLimit(t.app, String(jane.id), 100_000_00);
      const shop = new Checkout(t, jane);
      for (let n = 0; n < 3; n += 1) {
        const quoted = await shop.quote(sydneyToMelbourne());
        const booked = (await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'toll'))).json();
        ids = [...ids, quoted.id];
        connotes = [...connotes, booked.connote];
      }
    });
    after(async () => {
      await t.close();
      rmSync(carriersDir, { recursive: true, force: true });
    });

    const booksAreRight = async (): Promise<void> => {
      for (const account of await t.app.store.ledger.check(0, 100))
        assert.equal(account.usedCents, account.entriesCents, `member ${account.memberId}`);
    };

    test('adjustments: every line is applied or rejected, and the books balance', async (context) => {
      const good = `booking,connote,scanned_weight,additional_charges\n${ids
        .map((id, n) => `${n === 1 ? '' : id},${connotes[n]},${5 + n}.25,${n}.50`)
        .join('\n')}\n`;
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(damaged(good), fc.boolean(), async (csv, isPreview) => {
          const path = isPreview ? '/operator/adjustments/preview' : '/operator/adjustments';
          const answer = await olga.send('POST', path, { csv });
          const details = `${answer.statusCode} ${answer.body.slice(0, 400)}`;
          if (answer.statusCode === 200) {
            taken += 1;
            for (const line of answer.json().lines ?? []) assert.ok(line.line >= 1, details);
          } else {
            assert.equal(answer.statusCode, 400, details);
            assert.ok(answer.json().message.length > 10, details);
          }
        }),
        runs('adjustments'),
      );
      assert.ok(taken > 0, 'some were read');
      await booksAreRight();
      const { numRuns } = runs('adjustments');
      context.diagnostic(`${numRuns} files: ${taken} read, ${numRuns - taken} refused`);
    });

    test('tracking reports: every line is added, known or rejected with its reason', async (context) => {
      const good = `connote,status,description,location,at\n${connotes
        .map(
          (connote, n) =>
            `${connote},In transit,"Scan ${n}, depot 7",MELBOURNE VIC,2026-11-16 0${n}:00`,
        )
        .join('\n')}\n`;
      let added = 0;
      await fc.assert(
        fc.asyncProperty(damaged(good), fc.integer({ min: 1, max: 400 }), async (text, length) => {
          const refused: RefusedLine[] = [];
          try {
            const report = await importEvents(t.app, inPieces(text, length), (line) => {
              if (line.outcome === 'refused') refused.push(line);
            });
            added += report.added;
            assert.equal(report.refused, refused.length);
            assert.equal(report.lines, report.added + report.known + report.refused);
            for (const { line, problem } of refused) {
              const reason = problemSentence(problem);
              assert.ok(line >= 1);
              assert.ok(reason.length > 10, reason);
            }
          } catch (error) {
            // The file is rejected as a whole.
            assert.ok(error instanceof Refusal, String(error));
          }
        }),
        runs('tracking'),
      );
      assert.ok(added > 0, 'some were read');
      context.diagnostic(`${runs('tracking').numRuns} files: ${added} reports added`);
    });

    test('rate cards: every mistake has a place, nothing bad is published, and quotes go on', async (context) => {
      const answered = new Map<number, number>();
      const folder = 'parca';
      const all = readdirSync(join(shippedCarriersDir, folder), {
        recursive: true,
        encoding: 'utf8',
      }).filter((file) => /\.(json|csv)$/.test(file));
      const draft = fc.constantFrom(...all).chain((path) => {
        const good = readFileSync(join(shippedCarriersDir, folder, path), 'utf8');
        const text = path.endsWith('.json') ? damagedJson(good) : damaged(good);
        return fc.record({ path: fc.constant(path), text });
      });
      await fc.assert(
        fc.asyncProperty(draft, fc.boolean(), async (file, isPublished) => {
          const path = isPublished ? '/operator/rate-cards' : '/operator/rate-cards/check';
          const answer = await olga.send('POST', path, { folder, files: [file] });
          const details = `${file.path}: ${answer.statusCode} ${answer.body.slice(0, 400)}`;
          answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1);
          assert.ok(answer.statusCode < 500, details);
          if (answer.statusCode !== 200) assert.ok(answer.json().message.length > 10, details);
          for (const problem of answer.json().problems ?? []) {
            assert.ok(problem.line >= 1 && problem.column >= 1, details);
            assert.ok(problem.message.length > 5, details);
          }
        }),
        runs('cards'),
      );
      assert.ok((answered.get(200) ?? 0) > 0);
      const quoted = await olga.send('POST', '/bookings/v4', sydneyToMelbourne());
      assert.equal(quoted.statusCode, 201, quoted.body.slice(0, 300));
      assert.ok(quoted.json().quotes.toll !== undefined);
      const summary = [...answered].map(([status, times]) => `${times} × ${status}`);
      context.diagnostic(`${runs('cards').numRuns} drafts: ${summary.join(', ')}`);
    });

    test('orders: every order is complete or names what is missing, with its line', (context) => {
      const counts = { orders: 0, whole: 0 };
      fc.assert(
        fc.property(damaged(templateFile + (templateFile.split('\r\n')[1] ?? '')), (text) => {
          const { orders, problem } = readOrderFile(text);
          if (problem !== undefined) assert.ok(orders.length === 0 && problem.length > 10);
          for (const { lines, problems, order_id, receiver, items } of orders) {
            assert.ok(lines.every((line) => line >= 2));
            assert.equal(items.length, lines.length);
            counts.orders += 1;
            if (problems.length === 0) counts.whole += 1;
            const isWhole = order_id !== '' && receiver.suburb && receiver.postcode;
            // A complete order may still contradict itself in a later line, or have invalid numbers; the error names
            // the line.
            const ofLines = problems.filter(
              (sentence) =>
                lines.some((line) => sentence.startsWith(`line ${line}: the `)) ||
                lines.slice(1).some((line) => sentence.startsWith(`line ${line} names another`)),
            );
            assert.equal(problems.length === ofLines.length, Boolean(isWhole));
          }
          assert.equal(({} as Record<string, unknown>).suburb, undefined);
        }),
        runs('orders'),
      );
      assert.ok(counts.whole > 0 && counts.whole < counts.orders);
      context.diagnostic(
        `${runs('orders').numRuns} files: ${counts.orders} orders, ${counts.whole} of them whole`,
      );
    });

    test('logs no errors and keeps the books balanced after all damaged files', async () => {
      const failures = t.log.filter(({ level }) => level === 'error').map(({ message }) => message);
      assert.deepEqual([...new Set(failures)], []);
      await booksAreRight();
    });
  });

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let n = 0; n < text.length; n += length) yield text.slice(n, n + length);
}
