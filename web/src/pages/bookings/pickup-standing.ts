// Whether a booking's parcels have been collected, as far as anybody has said. That the hours of the pickup are over says
// nothing of it: drivers come late, or not at all.
import type { Booking, Tracking } from '../../api/wire.ts';
import { instant } from '../../parts/instant.ts';

/**
 * `missed`: its hours are over, and its carrier has not said that it has any of it. `uncertain`: the carrier has only said
 * that something is wrong, or nobody has been heard.
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
  const said = (tracking?.items ?? []).flatMap(({ events }) => events.map(({ stage }) => stage));
  if (said.some((stage) => onItsWay.has(stage))) return 'collected';
  if (said.includes('exception')) return 'uncertain';
  const [, to] = booking.pickup_window;
  // By the service's clock: it says with every answer what time it is.
  const now = instant(tracking?.checkedAt ?? booking.updated_at);
  if (to === undefined || instant(to) > now) return 'ahead';
  return tracking === undefined ? 'uncertain' : 'missed';
}
