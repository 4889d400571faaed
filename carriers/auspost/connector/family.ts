// The differences between Australia Post and StarTrack, which share one interface.
import type { AccountField, ConnectedService } from '../../../src/application/ports.ts';

export type Family = {
  carrier: 'auspost' | 'startrack';
  services: readonly ConnectedService[];
  /** The label group that prints the account's product of each service, by string_id. */
  labelGroups: Readonly<Record<string, string>>;
  transits: Readonly<Record<string, { text: string; minDays: number; maxDays: number }>>;
  accountDigits: number;
  pickupsField: AccountField;
  /** Tracking takes consignment numbers, and refuses those of articles. */
  tracksConnotes?: true;
};
