// PostgreSQL drops all connections again and again while bookings are confirmed, so some commits succeed without a
// result. Clients' answers stay true, and recovery settles the rest.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { testServer } from '../support/components/template-database.ts';
import { bookableCarrier, cardCarrier, MoneyWorld } from '../support/money/money-world.ts';
import { setups } from '../support/setups.ts';
import { until } from '../support/until.ts';

const cuts = 10;
const confirms = 150;

for (const setup of setups.filter(({ engine }) => engine === 'postgres')) {
  describe('the database is lost while bookings are confirmed', () => {
    test('every acknowledged booking survives a lost database and the ledger balances', async (t) => {
      const world = await MoneyWorld.open(setup);
      const name = new URL(world.t.place.databaseUrl ?? '').pathname.slice(1);
      const admin = new pg.Client({ connectionString: testServer('TEST_POSTGRES_URL') });
      await admin.connect();
      try {
        world.begin();
        const members = [await world.addMember(100_000), await world.addMember(100_000)];
        const ids: BookingId[] = [];
        for (let n = 0; n < confirms; n += 1) {
          const member = members[n % 2];
          assert.ok(member);
          ids.push(await world.addBooking(member, 1_000 + n));
        }
        let acknowledged = 0;
        let failed = 0;
        const working = Promise.all(
          ids.map(async (id, n) => {
            // Spread the confirms over the cuts.
            await until('earlier confirms are done', () => acknowledged + failed >= n - 6);
            const carrier = n % 3 === 0 ? bookableCarrier : cardCarrier;
            const funding = n % 2 === 0 ? 'credit' : 'card';
            const answer = await world.confirm(id, { carrier, funding });
            if (answer.kind === 'booking') acknowledged += 1;
            else failed += 1;
          }),
        );
        for (let cut = 1; cut <= cuts; cut += 1) {
          await until(
            'enough confirms are done for the next cut',
            () => acknowledged + failed >= (cut * confirms) / (cuts + 5),
          );
          await admin.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
            [name],
          );
        }
        await working;
        assert.ok(failed > 0, 'no confirm lost its connection');
        assert.ok(acknowledged > confirms / 4, `only ${acknowledged} succeeded`);
        await until('the database can be reached', async () => {
          try {
            await world.app.store.health();
            return true;
          } catch {
            return false;
          }
        });
        await world.recover();
        await world.assertBooks();
        t.diagnostic(
          `${cuts} cuts, ${confirms} confirmations: ${acknowledged} acknowledged, ${failed} failed plainly`,
        );
      } finally {
        await admin.end();
        await world.close();
      }
    });
  });
}
