// Whether a booking's parcels have been collected, according to tracking. The end of the pickup hours proves nothing:
// drivers come late, or not at all.
import type { Booking, Tracking } from '../../api/wire.ts';
import { instant } from '../../parts/instant.ts';

/**
 * `missed`: the hours are over and the carrier has not reported any parcel as collected. `uncertain`: the carrier has
 * only reported a problem, or there is no tracking.
 */
export type PickupStanding = 'ahead' | 'collected' | 'missed' | 'arrived' | 'uncertain';

type Event = Pick<Tracking['items'][number]['events'][number], 'stage'>;
type Booked = Pick<Booking, 'pickup_window' | 'updated_at'>;
type Tracked = Pick<Tracking, 'state' | 'checkedAt'> & {
  items: readonly { events: readonly Event[] }[];
};

const onItsWay: ReadonlySet<Event['stage']> = new Set([
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
]);

export function pickupStanding(booking: Booked, tracking: Tracked | undefined): PickupStanding {
  if (tracking?.state === 'delivered') return 'arrived';
  const stages = (tracking?.items ?? []).flatMap(({ events }) => events.map(({ stage }) => stage));
  if (stages.some((stage) => onItsWay.has(stage))) return 'collected';
  if (stages.includes('exception')) return 'uncertain';
  const [, to] = booking.pickup_window;
  // Use the service's clock: every answer contains its time.
  const now = instant(tracking?.checkedAt ?? booking.updated_at);
  if (to === undefined || instant(to) > now) return 'ahead';
  return tracking === undefined ? 'uncertain' : 'missed';
}
