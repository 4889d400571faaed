// What an import of rate cards works with: the carriers that are quoted from now, and a place to put a new folder. It needs no
// database, so that cards can be made ready on any machine.
import { resolve } from 'node:path';
import type { CarrierDrafts } from '../../application/ports.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { type FolderLock, openCarrierDrafts } from './carrier-drafts.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { CarrierRegistry } from './registry.ts';

export async function openCarrierImport(options: {
  /** Where the operator's carriers are used from. */
  operatorDir: string | undefined;
  /** Where the new one goes; undefined when nothing is to be written. */
  folder: string | undefined;
  lock: FolderLock;
}): Promise<{ drafts: CarrierDrafts; snapshot: CarrierSnapshot }> {
  const { operatorDir, folder, lock } = options;
  // First: it puts back a folder whose replacement was interrupted.
  const drafts = openCarrierDrafts({
    shippedDir: shippedCarriersDir,
    operatorDir: folder === undefined ? undefined : resolve(folder),
    reload: async () => undefined,
    lock,
  });
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(operatorDir === undefined ? {} : { operatorDir }),
  });
  return { drafts, snapshot: registry.snapshot };
}
