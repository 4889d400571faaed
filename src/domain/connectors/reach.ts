// Between which countries a carrier goes, as its connector declares it: nobody is asked about, or sent, anything else.
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

/** Why a carrier is not asked; undefined when it is. A carrier without a reach judges for itself. */
export function reachAbsence(reach: CarrierReach | undefined, ends: Ends) {
  if (reach === undefined || reaches[reach].goes(ends)) return undefined;
  const { message } = reaches[reach];
  return { code: 'route_not_served', serviceability: 'no_route', message } as const;
}
