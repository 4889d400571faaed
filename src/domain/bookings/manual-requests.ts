// Requests that a person has to pass on to a carrier: the whole pickup if the carrier is not connected, otherwise the
// parts that its interface cannot carry. Also how long such a request stays relevant.
import type { PickupWay } from '../connectors/account-setting.ts';
import type { EventStage } from '../tracking/stage.ts';
import type { Booking, BookingDetails } from './booking.ts';
import { type Confirmation, isDemoConfirmation, type ManualRequest } from './confirmation.ts';

type NoticePeriod = {
  /** Later stages make the notice pointless. */
  stages: readonly EventStage[];
  /** Days after the pickup date: a carrier that did not come may not have been notified. */
  days: number;
};

const noticeOfPickup: NoticePeriod = { stages: ['pending'], days: 3 };
const noticeOfPickupCancelled: NoticePeriod = { stages: ['pending'], days: 0 };
/** Until the freight is out for delivery. */
const noticeOfTailgateDelivery: NoticePeriod = {
  stages: ['pending', 'unknown', 'picked_up', 'in_transit'],
  days: 14,
};

export const longestNoticePeriod = noticeOfTailgateDelivery;

export function noticePeriodOf(unsaid: readonly ManualRequest[]): NoticePeriod {
  if (unsaid.includes('pickup_off')) return noticeOfPickupCancelled;
  return unsaid.includes('tailgate_delivery') ? noticeOfTailgateDelivery : noticeOfPickup;
}

/**
 * Who notifies the carrier: the member if the booking used the member's own carrier account. Undefined if no notice
 * is needed.
 */
export function notifierOf({
  status,
  confirmation,
}: Pick<Booking, 'status' | 'confirmation'>): 'operator' | 'member' | undefined {
  // A demo has no carrier.
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

/** For a booking with a connected carrier: no interface has a field for a tailgate, and some take no pickup requests. */
export function findManualRequests(
  booking: Pick<BookingDetails, 'tailgatePickup' | 'tailgateDelivery'>,
  pickups: PickupWay,
): ManualRequest[] {
  // A pickup that is requested over the network stays listed until the carrier has accepted it.
  const requests: ManualRequest[] = pickups === 'regular' ? [] : ['pickup'];
  if (booking.tailgatePickup) requests.push('tailgate_pickup');
  if (booking.tailgateDelivery) requests.push('tailgate_delivery');
  return requests;
}

/** The carrier has accepted the pickup. */
export function withPickupArranged(
  { unsaid = [], ...rest }: Confirmation,
  pickupNumber: string,
): Confirmation {
  const left = unsaid.filter((request) => request !== 'pickup');
  return { ...rest, pickupNumber, ...(left.length === 0 ? {} : { unsaid: left }) };
}

/** The carrier's answer was lost: a person calls, and the carrier may be coming already. */
export function withPickupUnanswered(confirmation: Confirmation): Confirmation {
  return { ...confirmation, pickupNumber: '' };
}

/**
 * For a cancelled booking. No carrier's interface cancels a pickup. Undefined where no pickup was requested, neither over the
 * network nor by a person (`isNotified`).
 */
export function withPickupToCancel(
  confirmation: Confirmation | undefined,
  { isNotified }: { isNotified: boolean },
): Confirmation | undefined {
  if (confirmation === undefined) return undefined;
  const isCalled = isNotified && manualRequestsOf(confirmation).includes('pickup');
  return confirmation.pickupNumber === undefined && !isCalled
    ? undefined
    : { ...confirmation, unsaid: ['pickup_off'] };
}
