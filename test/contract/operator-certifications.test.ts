// Certifications that the operator area starts, against a simulated carrier, on both engines: what is asked, how far a run
// is, what it cancels, and what it says may be left when its process dies at any step.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startrack } from '../../carriers/startrack/connector/startrack.ts';
import {
  listCertifications,
  startCertification,
} from '../../src/application/carriers/certification-runs.ts';
import { usualItems } from '../../src/application/carriers/trial-consignment.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { minuteMs } from '../../src/domain/time/durations.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { aCarton, melbourne, sydney } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { mortal } from '../support/mortal-app.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

type Step = { operation: string; outcome: string | null; warning: string | null; reason: string };
type Run = { id: number; state: string; steps: Step[]; left: string[]; message: string };

const accounts = '/operator/carrier-accounts';
const path = `${accounts}/startrack/certifications`;
const costly = ['book', 'pickup', 'manifest'];

for (const setup of setups) {
  describe(`certifications in the operator area on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let simulator: TestSimulator;
    before(async () => {
      t = await startTestApp(setup, { connectors: [startrack] });
      simulator = await openSimulator('startrack');
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
      assert.equal((await olga.send('POST', path, {})).json().error, 'carrier_not_connected');
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const account = simulatedAccount(startrack, listed);
      const connected = await olga.send('PUT', `${accounts}/startrack`, { account });
      assert.equal(connected.statusCode, 200, connected.body);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });

    const kept = () =>
      simulator.simulation.find('startrack')?.desk.shipments.all() ?? assert.fail('no books');
    const latest = async (): Promise<Run> => (await olga.get(path)).json().runs[0];
    const start = async (body: object): Promise<number> => {
      const started = await olga.send('POST', path, body);
      assert.equal(started.statusCode, 200, started.body);
      return started.json().id;
    };
    const ended = (id: number) =>
      until('the run has ended', async () => {
        const run = await latest();
        return run.id === id && !['running', 'stopping'].includes(run.state);
      });
    const outcomes = ({ steps }: Run) => new Set(steps.map(({ outcome }) => outcome));

    test('lists the steps and which of them cost money, for the usual and for chosen freight', async () => {
      const usual = (await olga.send('POST', `${path}/plan`, {})).json().steps as Step[];
      const warned = usual.filter(({ warning }) => warning !== null);
      assert.deepEqual(
        warned.map(({ operation }) => operation),
        costly,
      );
      const chosen = { sender: sydney, receiver: melbourne, items: [aCarton()] };
      const { steps } = (await olga.send('POST', `${path}/plan`, chosen)).json();
      const quotes = (some: Step[]) => some.filter(({ operation }) => operation === 'quote').length;
      assert.deepEqual([quotes(usual), quotes(steps)], [6, 1]);
      for (const [body, field] of [
        [{ ...chosen, receiver: { ...melbourne, suburb: 'NOWHERE' } }, 'receiver.suburb'],
        [{ ...chosen, receiver: undefined }, 'receiver'],
        [{ ...chosen, items: [aCarton(), aCarton({ weight: 30_000 })] }, 'items.1.weight'],
      ] as const) {
        const refused = await olga.send('POST', path, body);
        assert.ok([400, 422].includes(refused.statusCode), refused.body);
        const at = field
          .split('.')
          .reduce((errors, name) => errors?.[name], refused.json().errors ?? {});
        assert.ok(Array.isArray(at), `${field}: ${refused.body}`);
      }
    });

    test('books nothing that was not confirmed, and then certifies every operation', async () => {
      const careful = await start({});
      await ended(careful);
      assert.deepEqual(kept(), []);
      assert.equal(
        (await latest()).steps.find(({ operation }) => operation === 'book')?.reason,
        'not confirmed',
      );
      const id = await start({ confirmed: costly });
      await ended(id);
      const run = await latest();
      assert.deepEqual([run.state, outcomes(run)], ['complete', new Set(['ok'])]);
      // StarTrack cancels no consignment that is on a manifest.
      const manifested = kept().map(({ number }) => number);
      assert.deepEqual([run.left, manifested.length], [manifested, 1]);
      const [account] = (await olga.get(accounts)).json();
      assert.ok(account.operations.every(({ outcome }: Step) => outcome === 'ok'));
      const report = await olga.get(`${path}/${id}/report.md`);
      assert.match(report.body, /^# startrack: certified with the house account/);
      assert.match(report.body, /\| manifest \| ✅ ok \| lodged /);
      assert.ok(!report.body.includes('sim-startrack-password'));
      const zip = (await olga.get(`${path}/${id}/recordings.zip`)).rawPayload.toString('latin1');
      assert.match(zip, /^PK/);
      assert.match(zip, /startrack\/recordings\/book\/certified-2026-11-16-1\.json/);
      assert.equal((await olga.get(`${path}/999/report.md`)).statusCode, 404);
    });

    test('runs one certification at a time, and a stopped one cancels what it booked', async () => {
      await simulator.control('POST', '/reset');
      await simulator.fault('startrack:label:hang');
      const id = await start({ confirmed: costly });
      await until('a consignment is booked', () => kept().length > 0);
      const second = await olga.send('POST', path, {});
      assert.deepEqual([second.statusCode, second.json().error], [409, 'certification_running']);
      assert.equal((await olga.send('POST', `${path}/stop`)).statusCode, 200);
      await ended(id);
      const { state, steps, left } = await latest();
      assert.deepEqual([state, left, kept()], ['complete', [], []]);
      assert.equal(steps.at(-1)?.reason, 'interrupted');
      const late = await olga.send('POST', `${path}/stop`);
      assert.equal(late.json().error, 'no_certification_running');
    });

    test('a process that dies at any step leaves no consignment that the run does not name', async () => {
      const input = {
        carrier: 'startrack',
        lanes: [],
        items: usualItems.slice(0, 1),
        operations: ['quote', 'book', 'cancel'] as const,
      };
      let hasLeft = false;
      for (let atStep = 1, isOver = false; !isOver; atStep += 1) {
        for (const when of ['before', 'after'] as const) {
          await simulator.control('POST', '/reset');
          const { app, died } = mortal(t.app, { death: { atStep, when } });
          const work = startCertification(app, input, ['book']).then(() => app.background.idle());
          isOver = (await Promise.race([died, work])) !== 'died';
          if (isOver) break;
          t.advanceClock(minuteMs);
          const [run] = await listCertifications(t.app, 'startrack');
          const named = (run?.state === 'died' ? run.progress.left : []).map((one) =>
            'connote' in one ? one.connote : one.reference,
          );
          const left = kept().filter(({ cancelledAtMs }) => cancelledAtMs === undefined);
          for (const { number, reference } of left) {
            const isNamed = named.includes(number) || named.includes(reference);
            assert.ok(isNamed, `${number}, left ${when} step ${atStep}, is not named`);
          }
          hasLeft ||= left.length > 0;
          const again = await startCertification(t.app, { ...input, operations: ['check'] }, []);
          await ended(again);
        }
      }
      assert.ok(hasLeft, 'no death left a consignment');
    });
  });
}
