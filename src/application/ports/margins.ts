// The operator's margins: stored, and as quotes find them.
import type { Margin, MarginId, MarginTable, NewMargin } from '../../domain/margins/margin.ts';

export type Margins = {
  add(margin: NewMargin): Promise<MarginId>;
  /** False if there is no such margin. */
  replace(id: MarginId, margin: NewMargin): Promise<boolean>;
  remove(id: MarginId): Promise<boolean>;
  list(): Promise<Margin[]>;
};

/** The margins in force, kept in memory so that no quote waits for them. */
export type MarginBook = {
  /** The same object until other margins are in force. */
  at(nowMs: number): MarginTable;
  /** Reads the margins again, so that a change by this process applies from its next quote. */
  refresh(): Promise<void>;
};
