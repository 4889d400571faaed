// Searches among a million confirmed bookings through the store's own functions, on both engines. Names and suburbs are
// as unequal as in a real list: the most frequent surname is in one booking of twelve. The largest of a hundred members
// has a fifth of the bookings.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBookingDocument } from '../src/adapters/store/bookings/booking-document.ts';
import { openStore } from '../src/adapters/store/open-store.ts';
import type { Owner, Store } from '../src/application/ports.ts';
import { memberId } from '../src/domain/members/member.ts';
import { aBooking, runStatement } from '../test/support/bookings/bookings.ts';
import { startPostgres } from '../test/support/components/postgres.ts';
import type { Place } from '../test/support/setups.ts';
import { silentLog, silentMeter } from '../test/support/test-logs.ts';
import { many } from './effort.ts';
import { atMost, type Figure, type Measured, shortNumber, type Table } from './figure.ts';
import { median, quantile } from './quantile.ts';

const bookings = many(1_000_000, 20_000);
const batch = 20_000;
const runs = 30;
const attempts = 3;
const longestSearchMs = 100;
/** As many as the search of the pages asks for. */
const limit = 1_000;

export async function measureBookingSearch(): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-bench-'));
  const postgres = await startPostgres();
  try {
    const figures: Figure[] = [];
    const tables: Table[] = [];
    for (const databaseUrl of [undefined, postgres.url]) {
      const title = databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
      process.stdout.write(`  … ${title}\n`);
      const store = await openSeeded({ databaseUrl, dataDir, redisPrefix: '' });
      const { rows, slowestMs } = await measureSearches(store);
      await store.close();
      tables.push({ title, columns: ['median / 95th percentile, ms', 'operator', 'member'], rows });
      figures.push(atMost(`slowest median, ${title}`, slowestMs, longestSearchMs, 'ms'));
    }
    return { figures, tables };
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true });
  }
}

async function openSeeded(place: Place): Promise<Store> {
  const { store } = await openStore({
    ...place,
    nowMs: 0,
    schema: 'bring_up_to_date',
    log: silentLog,
    meter: silentMeter,
  });
  await seed(place);
  return store;
}

async function measureSearches(store: Store): Promise<{ rows: string[][]; slowestMs: number }> {
  let slowestMs = 0;
  const rows: string[][] = [];
  for (const [name, textOf] of Object.entries(searches)) {
    const cells: string[] = [];
    for (const owner of ['operator', memberId(1)] as const) {
      const times: number[] = [];
      for (let run = 0; run < runs; run += 1)
        times.push(await fastest(() => search(store, owner, textOf(run))));
      slowestMs = Math.max(slowestMs, median(times));
      cells.push(`${shortNumber(median(times))} / ${shortNumber(quantile(times, 0.95))}`);
    }
    rows.push([name, ...cells]);
  }
  return { rows, slowestMs };
}

/** The fastest of a few attempts, because other work on the machine slows single ones. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const began = performance.now();
    await work();
    leastMs = Math.min(leastMs, performance.now() - began);
  }
  return leastMs;
}

async function search(store: Store, owner: Owner, text: string): Promise<number> {
  if (text.startsWith('CN')) return (await store.bookings.listPlain(owner, [], text)).length;
  const parts = ['receiver', 'reference', 'sender'] as const;
  return (await store.bookings.listByWords({ owner, parts, words: text.split(' '), limit })).length;
}

/** A word for each number: three syllables, so that no word is the beginning of another. */
const consonants = 'bcdfghjklmnpqrstvwxz';
const vowels = 'aeiou';
function word(number: number): string {
  const syllable = (at: number): string => {
    const part = Math.floor(number / 100 ** at) % 100;
    return `${consonants[part % 20]}${vowels[Math.floor(part / 20)]}`;
  };
  return syllable(0) + syllable(1) + syllable(2);
}
/** The same in SQL. */
function wordSql(number: string): string {
  return [1, 100, 10_000]
    .map((unit) => `(${number}) / ${unit} % 100`)
    .flatMap((part) => [
      `substr('${consonants}', cast(1 + (${part}) % 20 as integer), 1)`,
      `substr('${vowels}', cast(1 + (${part}) / 20 as integer), 1)`,
    ])
    .join(' || ');
}

/** Each kind of word has numbers of its own. `prime`: one for each, so that the kinds are independent of each other. */
const kinds = {
  member: { from: 0, count: 100, prime: 10_007 },
  first: { from: 10_000, count: 500, prime: 10_009 },
  last: { from: 20_000, count: 2_000, prime: 10_037 },
  suburb: { from: 30_000, count: 3_000, prime: 10_039 },
  company: { from: 40_000, count: 5_000, prime: 10_061 },
} as const;
type Kind = keyof typeof kinds;

/** The rank of a booking's word: a few ranks are frequent, most are rare. */
function rankSql(kind: Kind): string {
  const { count, prime } = kinds[kind];
  const draw = `(i * 7919 % ${prime})`;
  return `${count} * ${draw} * ${draw} * ${draw} / ${prime} / ${prime} / ${prime}`;
}

/** The word of this rank, beginning with 0 for the most frequent. */
const frequent = (kind: Kind, rank: number): string => word(kinds[kind].from + (rank % 10));
const some = (run: number): number => 1 + ((run * 7_919_113) % bookings);

const searches: Readonly<Record<string, (run: number) => string>> = {
  'a connote': (run) => `CN${some(run)}`,
  'a phone number': (run) => `04${10_000_000 + some(run)}`,
  'a reference': (run) => `po${10_000_000 + some(run)}`,
  'a surname': (run) => frequent('last', run),
  'the first two letters of a word': (run) => frequent('suburb', run).slice(0, 2),
  'two frequent words': (run) => `${frequent('last', run)} ${frequent('suburb', run + 3)}`,
  // Of the members' names: each sends its own bookings.
  'two frequent words, never together': (run) =>
    `${frequent('member', run)} ${frequent('member', run + 1)}`,
  'a frequent and a rare word': (run) => `${frequent('last', run)} 04${10_000_000 + some(run)}`,
  'three words': (run) =>
    `${frequent('first', run)} ${frequent('last', run + 1)} ${frequent('suburb', run + 2)}`,
  'a frequent word and one without a match': (run) => `${frequent('last', run)} y${word(run)}`,
  'a word without a match': (run) => `y${word(run)}`,
};

async function seed(place: Place): Promise<void> {
  const run = (text: string): Promise<void> => runStatement(place, text);
  const members = Array.from(
    { length: kinds.member.count },
    (_, n) =>
      `('m${n}@example.com', 'm${n}@example.com', '', '', '', '', '', '', '', 'AU', 1, 1, 0, 0, 0)`,
  );
  await run(
    `insert into members (email, email_key, company_name, first_name, last_name, phone, suburb, postcode,
       state, country, is_open, may_book_live, has_multipickup, discount_basis_points, created_at_ms)
     values ${members.join()}`,
  );
  const ranks = (Object.keys(kinds) as Kind[]).map((kind) => `${rankSql(kind)} as ${kind}_rank`);
  const words = (Object.keys(kinds) as Kind[]).map(
    (kind) => `${wordSql(`${kinds[kind].from} + ${kind}_rank`)} as ${kind}`,
  );
  for (let from = 1; from <= bookings; from += batch) {
    const until = Math.min(bookings, from + batch - 1);
    await run(`
      create table seeds as
        with recursive numbers (i) as (
          select cast(${from} as bigint) union all select i + 1 from numbers where i < ${until}
        ), ranked as (select i, ${ranks.join()} from numbers)
        select i, member_rank, suburb_rank, ${words.join()} from ranked;
      insert into bookings (member_id, status, connote, created_at_ms, confirmed_at_ms, carrier, cost_cents,
          confirmation, is_demo, document)
        select member_rank + 1, 'confirmed', 'CN' || i, i * 1000, i * 1000, 'tnt_road_express', 1000, '{}', 0,
          ${documentSql}
        from seeds order by i;
      ${Object.entries(wordsSql)
        .flatMap(([party, all]) => all.map((one) => insertWord(party, one)))
        .join('')}
      drop table seeds;
    `);
    process.stdout.write(`\r  ${until} bookings`);
  }
  process.stdout.write('\n');
  // PostgreSQL's autovacuum does this by itself.
  if (place.databaseUrl !== undefined)
    for (const table of ['bookings', 'booking_words', 'orders'])
      await run(`vacuum analyze ${table}`);
}

const insertWord = (party: string, one: string): string => `
  insert into booking_words (member_id, word, booking_id, party)
    select member_rank + 1, ${one}, i, '${party}' from seeds;`;

const wordsSql: Readonly<Record<string, readonly string[]>> = {
  sender: [
    'member',
    "'freight'",
    `${wordSql(`${kinds.suburb.from} + member_rank`)}`,
    "'' || (2000 + member_rank)",
    "'029' || (1000000 + member_rank)",
    "member || '@example.com'",
  ],
  receiver: [
    'first',
    'last',
    'company',
    'suburb',
    "'' || (2000 + suburb_rank)",
    "'04' || (10000000 + i)",
    "first || '.' || last || i || '@example.com'",
  ],
  reference: ["'po' || (10000000 + i)"],
};

/** The text of a booking's document, in which each column of `seeds` stands between angle brackets. */
const documentSql = `'${writeBookingDocument(
  aBooking({
    customerReference: '<po>',
    sender: {
      ...aBooking().sender,
      companyName: '<member> freight',
      suburb: '<home>',
      postcode: '<home postcode>',
      phone: '<home phone>',
      email: '<member>@example.com',
      street: '12 Long Street',
    },
    receiver: {
      ...aBooking().receiver,
      name: '<first> <last>',
      companyName: '<company>',
      suburb: '<suburb>',
      postcode: '<postcode>',
      phone: '<phone>',
      email: '<email>',
      street: '12 Long Street',
    },
  }),
)
  .replaceAll("'", "''")
  .replaceAll(/<([a-z ]+)>/g, (_, name: string) => {
    const [home, homePostcode, homePhone] = wordsSql.sender?.slice(2) ?? [];
    const [postcode, phone, email] = wordsSql.receiver?.slice(4) ?? [];
    const texts: Record<string, string | undefined> = {
      po: wordsSql.reference?.[0],
      home,
      'home postcode': homePostcode,
      'home phone': homePhone,
      postcode,
      phone,
      email,
    };
    return `' || ${texts[name] ?? name} || '`;
  })}'`;
