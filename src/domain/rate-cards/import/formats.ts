// The formats that rate cards are imported from, by their names on the command line.
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
