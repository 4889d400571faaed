// What checking and publishing a carrier's files needs.
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';

/** Files of one carrier, by their paths in its folder; what is not among them stays as it is, unless they are the whole. */
export type CarrierDraft = {
  folder: string;
  files: ReadonlyMap<string, string>;
  isWhole?: true;
  /** The files in use that these were made or checked over: they are published only while those still are. */
  over?: ReadonlyMap<string, string>;
};

/** A carrier's files as they are used now, the operator's before the shipped ones. */
export type CarrierInUse = {
  origin: Carrier['origin'];
  files: ReadonlyMap<string, string>;
  /** Of the cards that are not refused. */
  cards: readonly CardDefinition[];
};

/** What is wrong in a carrier's files, and where. */
export type DraftProblem = {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The column of a table or the key of a document, where it is known. */
  readonly field?: string;
  readonly code: string;
  readonly value: string;
  readonly message: string;
};

export type DraftCheck = {
  /** The files in use that it was checked over; none of a carrier that is new. */
  over: ReadonlyMap<string, string>;
  problems: readonly DraftProblem[];
  /** It would not be used as it is. */
  isRefused: boolean;
  /** As it would price; undefined when not even its terms can be read. */
  carrier: Carrier | undefined;
};

export type CarrierDrafts = {
  /** False where the operator has configured no folder of their own. */
  canPublish: boolean;
  /** Undefined when nobody knows such a carrier. */
  inUse(folder: string): Promise<CarrierInUse | undefined>;
  check(draft: CarrierDraft): Promise<DraftCheck>;
  /**
   * All of it at once, in use from the next quote on. Refuses when another process goes on publishing, and when the files it
   * was made over are no longer in use.
   */
  publish(draft: CarrierDraft): Promise<void>;
};
