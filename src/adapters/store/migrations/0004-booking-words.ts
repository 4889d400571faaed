// The words of the parties' names and of references, so that a search covers every confirmed booking. Version 20
// replaces this table and fills it.
import type { Migration } from './migration.ts';
import { runStatements } from './migration.ts';

export const bookingWords: Migration = {
  version: 4,
  name: 'booking words',
  up: async (db, { bigType: big, bytewiseText }) => {
    await runStatements(
      db,
      `
        create table booking_words (
          member_id ${big} not null,
          word ${bytewiseText} not null,
          booking_id ${big} not null,
          party text not null,
          constraint booking_words_key primary key (member_id, word, booking_id, party)
        );
        create index booking_words_of_all on booking_words (word, booking_id, party);
      `,
    );
  },
};
