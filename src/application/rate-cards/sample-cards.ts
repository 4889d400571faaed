// Rate cards with invented prices: those that ship with Linehaul, until the operator replaces them.

import { listServices } from '../carriers/list-services.ts';
import type { App } from '../ports.ts';

/** Their codes, as in quotes; carriers that are switched off have no prices. */
export async function sampleCards(
  app: Pick<App, 'carriers' | 'clock' | 'store'>,
): Promise<string[]> {
  const samples = (await listServices(app)).filter(({ isSample, isOn }) => isSample && isOn);
  return [...new Set(samples.flatMap(({ cards }) => cards.map(({ code }) => code)))];
}
