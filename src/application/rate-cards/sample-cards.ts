// Which rate cards' prices are invented: those that ship with Linehaul, until the operator has put their own in their places.

import { listServices } from '../carriers/list-services.ts';
import type { App } from '../ports.ts';

/** Their codes, as quotes name them; of what is switched off there are no prices. */
export async function sampleCards(
  app: Pick<App, 'carriers' | 'clock' | 'store'>,
): Promise<string[]> {
  const samples = (await listServices(app)).filter(({ isSample, isOn }) => isSample && isOn);
  return [...new Set(samples.flatMap(({ cards }) => cards.map(({ code }) => code)))];
}
