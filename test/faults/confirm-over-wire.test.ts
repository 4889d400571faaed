// A confirm with a connected carrier that accepts repeated bookings. At each step the process dies, or sleeps while
// recovery takes over and then resumes; and answers are lost. The result must be one paid consignment, or none and no
// payment.
//
// Quick: every carrier fault on SQLite, one of each kind on PostgreSQL. Full (TESTS=long): every fault on both.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { minuteMs } from '../../src/domain/time/durations.ts';
import { type WireAct, wireActs, wireCarrier } from '../support/carriers/wired-carrier.ts';
import { isLong } from '../support/long-form.ts';
import { MoneyWorld } from '../support/money/money-world.ts';
import { setups } from '../support/setups.ts';

const mostSteps = 40;
/** Not sent, cut off, answer lost, and refused. */
const oneOfEachKind = [
  'unsent',
  'reset_after',
  'hangs_after',
  'refuses',
] as const satisfies WireAct[];

for (const setup of setups) {
  describe(`confirming over the wire on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup, { isPatient: true });
    });
    after(() => world.close());
    const faults = isLong || setup.engine === 'sqlite' ? wireActs : oneOfEachKind;
    const behaviour = faults === wireActs ? 'with every carrier fault' : faults.join(', ');

    for (const funding of ['credit', 'card', 'own'] as const) {
      for (const when of ['before', 'after'] as const) {
        test(`${funding}: a confirmation survives the process dying ${when} every step, ${behaviour}`, async () => {
          for (const act of ['works', ...faults] as const) {
            let isOver = false;
            for (let atStep = 1; atStep <= mostSteps && !isOver; atStep += 1) {
              world.begin();
              const isOwn = funding === 'own';
              const member = await world.addMember(isOwn ? undefined : 10_000, { isOwn });
              const id = await world.addBooking(member, 2_500);
              const acts: WireAct[] = [act];
              world.books.choose = () => acts.shift() ?? 'works';
              const answer = await world.confirm(
                id,
                { carrier: wireCarrier, funding },
                { death: { atStep, when } },
              );
              isOver = answer.kind !== 'died';
              await world.recover();
              await world.assertBooks();
            }
            assert.ok(isOver, act);
          }
        });
      }
      for (const act of ['works', 'reset_after'] as const satisfies WireAct[]) {
        for (const minutes of [3, 60]) {
          test(`${funding}: a confirmation survives ${minutes} minutes of sleep at every step, the carrier: ${act}`, async () => {
            let isOver = false;
            for (let atStep = 1; atStep <= mostSteps && !isOver; atStep += 1) {
              world.begin();
              const isOwn = funding === 'own';
              const member = await world.addMember(isOwn ? undefined : 10_000, { isOwn });
              const id = await world.addBooking(member, 2_500);
              const acts: WireAct[] = [act];
              world.books.choose = () => acts.shift() ?? 'works';
              let step = 0;
              await world.confirm(
                id,
                { carrier: wireCarrier, funding },
                {
                  turn: async () => {
                    step += 1;
                    if (step !== atStep) return;
                    world.t.advanceClock(minutes * minuteMs);
                    await world.recoverOnce();
                    world.t.advanceClock(minutes * minuteMs);
                    await world.recoverOnce();
                  },
                },
              );
              isOver = step < atStep;
              await world.recover();
              await world.assertBooks();
            }
            assert.ok(isOver);
          });
        }
      }
    }
  });
}
