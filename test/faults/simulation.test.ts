// Random stories about money, generated from seeds: a few hundred by default, thousands with TESTS=long (`npm run
// test:long`). A failing story prints its seed, and SIMULATION_SEED=… repeats it. Some stories book with a scripted
// carrier, some with a real connector, where a repeated booking creates two consignments.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isLong } from '../support/long-form.ts';
import { MoneyWorld } from '../support/money/money-world.ts';
import { setups } from '../support/setups.ts';
import { overTheWire, scriptedPlot, tellStory } from '../support/simulation.ts';

const stories = isLong ? { sqlite: 2_000, postgres: 500 } : { sqlite: 100, postgres: 25 };
const onlySeed = process.env.SIMULATION_SEED;
/** The seed changes daily, so that a failure can be repeated on the same day. */
const firstSeed = Math.floor(Date.now() / 86_400_000) * 10_000;

const plots = [
  { where: 'with a scripted carrier', plot: scriptedPlot, isPatient: false },
  { where: 'over the wire', plot: overTheWire, isPatient: true },
] as const;

for (const setup of setups) {
  for (const { where, plot, isPatient } of plots) {
    describe(`simulation ${where} on ${setup.engine}`, () => {
      let world: MoneyWorld;
      before(async () => {
        world = await MoneyWorld.open(setup, { isPatient });
      });
      after(() => world.close());

      test('a seed repeats the same simulation', async () => {
        const told = [];
        for (let time = 0; time < 2; time += 1) {
          world.gateway.asked.length = 0;
          world.carrierBooking.asked.length = 0;
          world.books.asked.length = 0;
          const story = await tellStory(world, 20_261_116, plot);
          told.push({
            story,
            gateway: [...world.gateway.asked],
            carrierBooking: world.carrierBooking.asked.length,
            wire: [...world.books.asked],
          });
        }
        assert.deepEqual(told[0], told[1]);
      });

      test('charges once, keeps every acknowledged booking and balances the books after any story', async (t) => {
        const seeds =
          onlySeed === undefined
            ? Array.from({ length: stories[setup.engine] }, (_, n) => firstSeed + n)
            : [Number(onlySeed)];
        const seen = { confirmed: 0, died: 0, settledLater: 0 };
        for (const seed of seeds) {
          try {
            const story = await tellStory(world, seed, plot);
            seen.confirmed += story.confirmed;
            seen.died += story.died;
            seen.settledLater += story.settledLater;
          } catch (error) {
            throw new Error(`SIMULATION_SEED=${seed} ${where} on ${setup.engine} fails`, {
              cause: error,
            });
          }
        }
        t.diagnostic(
          `seeds ${seeds[0]}–${seeds.at(-1)}: ${seen.confirmed} confirmed at once, ${seen.settledLater} settled later, ${seen.died} processes killed`,
        );
        if (seeds.length > 1) {
          assert.ok(seen.confirmed > seeds.length / 10, 'hardly anything was confirmed');
          assert.ok(seen.died > seeds.length / 10, 'hardly anybody died');
          assert.ok(seen.settledLater > seeds.length / 50, 'recovery had nothing to do');
        }
      });
    });
  }
}
