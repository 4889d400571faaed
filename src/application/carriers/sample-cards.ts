// Which rate cards' prices are invented: those that ship with Linehaul, until the operator has put their own in their places.
import type { App } from '../ports.ts';

/** Their codes, as quotes name them; of what is switched off there are no prices. */
export async function sampleCards({
  carriers,
  store,
}: Pick<App, 'carriers' | 'store'>): Promise<string[]> {
  const off = new Set(await store.carrierSwitches.listOff());
  return carriers
    .snapshot()
    .carriers.filter(
      ({ terms }) => terms.isSample && terms.services.some(({ stringId }) => !off.has(stringId)),
    )
    .flatMap(({ cards }) => cards.map(({ definition }) => definition.code));
}
