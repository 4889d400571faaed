// A loaded carrier in the form in which it is handed from one thread to another and kept between starts: its terms, and each
// card's compiled tables as bytes. They are unpacked when the card is first needed, which takes milliseconds even for a card
// of a hundred thousand lanes, because nearly all of it are typed arrays.
import { deserialize, serialize } from 'node:v8';
import {
  type CardTables,
  type CardTerms,
  laterCard,
  tablesOf,
} from '../../domain/rate-cards/rate-card.ts';
import type { LoadedCarrier } from './load-carriers.ts';
import type { Unserved } from './parse-card.ts';

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
      // A copy of its own: small ones would come out of a buffer that is shared, and could not be handed over.
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

/** Arrays are laid over the bytes they were packed in: these must not be a small part of a file with all carriers. */
function ownBytes(tables: Uint8Array): Uint8Array {
  return tables.byteLength === tables.buffer.byteLength ? tables : tables.slice();
}
