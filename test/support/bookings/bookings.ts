// Builds bookings for tests, and changes a stored booking's status without going through the service.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { embeddedFileName } from '../../../src/adapters/store/open-store.ts';
import type { NewBooking } from '../../../src/application/ports.ts';
import type { BookingItem, BookingStatus } from '../../../src/domain/bookings/booking.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import type { Place } from '../setups.ts';

export const sydneyAddress: Address = {
  type: 'business',
  country: 'AU',
  postcode: '2000',
  suburb: 'SYDNEY',
  state: 'NSW',
  coordinates: { latitude: -33.8688, longitude: 151.2093 },
  localityKind: 'delivery',
  name: '',
  companyName: '',
  email: '',
  phone: '',
  street: '',
};

export const melbourneAddress: Address = {
  ...sydneyAddress,
  postcode: '3000',
  suburb: 'MELBOURNE',
  state: 'VIC',
  coordinates: { latitude: -37.8136, longitude: 144.9631 },
};

/** An item line of one five-kilogram carton. */
export function aLine(line: number, change: Partial<BookingItem> = {}): BookingItem {
  return {
    line,
    packaging: 0,
    quantity: 1,
    weightGrams: 5000,
    lengthTenthMm: 4000,
    widthTenthMm: 3500,
    heightTenthMm: 2500,
    ...change,
  };
}

/** A new booking of one carton from Sydney to Melbourne, without quotes. */
export function aBooking(change: Partial<NewBooking> = {}): NewBooking {
  return {
    memberId: undefined,
    keyId: undefined,
    status: 'new',
    bookedBy: 'tilewarehouse.example',
    createdAtMs: 1_794_700_000_000,
    quotedAtMs: 1_794_700_000_000,
    pricedBy: undefined,
    sender: sydneyAddress,
    receiver: melbourneAddress,
    items: [aLine(1)],
    lastLine: 1,
    declaredCents: 0,
    includesWarranty: true,
    tailgatePickup: false,
    tailgateDelivery: false,
    authorityToLeave: false,
    usesCache: true,
    description: '',
    specialInstructions: '',
    customerReference: '',
    pickupInstructions: '',
    notifications: { email: false, sms: false },
    referrer: '',
    requestingSite: '',
    quotes: [],
    failures: [],
    ...change,
  };
}

/** Changes the status directly in the store, as a concurrent payment, cancellation or review would. */
export async function setStatus(place: Place, id: number, status: BookingStatus): Promise<void> {
  await runStatement(place, `update bookings set status = '${status}' where id = ${id}`);
}

export async function runStatement(place: Place, text: string): Promise<void> {
  if (place.databaseUrl === undefined) {
    const database = new DatabaseSync(join(place.dataDir, embeddedFileName), { timeout: 10_000 });
    database.exec(text);
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: place.databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
