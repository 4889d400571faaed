// Opens the resources for an import of rate cards: the carriers in use, and a folder for new cards. No database is
// needed, so cards can be prepared on any machine.
import { resolve } from 'node:path';
import type { CarrierDrafts } from '../../application/ports.ts';
import type { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import type { Instant } from '../../domain/time/time-zone.ts';
import { type FolderLock, openCarrierDrafts } from './carrier-drafts.ts';
import { shippedCarriersDir } from './open-carriers.ts';
import { CarrierRegistry } from './registry.ts';

export async function openCarrierImport(options: {
  /** The folder of the operator's carriers in use. */
  operatorDir: string | undefined;
  /** The folder for the new card; undefined when nothing is written. */
  folder: string | undefined;
  lock: FolderLock;
  nowMs: () => Instant;
}): Promise<{ drafts: CarrierDrafts; snapshot: CarrierSnapshot }> {
  const { operatorDir, folder, lock, nowMs } = options;
  // Opened first, because it repairs an interrupted replacement.
  const drafts = openCarrierDrafts({
    shippedDir: shippedCarriersDir,
    operatorDir: folder === undefined ? undefined : resolve(folder),
    nowMs,
    reload: async () => undefined,
    lock,
  });
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(operatorDir === undefined ? {} : { operatorDir }),
  });
  return { drafts, snapshot: registry.at(nowMs()) };
}
