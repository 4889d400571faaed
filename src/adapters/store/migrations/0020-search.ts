// Searches of bookings also find suburbs, postcodes, phone numbers, e-mail addresses, and any member's order numbers.
import { type Kysely, sql } from 'kysely';
import { wordsOf } from '../../../domain/bookings/booking-words.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';
import { type Migration, runStatements } from './migration.ts';

export const search: Migration = {
  version: 20,
  name: 'search',
  up: async (db, dialect) => {
    await runStatements(db, table(dialect));
    await addWordsOfConfirmed(db);
    await runStatements(db, indexes);
  },
};

const table = ({ bigType: big, bytewiseText }: Dialect): string => `
  drop table booking_words;
  -- No reference to the booking: deleting quotes, which have no words, would look here for each of them.
  create table booking_words (
    booking_id ${big} not null,
    word ${bytewiseText} not null,
    party text not null,
    member_id ${big} not null,
    constraint booking_words_key primary key (booking_id, word, party)
  );
`;

const indexes = `
  create index booking_words_of_member on booking_words (member_id, word, booking_id desc, party);
  -- For the operator, who searches every member's bookings.
  create index booking_words_of_all on booking_words (word, booking_id desc, party);
  create index orders_of_all on orders (number, booking_id desc);
`;

const batch = 500;
/** A row has four values, so this stays far below both engines' limit per statement. */
const wordsAtOnce = 2_000;

async function addWordsOfConfirmed(db: Kysely<Schema>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; member_id: number; document: string }>`
      select id, member_id, document from bookings
      where id > ${after} and member_id is not null and status <> 'new'
      order by id limit ${batch}
    `.execute(db);
    const found = rows.flatMap(({ id: booking_id, member_id, document }) => {
      // Bookings of version 0.1.0 have no reference.
      const words = wordsOf({ customerReference: '', ...JSON.parse(document).b });
      return (['sender', 'receiver', 'reference'] as const).flatMap((party) =>
        words[party].map((word) => ({ member_id, word, booking_id, party })),
      );
    });
    for (let from = 0; from < found.length; from += wordsAtOnce)
      await db
        .insertInto('booking_words')
        .values(found.slice(from, from + wordsAtOnce))
        .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
