// What a carrier hears from a person and from nobody else: of a pickup, where it is not connected; of what it can't be told
// over the network, where it is. Which bookings those are, and for how long it is worth asking whether somebody has told.
import type { PickupWay } from '../connectors/account-setting.ts';
import type { EventStage } from '../tracking/stage.ts';
import type { Booking, BookingDetails } from './booking.ts';
import { type Confirmation, isDemoConfirmation, type ManualRequest } from './confirmation.ts';

type NoticePeriod = {
  /** How far the shipment may have got: later it is too late, or said by itself. */
  stages: readonly EventStage[];
  /** Pickups of so many days ago still count: a carrier that did not come may not have been told. */
  days: number;
};

const noticeOfPickup: NoticePeriod = { stages: ['pending'], days: 3 };
/** A driver who came for nothing need not be told any more. */
const noticeOfPickupCancelled: NoticePeriod = { stages: ['pending'], days: 0 };
/** Until it is on the truck. */
const noticeOfTailgateDelivery: NoticePeriod = {
  stages: ['pending', 'unknown', 'picked_up', 'in_transit'],
  days: 14,
};

/** Of any wish. */
export const longestNoticePeriod = noticeOfTailgateDelivery;

export function noticePeriodOf(unsaid: readonly ManualRequest[]): NoticePeriod {
  if (unsaid.includes('pickup_off')) return noticeOfPickupCancelled;
  return unsaid.includes('tailgate_delivery') ? noticeOfTailgateDelivery : noticeOfPickup;
}

/** Who tells its carrier: the freight desk, or whose own account it was booked with. Undefined where nobody has to. */
export function notifierOf({
  status,
  confirmation,
}: Pick<Booking, 'status' | 'confirmation'>): 'operator' | 'member' | undefined {
  // A demo is with no carrier at all.
  if (confirmation === undefined || isDemoConfirmation(confirmation)) return undefined;
  const { reference, isOwnAccount } = confirmation;
  const unsaid = manualRequestsOf(confirmation);
  const isForPerson =
    status === 'confirmed'
      ? reference === '' || unsaid.length > 0
      : status === 'cancelled' && unsaid.includes('pickup_off');
  if (!isForPerson) return undefined;
  return isOwnAccount === true ? 'member' : 'operator';
}

export function manualRequestsOf(confirmation: Confirmation | undefined): readonly ManualRequest[] {
  return confirmation?.unsaid ?? [];
}

/** Of a booking that is sent over the network: no carrier's interface has a field for a tailgate, and not every one takes pickups. */
export function findManualRequests(
  booking: Pick<BookingDetails, 'tailgatePickup' | 'tailgateDelivery'>,
  pickups: PickupWay,
): ManualRequest[] {
  // Also where the pickup is about to be asked for: until the carrier has said yes, it is not said.
  const wishes: ManualRequest[] = pickups === 'regular' ? [] : ['pickup'];
  if (booking.tailgatePickup) wishes.push('tailgate_pickup');
  if (booking.tailgateDelivery) wishes.push('tailgate_delivery');
  return wishes;
}

/** The carrier has said that it comes. */
export function withPickupArranged(
  { unsaid = [], ...rest }: Confirmation,
  pickupNumber: string,
): Confirmation {
  const left = unsaid.filter((wish) => wish !== 'pickup');
  return { ...rest, pickupNumber, ...(left.length === 0 ? {} : { unsaid: left }) };
}

/** The carrier was asked, and its answer lost: a person rings, and it may be coming already. */
export function withPickupUnanswered(confirmation: Confirmation): Confirmation {
  return { ...confirmation, pickupNumber: '' };
}

/**
 * Of what is cancelled. No interface that is known to us calls a pickup off; undefined where none was asked for, over the network
 * or by a person (`isTold`).
 */
export function withPickupToCancel(
  confirmation: Confirmation | undefined,
  { isTold }: { isTold: boolean },
): Confirmation | undefined {
  if (confirmation === undefined) return undefined;
  const isRung = isTold && manualRequestsOf(confirmation).includes('pickup');
  return confirmation.pickupNumber === undefined && !isRung
    ? undefined
    : { ...confirmation, unsaid: ['pickup_off'] };
}
