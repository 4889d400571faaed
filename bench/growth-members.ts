// Reading the member behind a key with more and more members in turns: the time must not depend on their number. Up
// to ten thousand keys are used, the limit of the caller cache.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { effort, sizes } from './effort.ts';
import { atMost, type Curve, growthOf, type Measured } from './figure.ts';
import { median } from './quantile.ts';
import { startBenchServer } from './real-server.ts';
import { load } from './side-by-side.ts';

const mostKeysUsed = 10_000;
const connections = 20;
/** Ten thousand callers exceed a processor's caches, which is the only effect allowed. */
const mostGrowth = 2;

export async function measureMembers(): Promise<Measured> {
  const points: { size: number; value: number }[] = [];
  const server = await startBenchServer();
  try {
    const keys: string[] = [];
    for (const size of sizes(10, 1_000, 10_000, 100_000)) {
      process.stdout.write(`  … ${size} members\n`);
      keys.push(...seedMembers(join(server.dataDir, 'linehaul.db'), keys.length, size));
      const variants = keys
        .slice(0, mostKeysUsed)
        .map((key) => ({ path: '/api/v5/member', headers: { 'Api-key': key } }));
      const rates: number[] = [];
      for (let round = 0; round <= effort.rounds; round += 1) {
        const result = await load(server.url, { path: '', headers: {} }, effort.secondsPerRound, {
          variants,
          connections,
        });
        // The first round fills the cache.
        if (round > 0) rates.push(result.requests.average);
      }
      points.push({ size, value: 1000 / median(rates) });
    }
  } finally {
    await server.stop();
  }
  const curve: Curve = { title: 'a member read', over: 'members', unit: 'ms', points };
  const words = `growth from ${points[0]?.size} to ${points.at(-1)?.size}`;
  return { figures: [atMost(words, growthOf(curve), mostGrowth, 'times')], curves: [curve] };
}

/** Members with a key each, numbered from `from` to below `to`. */
function seedMembers(file: string, from: number, to: number): string[] {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('pragma synchronous = normal; begin immediate');
  const addMember = database.prepare(
    `insert into members (email, email_key, company_name, first_name, last_name, phone, suburb, postcode,
       state, country, is_open, may_book_live, has_multipickup, discount_basis_points, created_at_ms)
     values (?1, ?1, '', '', '', '', '', '', '', 'AU', 1, 1, 0, 0, 0) returning id`,
  );
  const addKey = database.prepare(
    `insert into api_keys (member_id, digest, prefix, module_type, site, is_active, is_demo, created_at_ms)
     values (?, ?, 'lh_bench', 'custom_site', 'bench.example', 1, 0, 0)`,
  );
  const keys: string[] = [];
  for (let n = from; n < to; n += 1) {
    const key = `lh_bench_${n}`;
    const member = addMember.get(`member-${n}@example.com`)?.id ?? null;
    addKey.run(member, hash('sha256', key));
    keys.push(key);
  }
  database.exec('update configuration set revision = revision + 1; commit');
  database.close();
  return keys;
}
