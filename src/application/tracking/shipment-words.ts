// A shipment's carrier and places as text for receivers, on the tracking page and in e-mails.
import { demoCarrier } from '../../domain/bookings/confirmation.ts';
import type { Address } from '../../domain/places/address.ts';
import { titleCase } from '../../domain/places/street-address.ts';
import type { App } from '../ports.ts';

export function carrierNameOf(app: Pick<App, 'carriers'>, carrier: string): string {
  if (carrier === demoCarrier) return 'Demo courier';
  return app.carriers.snapshot().find(carrier)?.carrier.terms.name ?? carrier;
}

/**
 * Suburb, state and postcode, and the country unless it is Australia. Suburbs are stored in capitals; people read mixed
 * case.
 */
export function placeWords({ suburb, state, postcode, country }: Address): string {
  const words = [titleCase(suburb), state, postcode, country === 'AU' ? '' : country];
  return words.filter((word) => word !== '').join(' ');
}
