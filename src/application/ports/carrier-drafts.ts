// Checking and publishing a carrier's files.
import type { FilePosition } from '../../domain/csv/csv.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { CardHistory } from '../../domain/rate-cards/card-version.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';

/** Files of one carrier, by path in its folder. The carrier's other files stay, unless `isWhole`. */
export type CarrierDraft = {
  folder: string;
  files: ReadonlyMap<string, string>;
  isWhole?: true;
  /** The files in use that the draft is based on. It is published only while they are still in use. */
  over?: ReadonlyMap<string, string>;
  /** Its first day, such as `2027-01-01`; undefined: at once. */
  holdsFrom?: string | undefined;
};

/** What a version says about its publication. */
export type Publication = {
  /** A user, or the command line. */
  by: string;
  note?: string | undefined;
  /** The version whose files these are. */
  sameAs?: number | undefined;
};

/** A carrier's files in use: the operator's, or else the shipped ones. */
export type CarrierInUse = {
  origin: Carrier['origin'];
  files: ReadonlyMap<string, string>;
  /** Without refused cards. */
  cards: readonly CardDefinition[];
};

/** A problem in a carrier's files, and its position. */
export type DraftProblem = FilePosition & {
  readonly severity: 'error' | 'warning';
  /** A stable name, for programs. */
  readonly code: string;
  readonly value: string;
  readonly message: string;
};

export type DraftCheck = {
  /** The files in use that the draft was compared with; empty for a new carrier. */
  over: ReadonlyMap<string, string>;
  problems: readonly DraftProblem[];
  /** The carrier would not be loaded with these files. */
  isRefused: boolean;
  /** The carrier with these files; undefined if its terms are unreadable. */
  carrier: Carrier | undefined;
};

export type CarrierDrafts = {
  /** False if no folder for the operator's own carriers is configured. */
  canPublish: boolean;
  /** Now, or on that day. Undefined for an unknown carrier. */
  inUse(folder: string, day?: string): Promise<CarrierInUse | undefined>;
  check(draft: CarrierDraft): Promise<DraftCheck>;
  /**
   * Adds a version and returns its number. It replaces the files at once, from the next quote on, or waits for its day.
   * Refuses while another process publishes, and if the files that the draft is based on are not in use any more.
   */
  publish(draft: CarrierDraft, publication: Publication): Promise<number>;
  /** Every version of a carrier; none for a carrier without files of the operator's own. */
  history(folder: string): Promise<CardHistory>;
  /** The files of a version; undefined if there is none with this number. */
  filesOf(folder: string, number: number): Promise<ReadonlyMap<string, string> | undefined>;
  /** False if the version does not wait for a later day. */
  withdraw(folder: string, number: number, by: string): Promise<boolean>;
};
