// Fills an embedded database with many stored bookings, to measure a service with a long history. Run it alone: node
// bench/seed-bookings.ts FILE COUNT. The documents are short, because the number of rows matters here, not the size
// of the disk.
import { DatabaseSync } from 'node:sqlite';

const rowsPerCommit = 20_000;
const members = 100;

export function seedBookings(
  file: string,
  count: number,
  onProgress: (share: number) => void = () => {},
): void {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  const document = JSON.stringify({
    v: 1,
    b: { bookedBy: 'seed', items: [] },
    pickups: [],
    cards: [],
    q: [],
    e: [],
    pad: 'x'.repeat(300),
  });
  const addMember = database.prepare(
    `insert into members (email, email_key, company_name, first_name, last_name, phone, suburb, postcode,
       state, country, is_open, may_book_live, has_multipickup, discount_basis_points, created_at_ms)
     values (?1, ?1, '', '', '', '', '', '', '', 'AU', 1, 1, 0, 0, 0) returning id`,
  );
  const ids = Array.from({ length: members }, (_, n) =>
    Number(addMember.get(`seed-${Date.now()}-${n}@example.com`)?.id),
  );
  const add = database.prepare(
    "insert into bookings (member_id, key_id, status, created_at_ms, document) values (?, null, 'new', ?, ?)",
  );
  const began = Date.now() - count;
  for (let done = 0; done < count; ) {
    database.exec('begin immediate');
    for (const end = Math.min(count, done + rowsPerCommit); done < end; done += 1) {
      add.run(ids[done % members] ?? 1, began + done, document);
    }
    database.exec('commit');
    onProgress(done / count);
  }
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

if (import.meta.main) {
  const [file, count] = process.argv.slice(2);
  if (file === undefined || !/^\d+$/.test(count ?? '')) {
    process.stderr.write('Usage: node bench/seed-bookings.ts DATA_DIR/linehaul.db COUNT\n');
    process.exit(2);
  }
  seedBookings(file, Number(count), (share) =>
    process.stdout.write(`\r${Math.round(share * 100)} %`),
  );
  process.stdout.write('\n');
}
