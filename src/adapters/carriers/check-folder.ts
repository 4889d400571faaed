// Checks a folder of carriers as the server would load it, for an operator who wants to know before it does.
import { resolve, sep } from 'node:path';
import { shippedCarriersDir } from './open-carriers.ts';
import type { Problem } from './problem.ts';
import { CarrierRegistry } from './registry.ts';

export async function checkCarrierFolder(
  folder: string | undefined,
): Promise<{ folder: string; carriers: number; problems: readonly Problem[] }> {
  const checked = folder === undefined ? shippedCarriersDir : resolve(folder);
  const isShipped = checked === shippedCarriersDir;
  const registry = await CarrierRegistry.open({
    shippedDir: shippedCarriersDir,
    ...(isShipped ? {} : { operatorDir: checked }),
  });
  const origin = isShipped ? 'shipped' : 'operator';
  return {
    folder: checked,
    carriers: registry.snapshot.carriers.filter((carrier) => carrier.origin === origin).length,
    // A mistake that lies in no file of its own (two carriers with one string_id) is the folder's too.
    problems: registry.problems.filter(
      ({ file }) =>
        isShipped ||
        file.startsWith(checked + sep) ||
        file === checked ||
        !file.startsWith(shippedCarriersDir),
    ),
  };
}
