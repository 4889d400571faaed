// Switches services on and off for all processes from the next quote, one by one or all services of a carrier.
import { Refusal } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';

export async function switchCarrier(app: App, stringId: string, isOff: boolean): Promise<void> {
  const isKnown =
    app.carriers.snapshot().find(stringId) !== undefined ||
    app.carriers.live.some((carrier) => carrier.stringId === stringId);
  if (!isKnown) {
    throw new Refusal({ code: 'unknown_carrier', stringId, services: servicesOf(app, stringId) });
  }
  await app.store.carrierSwitches.setOff(stringId, isOff);
}

/** `id`: the carrier's folder, which alerts name. */
export async function switchAllServices(app: App, id: string, isOff: boolean): Promise<string[]> {
  const stringIds = servicesOf(app, id);
  if (stringIds.length === 0) throw new Refusal({ code: 'unknown_carrier', stringId: id });
  await app.store.transaction(async (work) => {
    for (const stringId of stringIds) await work.carrierSwitches.setOff(stringId, isOff);
  });
  return stringIds;
}

function servicesOf(app: Pick<App, 'carriers'>, id: string): string[] {
  const carrier = app.carriers.snapshot().carriers.find(({ terms }) => terms.id === id);
  return carrier?.terms.services.map(({ stringId }) => stringId) ?? [];
}
