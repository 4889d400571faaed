// What differs between Australia Post and StarTrack, who speak the same interface.
import type { ConnectedService } from '../../../src/application/ports.ts';

export type Family = {
  carrier: 'auspost' | 'startrack';
  services: readonly ConnectedService[];
  /** The group of labels that the account's products are printed in, by string_id. */
  labelGroups: Readonly<Record<string, string>>;
  transits: Readonly<Record<string, { text: string; minDays: number; maxDays: number }>>;
  accountDigits: number;
};
