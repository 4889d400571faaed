// The formats rate cards are imported from, by the names the command line knows them by.
import { readDirectFreight } from './direct-freight.ts';
import { readFreightExchange } from './freight-exchange.ts';
import type { ReadCard } from './imported-lane.ts';
import { readMachShip } from './machship.ts';
import { readMatrix } from './matrix.ts';

export const cardFormats = {
  machship: readMachShip,
  'direct-freight': readDirectFreight,
  freightexchange: readFreightExchange,
  matrix: readMatrix,
} as const satisfies Readonly<Record<string, ReadCard>>;

export type CardFormat = keyof typeof cardFormats;
