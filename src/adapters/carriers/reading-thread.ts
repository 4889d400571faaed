// A thread that reads carriers' files once and hands over what it made of them. A card of sixty thousand lanes takes seconds
// to parse, check and compile, during which the thread that serves must go on answering.
import { parentPort, workerData } from 'node:worker_threads';
import type { LoadedFolder } from './load-carriers.ts';
import { type PackedCarrier, packCarrier } from './packed-carrier.ts';
import {
  convertReading,
  type Reading,
  type ReadingRequest,
  readCarriers,
} from './read-carriers.ts';

export type PackedFolder = Omit<LoadedFolder, 'carrier'> & {
  readonly carrier: PackedCarrier | undefined;
};

const handedOver: ArrayBuffer[] = [];

const reading: Reading<PackedFolder> = convertReading(
  await readCarriers(workerData as ReadingRequest),
  ({ hash, problems, carrier }) => ({
    hash,
    problems,
    carrier: carrier === undefined ? undefined : pack(carrier),
  }),
);
parentPort?.postMessage(reading, handedOver);

function pack(carrier: NonNullable<LoadedFolder['carrier']>): PackedCarrier {
  const packed = packCarrier(carrier);
  for (const { tables } of packed.cards) handedOver.push(tables.buffer);
  return packed;
}
