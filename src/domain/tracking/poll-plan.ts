// How often a carrier is asked about a shipment. Interface, "Limits": never more often than every five minutes. Most
// shipments move a few times a day, so only one that is out for delivery is asked about that often; what has failed is
// asked about less and less, what is delivered never again, and what is older than any journey is given up.
import { dayMs, hourMs } from '../time/durations.ts';
import type { EventStage } from './stage.ts';

export const leastPollPauseMs = 5 * 60_000;
const usualPauseMs = 15 * 60_000;
const oldPauseMs = 6 * hourMs;
/** Journeys inside the country are over by then. */
const oldAfterMs = 14 * dayMs;
const givenUpAfterMs = 60 * dayMs;
const mostDoublings = 6;
/** What is put off for longer was put off by a clock that ran ahead. */
export const longestPollPauseMs = dayMs;

/**
 * In the place of how often asking has failed: the carrier is never asked. The shipment is still under way, and waits for
 * what a person says of it.
 */
export const neverAsked = -1;

export type PolledShipment = { stage: EventStage; begunAtMs: number; failedPolls: number };

/** When to ask next; undefined: never again. A pause that is given is for carriers that nobody need be polite to. */
export function nextPollAtMs(
  shipment: PolledShipment,
  nowMs: number,
  pauseMs?: number,
): number | undefined {
  const ageMs = nowMs - shipment.begunAtMs;
  if (shipment.stage === 'delivered' || ageMs > givenUpAfterMs) return undefined;
  if (shipment.failedPolls === neverAsked) return nowMs + longestPollPauseMs;
  if (pauseMs !== undefined) return nowMs + pauseMs;
  if (shipment.failedPolls > 0) {
    return nowMs + leastPollPauseMs * 2 ** Math.min(mostDoublings, shipment.failedPolls);
  }
  if (shipment.stage === 'out_for_delivery') return nowMs + leastPollPauseMs;
  return nowMs + (ageMs > oldAfterMs ? oldPauseMs : usualPauseMs);
}
