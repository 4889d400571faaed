// How often to ask a carrier about a shipment. Interface, "Limits": at most every five minutes. Most shipments move a
// few times a day, so only those out for delivery are polled that often. Failures slow polling down; very old shipments
// are not polled, and delivered ones only for a proof of delivery, which some carriers publish days later.
import { dayMs, hourMs } from '../time/durations.ts';
import type { EventStage } from './stage.ts';

export const leastPollPauseMs = 5 * 60_000;
const usualPauseMs = 15 * 60_000;
const oldPauseMs = 6 * hourMs;
/** Domestic journeys are over by then. */
const oldAfterMs = 14 * dayMs;
const givenUpAfterMs = 60 * dayMs;
const mostDoublings = 6;
/** One hour, six hours, and one, two and three days after the delivery; the last pause ends the polling. */
const firstProofPauseMs = hourMs;
const proofPausesMs = [firstProofPauseMs, 5 * hourMs, 18 * hourMs, dayMs, dayMs, dayMs];
/** A longer pause was written by a clock that ran ahead. */
export const longestPollPauseMs = dayMs;

/**
 * Stored in place of the failure count for a carrier that is never polled. The shipment is still under way and is
 * updated by hand.
 */
export const neverAsked = -1;

/** When to poll first for the proof of a delivery that was just reported. */
export const firstProofPollAtMs = (nowMs: number, pauseMs = firstProofPauseMs): number =>
  nowMs + pauseMs;

export type PolledShipment = {
  stage: EventStage;
  begunAtMs: number;
  /** Once it is delivered: the polls that brought no proof. */
  failedPolls: number;
  /** Its carrier reports proofs of delivery, and this one is missing. */
  awaitsProof?: boolean;
};

/** When to poll next; undefined to stop. `pauseMs` overrides the plan for carriers that may be polled at any rate. */
export function nextPollAtMs(
  shipment: PolledShipment,
  nowMs: number,
  pauseMs?: number,
): number | undefined {
  const ageMs = nowMs - shipment.begunAtMs;
  if (ageMs > givenUpAfterMs) return undefined;
  if (shipment.stage === 'delivered') {
    const proofPauseMs = shipment.awaitsProof ? proofPausesMs[shipment.failedPolls] : undefined;
    return proofPauseMs && nowMs + (pauseMs ?? proofPauseMs);
  }
  if (shipment.failedPolls === neverAsked) return nowMs + longestPollPauseMs;
  if (pauseMs !== undefined) return nowMs + pauseMs;
  if (shipment.failedPolls > 0) {
    return nowMs + leastPollPauseMs * 2 ** Math.min(mostDoublings, shipment.failedPolls);
  }
  if (shipment.stage === 'out_for_delivery') return nowMs + leastPollPauseMs;
  return nowMs + (ageMs > oldAfterMs ? oldPauseMs : usualPauseMs);
}
