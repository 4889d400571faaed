// A loaded carrier as it is passed between threads and kept between starts: its terms, and each card's compiled tables as
// bytes. Tables are unpacked when the card is first needed; they are mostly typed arrays, so this takes milliseconds even for
// a hundred thousand lanes.
import { deserialize, serialize } from 'node:v8';
import {
  type CardTables,
  type CardTerms,
  laterCard,
  tablesOf,
} from '../../domain/rate-cards/rate-card.ts';
import type { Unserved } from './loading/load-card.ts';
import type { LoadedCarrier } from './loading/load-carriers.ts';

export type PackedCarrier = Pick<LoadedCarrier, 'terms' | 'stringIdPlaces' | 'refusedCards'> & {
  readonly cards: readonly {
    readonly folder: string;
    readonly unserved: Unserved;
    readonly terms: CardTerms;
    /** Packed by V8. */
    readonly tables: Uint8Array<ArrayBuffer>;
  }[];
};

export function packCarrier({ cards, ...carrier }: LoadedCarrier): PackedCarrier {
  return {
    ...carrier,
    cards: cards.map(({ folder, card, unserved }) => ({
      folder,
      unserved,
      terms: card.definition,
      // A copy: small results share a buffer, which cannot be transferred to another thread.
      tables: new Uint8Array(serialize(tablesOf(card.compiled()))),
    })),
  };
}

export function unpackCarrier({ cards, ...carrier }: PackedCarrier): LoadedCarrier {
  return {
    ...carrier,
    cards: cards.map(({ folder, unserved, terms: card, tables }) => ({
      folder,
      unserved,
      card: laterCard(card, () => deserialize(ownBytes(tables)) as CardTables),
    })),
  };
}

/** Unpacked arrays keep their bytes in memory: these must not be a view of the whole file. */
function ownBytes(tables: Uint8Array): Uint8Array {
  return tables.byteLength === tables.buffer.byteLength ? tables : tables.slice();
}
