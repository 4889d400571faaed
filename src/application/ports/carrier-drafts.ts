// Checking and publishing a carrier's files.
import type { FilePosition } from '../../domain/csv/csv.ts';
import type { CardDefinition } from '../../domain/rate-cards/card-definition.ts';
import type { Carrier } from '../../domain/rate-cards/carrier-snapshot.ts';

/** Files of one carrier, by path in its folder. The carrier's other files stay, unless `isWhole`. */
export type CarrierDraft = {
  folder: string;
  files: ReadonlyMap<string, string>;
  isWhole?: true;
  /** The files in use that the draft is based on. It is published only while they are still in use. */
  over?: ReadonlyMap<string, string>;
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
  /** Undefined for an unknown carrier. */
  inUse(folder: string): Promise<CarrierInUse | undefined>;
  check(draft: CarrierDraft): Promise<DraftCheck>;
  /**
   * Replaces the files at once, from the next quote on. Refuses while another process publishes, and if the files
   * that the draft is based on are not in use any more.
   */
  publish(draft: CarrierDraft): Promise<void>;
};
