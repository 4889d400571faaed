// The countries between which a carrier works, as its connector declares. Other routes are neither quoted nor booked.
import type { Shipment } from '../quotes/shipment.ts';

type Ends = { readonly [End in 'sender' | 'receiver']: Pick<Shipment[End], 'country'> };

const reaches = {
  domestic: {
    message: 'the service is within Australia',
    goes: ({ sender, receiver }: Ends) => sender.country === 'AU' && receiver.country === 'AU',
  },
  export: {
    message: 'the service goes from Australia to other countries',
    goes: ({ sender, receiver }: Ends) => sender.country === 'AU' && receiver.country !== 'AU',
  },
  international: {
    message: 'the service is between countries',
    goes: ({ sender, receiver }: Ends) => sender.country !== receiver.country,
  },
} as const;

export type CarrierReach = keyof typeof reaches;

/** Why the carrier is not asked; undefined if it is. A carrier without a declared reach is always asked. */
export function reachAbsence(reach: CarrierReach | undefined, ends: Ends) {
  if (reach === undefined || reaches[reach].goes(ends)) return undefined;
  const { message } = reaches[reach];
  return { code: 'route_not_served', serviceability: 'no_route', message } as const;
}
