// The thread that reads carriers' files once, or checks a draft of one carrier, and posts the result. A card of sixty thousand
// lanes takes seconds to parse, check and compile; requests go on meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import type { CarrierDraft } from '../../application/ports.ts';
import { type CheckedDraft, checkDraft, type DraftRoots } from './check-draft.ts';
import type { LoadedCarrier, LoadedFolder } from './loading/load-carriers.ts';
import { type PackedCarrier, packCarrier } from './packed-carrier.ts';
import {
  convertReading,
  type Reading,
  type ReadingRequest,
  readCarriers,
} from './read-carriers.ts';

export type ThreadTask =
  | { readonly read: ReadingRequest }
  | { readonly check: { readonly roots: DraftRoots; readonly draft: CarrierDraft } };

export type PackedFolder = Omit<LoadedFolder, 'carrier'> & {
  readonly carrier: PackedCarrier | undefined;
};

const transferred: ArrayBuffer[] = [];
const task = workerData as ThreadTask;
const done = 'read' in task ? await readAll(task.read) : await check(task.check);
parentPort?.postMessage(done, transferred);

async function readAll(request: ReadingRequest): Promise<Reading<PackedFolder>> {
  return convertReading(await readCarriers(request), ({ hash, problems, carrier }) => ({
    hash,
    problems,
    carrier: carrier && pack(carrier),
  }));
}

async function check({
  roots,
  draft,
}: {
  roots: DraftRoots;
  draft: CarrierDraft;
}): Promise<CheckedDraft<PackedCarrier>> {
  const { carrier, ...checked } = await checkDraft(roots, draft);
  return { ...checked, carrier: carrier && pack(carrier) };
}

function pack(carrier: LoadedCarrier): PackedCarrier {
  const packed = packCarrier(carrier);
  for (const { tables } of packed.cards) transferred.push(tables.buffer);
  return packed;
}
