// A loaded carrier in the form in which it is handed from one thread to another and kept between starts: its terms, and each
// card's compiled tables as bytes. They are unpacked when the card is first needed, which takes milliseconds even for a card
// of a hundred thousand lanes, because nearly all of it are typed arrays.
import { deserialize, serialize } from 'node:v8';
import type { CarrierTerms } from '../../domain/rate-cards/carrier-terms.ts';
import {
  type Card,
  type CardTables,
  type CardTerms,
  laterCard,
  tablesOf,
} from '../../domain/rate-cards/rate-card.ts';
import type { Unserved } from './parse-card.ts';
import type { Place } from './problem.ts';

export type LoadedCard = {
  /** `<carrier>/cards/<code>`. */
  readonly folder: string;
  readonly card: Card;
  readonly unserved: Unserved;
};

export type LoadedCarrier = {
  readonly terms: CarrierTerms;
  readonly cards: readonly LoadedCard[];
  /** string_id → where carrier.json gives it. */
  readonly stringIdPlaces: ReadonlyMap<string, Place>;
  /** Folders of cards that were refused. */
  readonly refusedCards: readonly string[];
};

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
