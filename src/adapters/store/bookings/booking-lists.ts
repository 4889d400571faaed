// Lists of bookings: one member's, or all members' for the operator.
import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Bookings, Owner, ShownPage } from '../../../application/ports.ts';
import { type BookingStatus, bookingId } from '../../../domain/bookings/booking.ts';
import { troubledStatuses } from '../../../domain/bookings/booking-status.ts';
import {
  type SearchedPart,
  searchedParts,
  wordsOf,
} from '../../../domain/bookings/booking-words.ts';
import { findRecordNumber } from '../../../domain/record-number.ts';
import { type EventStage, isException, trackingStages } from '../../../domain/tracking/stage.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { all } from '../statements.ts';
import { bookingFrom, plainBookings, plainFrom, wholeBookings } from './booking-rows.ts';

type BookingLists = Pick<
  Bookings,
  | 'list'
  | 'listShown'
  | 'listByWords'
  | 'listPlain'
  | 'listTroubled'
  | 'listSold'
  | 'listConnotes'
  | 'listNewest'
>;

export function bookingListsOver({ read, list }: Access): BookingLists {
  return {
    list: async ({ memberId: owner, sinceMs, text, isAscending, limit, skip }) => {
      const direction = isAscending ? 'asc' : 'desc';
      const rows = await list((db) => {
        let query = wholeBookings(db)
          .where('bookings.member_id', '=', owner)
          .orderBy('bookings.created_at_ms', direction)
          .orderBy('bookings.id', direction)
          .limit(limit)
          .offset(skip);
        if (sinceMs !== undefined) query = query.where('bookings.created_at_ms', '>=', sinceMs);
        if (text !== undefined) {
          const number = findRecordNumber(text);
          query = query.where(({ eb, or }) =>
            or([
              eb('bookings.connote', 'in', connoteSpellings(text)),
              number === undefined ? sql<boolean>`1 = 0` : eb('bookings.id', '=', number),
            ]),
          );
        }
        return query.execute();
      });
      return rows.map((row) => bookingFrom(row));
    },
    listShown: async (page) => {
      const { owner, shows, limit, skip } = page;
      const rows = await list((db) => {
        let query = plainBookings(db)
          .where(ofOwner(owner))
          .orderBy('bookings.created_at_ms', 'desc')
          .orderBy('bookings.id', 'desc')
          .limit(limit)
          .offset(skip);
        if (shows === 'quotes') query = query.where('bookings.status', '=', 'new');
        else if (shows !== undefined) query = query.where(isBooked);
        if (shows === 'attention')
          query = query.where((row) =>
            row.or([row('bookings.status', 'in', troubledStatuses), isOnItsWay(row, page, heldUp)]),
          );
        if (shows === 'under_way') query = query.where((row) => isOnItsWay(row, page, notArrived));
        return query.execute();
      });
      return rows.map(plainFrom);
    },
    listByWords: async (search) => {
      const { parts, words, limit } = search;
      if (words.length === 0) return [];
      const rows = await list(async (db) => {
        const [rarest = '', ...others] = await rarestFirst(db, search);
        const candidates = withWord(db, search, rarest)
          .select('booking_id')
          .orderBy('word')
          .orderBy('booking_id', 'desc')
          .limit(mostEntries);
        let newest = db
          .selectFrom(candidates.as('candidates'))
          .select('booking_id')
          .distinct()
          .orderBy('booking_id', 'desc')
          .limit(limit);
        for (const word of others)
          newest = newest.where((row) => row(hasWord(row, parts, word), 'is not', null));
        const ids = (await newest.execute()).map((row) => row.booking_id);
        if (ids.length === 0) return [];
        // Not joined with `newest`: PostgreSQL may then choose to read every booking.
        return await plainBookings(db).where('bookings.id', 'in', ids).execute();
      });
      return rows
        .map(plainFrom)
        .filter((booking) => {
          // A booking that was changed after its payment failed also has its earlier words.
          const wordsIn = wordsOf(booking);
          const known = parts.flatMap((part) => wordsIn[part]);
          return words.every((word) => known.some((one) => one.startsWith(word)));
        })
        .sort((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id);
    },
    listPlain: async (owner, ids, connote) => {
      if (ids.length === 0 && connote === undefined) return [];
      const rows = await plainBookings(read)
        .where(ofOwner(owner))
        .where(({ eb, or }) =>
          or([
            ...(ids.length === 0 ? [] : [eb('bookings.id', 'in', ids)]),
            ...(connote === undefined
              ? []
              : [eb('bookings.connote', 'in', connoteSpellings(connote))]),
          ]),
        )
        .execute();
      return rows.map(plainFrom);
    },
    listTroubled: (limit) =>
      list((db) =>
        all(
          plainBookings(db)
            .where(
              'bookings.status',
              'in',
              // Literals, so that the partial index matches.
              troubledStatuses.map((status) => sql.lit(status)),
            )
            .orderBy('bookings.created_at_ms')
            .orderBy('bookings.id')
            .limit(limit),
          plainFrom,
        ),
      ),
    listSold: ({ memberId: owner, sinceMs, untilMs = Number.MAX_SAFE_INTEGER, among, limit }) =>
      list(async (db) => {
        // Uses the report index alone, without reading any booking's document.
        const newest = db
          .selectFrom('bookings')
          .select('id')
          .where('member_id', '=', owner)
          .where('is_demo', '=', 0)
          .where('confirmed_at_ms', '>=', sinceMs)
          .where('confirmed_at_ms', '<', untilMs)
          .orderBy('confirmed_at_ms', 'desc')
          .orderBy('id', 'desc');
        const beyond = await newest.limit(1).offset(among).executeTakeFirst();
        const rows = await plainBookings(db)
          .innerJoin(newest.limit(among).as('newest'), 'newest.id', 'bookings.id')
          .where(isBooked)
          .where('bookings.connote', 'is not', null)
          // Matches only the field itself: JSON escapes quotation marks inside a text.
          .where('bookings.confirmation', 'not like', '%"isOwnAccount":true%')
          .orderBy('bookings.confirmed_at_ms', 'desc')
          .orderBy('bookings.id', 'desc')
          .limit(limit)
          .execute();
        return { found: rows.map(plainFrom), isCut: beyond !== undefined };
      }),
    listConnotes: async (ids, owner) => {
      if (ids.length === 0) return new Map();
      const rows = await list((db) =>
        db
          .selectFrom('bookings')
          .select(['id', 'connote'])
          .where('id', 'in', ids)
          .where('member_id', '=', owner)
          .where('connote', 'is not', null)
          .execute(),
      );
      return new Map(rows.map((row) => [bookingId(row.id), row.connote ?? '']));
    },
    listNewest: (limit) =>
      list((db) => all(plainBookings(db).orderBy('bookings.id', 'desc').limit(limit), plainFrom)),
  };
}

/** The same condition as the partial indexes, so that millions of quotes are not scanned. */
export const isBooked = sql<boolean>`bookings.status <> 'new'`;

/** The operator's condition is always true, and leaves the indexes that a statement may use as they are. */
const ofOwner = (owner: Owner) =>
  owner === 'operator' ? sql<boolean>`1 = 1` : sql<boolean>`bookings.member_id = ${owner}`;

/** Connotes are compared as typed and in upper case, which nearly all carriers use. */
const connoteSpellings = (text: string): string[] => [...new Set([text, text.toUpperCase()])];

/** Ids of the newest `among` bookings that were booked. */
export const newestBooked = (db: Kysely<Schema>, among: number) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where(isBooked)
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(among);

type BookingRows = ExpressionBuilder<Schema, 'bookings'>;

/** Whether the shipment is under way and has reached one of these stages. */
function isOnItsWay(
  row: BookingRows,
  { followedSinceMs, demosUntilMs }: ShownPage,
  stages: readonly EventStage[],
) {
  // A subquery for each remaining row: with `exists`, PostgreSQL would read every shipment.
  const stage = row
    .selectFrom('shipments')
    .select('shipments.stage')
    .whereRef('shipments.booking_id', '=', 'bookings.id')
    .where((shipment) =>
      shipment.or([
        shipment('shipments.is_demo', '=', 0),
        shipment('shipments.begun_at_ms', '>', demosUntilMs),
      ]),
    );
  return row.and([
    row('bookings.status', '<>', cancelled),
    row('bookings.created_at_ms', '>=', followedSinceMs),
    row(stage, 'in', stages),
  ]);
}

/** No character sorts after it. */
const last = '\u{10FFFF}';

/**
 * How many entries of a word are read. Of a more frequent word those come first that are the whole word, newest first,
 * so that a search takes the same time however many bookings have it.
 */
const mostEntries = 5_000;

type WordSearch = { owner: Owner; parts: readonly SearchedPart[]; words: readonly string[] };

async function rarestFirst(db: Kysely<Schema>, search: WordSearch): Promise<readonly string[]> {
  const { words } = search;
  if (words.length < 2) return words;
  const counts = await db
    .selectNoFrom((row) =>
      words.map((word, at) => {
        const entries = withWord(db, search, word).select('booking_id').limit(mostEntries);
        return row
          .selectFrom(entries.as('entries'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as(`${at}`);
      }),
    )
    .executeTakeFirstOrThrow();
  const countOf = (word: string): number => Number(counts[`${words.indexOf(word)}`]);
  return words.toSorted((one, other) => countOf(one) - countOf(other));
}

/** With all parts, PostgreSQL would spend a fifth of a search on the condition. */
const ofParts = (parts: readonly SearchedPart[]) =>
  parts.length === searchedParts.length
    ? sql<boolean>`1 = 1`
    : sql<boolean>`booking_words.party in (${sql.join(parts)})`;

function withWord(
  db: Kysely<Schema>,
  { owner, parts }: Pick<WordSearch, 'owner' | 'parts'>,
  word: string,
) {
  const found = db
    .selectFrom('booking_words')
    .where('booking_words.word', '>=', word)
    .where('booking_words.word', '<', `${word}${last}`)
    .where(ofParts(parts));
  return owner === 'operator' ? found : found.where('booking_words.member_id', '=', owner);
}

/**
 * A subquery for each candidate: with `exists`, PostgreSQL would read every booking with the word. Only the primary key
 * can find a pair of booking and word, so it does not read the word's other bookings for each candidate either.
 */
function hasWord(
  { selectFrom }: ExpressionBuilder<Schema & { candidates: { booking_id: number } }, 'candidates'>,
  parts: readonly SearchedPart[],
  word: string,
) {
  const candidate = sql.ref<number>('candidates.booking_id');
  const found = sql`(booking_words.booking_id, booking_words.word)`;
  return selectFrom('booking_words')
    .select('booking_words.word')
    .where('booking_words.booking_id', '=', candidate)
    .where(sql<boolean>`${found} >= (${candidate}, ${word})`)
    .where(sql<boolean>`${found} < (${candidate}, ${`${word}${last}`})`)
    .where(ofParts(parts))
    .limit(1);
}

/** The sender has to act before the shipment moves on. */
const heldUp: readonly EventStage[] = trackingStages.filter(isException);
/** Includes shipments whose last status from the carrier matched no rule. */
const notArrived: readonly EventStage[] = [
  ...trackingStages.filter((stage) => stage !== 'delivered'),
  'unknown',
];
const cancelled: BookingStatus = 'cancelled';
