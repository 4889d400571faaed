// What a card asks for a tailgate, for carriers that name their own price and can't be told of one: the price of the same
// shipment with it, less the price without. So whatever else depends on it, a group of charges or the fuel levy, is in it.
import type { Cents } from '../money.ts';
import { type Shipment, wantsTailgate } from '../quotes/shipment.ts';
import type { Day } from './card-day.ts';
import { type Rating, rateShipment } from './rating.ts';

/** GST included; undefined where the card has no price without a tailgate, and so none for it. */
export function tailgateCents(rating: Rating, shipment: Shipment, day: Day): Cents | undefined {
  if (!wantsTailgate(shipment)) return 0;
  const plain = { ...shipment, tailgatePickup: false, tailgateDelivery: false };
  const without = rateShipment(rating.card, rating.service, plain, day);
  return without.isPriced ? Math.max(0, rating.priceCents - without.priceCents) : undefined;
}
