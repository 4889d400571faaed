// The operator's switch: a carrier that is off is not asked, in any process, from the next quote on.
import { Refusal } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';

export async function switchCarrier(app: App, stringId: string, isOff: boolean): Promise<void> {
  const isKnown =
    app.carriers.snapshot().find(stringId) !== undefined ||
    app.carriers.live.some((carrier) => carrier.stringId === stringId);
  if (!isKnown) throw new Refusal({ code: 'unknown_carrier', stringId });
  await app.store.carrierSwitches.setOff(stringId, isOff);
}
