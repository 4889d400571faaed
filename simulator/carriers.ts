// Every carrier of the simulator, in the order of their ports. A new one is added at the end, so that nobody's port moves.
import type { Simulated } from './desk.ts';
import { auspost, starTrack } from './protocols/auspost/shipping-and-tracking.ts';

export const simulatedCarriers: readonly Simulated[] = [auspost, starTrack];
