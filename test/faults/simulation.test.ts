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
        const results = [];
        for (let time = 0; time < 2; time += 1) {
          world.gateway.requests.length = 0;
          world.carrierBooking.requests.length = 0;
          world.books.requests.length = 0;
          const story = await tellStory(world, 20_261_116, plot);
          results.push({
            story,
            gateway: [...world.gateway.requests],
            carrierBooking: world.carrierBooking.requests.length,
            wire: [...world.books.requests],
          });
        }
        assert.deepEqual(results[0], results[1]);
      });

      test('charges once, keeps every acknowledged booking and balances the books after any story', async (t) => {
        const seeds =
          onlySeed === undefined
            ? Array.from({ length: stories[setup.engine] }, (_, n) => firstSeed + n)
            : [Number(onlySeed)];
        const counts = { confirmed: 0, died: 0, settledLater: 0 };
        for (const seed of seeds) {
          try {
            const story = await tellStory(world, seed, plot);
            counts.confirmed += story.confirmed;
            counts.died += story.died;
            counts.settledLater += story.settledLater;
          } catch (error) {
            throw new Error(`SIMULATION_SEED=${seed} ${where} on ${setup.engine} fails`, {
              cause: error,
            });
          }
        }
        t.diagnostic(
          `seeds ${seeds[0]}–${seeds.at(-1)}: ${counts.confirmed} confirmed at once, ${counts.settledLater} settled later, ${counts.died} processes killed`,
        );
        if (seeds.length > 1) {
          assert.ok(counts.confirmed > seeds.length / 10, 'too few bookings were confirmed');
          assert.ok(counts.died > seeds.length / 10, 'too few processes died');
          assert.ok(counts.settledLater > seeds.length / 50, 'recovery settled nothing');
        }
      });
    });
  }
}
