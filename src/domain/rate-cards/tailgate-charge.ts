// The card's charge for a tailgate, for carriers whose live service has no field for it: the card's price with a
// tailgate, less the price without. The difference includes groups of charges and the fuel levy.
import type { Cents } from '../money.ts';
import { type Shipment, wantsTailgate } from '../quotes/shipment.ts';
import type { Day } from './card-day.ts';
import { type Rating, rateShipment } from './rating.ts';

/** GST included; undefined when the card has no price without a tailgate. */
export function tailgateCents(rating: Rating, shipment: Shipment, day: Day): Cents | undefined {
  if (!wantsTailgate(shipment)) return 0;
  const plain = { ...shipment, tailgatePickup: false, tailgateDelivery: false };
  const without = rateShipment(rating.card, rating.service, plain, day);
  return without.isPriced ? Math.max(0, rating.priceCents - without.priceCents) : undefined;
}
