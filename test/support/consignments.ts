// Consignments to print, with names to remember them by: an ordinary one, and the ugly ones that labels must survive.
import type { BookingItem } from '../../src/domain/bookings/booking.ts';
import { findPackagingType } from '../../src/domain/bookings/item.ts';
import type { Consignment, ConsignmentCarrier } from '../../src/domain/documents/consignment.ts';
import type { Party } from '../../src/domain/documents/postal-address.ts';

export function aParty(change: Partial<Party> = {}): Party {
  const party = {
    company: 'Harbour Bathrooms',
    name: 'Melanie Okafor',
    street: ['Unit 4, 216 Flinders Lane'],
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: '3000',
    country: '',
    countryCode: 'AU',
    phone: '03 9555 0142',
    ...change,
  };
  const { suburb, state, postcode } = party;
  return {
    ...party,
    place: change.place ?? [suburb, state, postcode].filter((part) => part !== '').join(' '),
  };
}

export function tileWarehouse(change: Partial<Party> = {}): Party {
  return aParty({
    company: 'Tile Warehouse Pty Ltd',
    name: 'Jane Ceramic',
    street: ['Dock 3, 21 Bourke Road'],
    suburb: 'ALEXANDRIA',
    state: 'NSW',
    postcode: '2015',
    phone: '02 9876 5432',
    ...change,
  });
}

export function aLine(change: Partial<BookingItem> = {}): BookingItem {
  return {
    line: 1,
    packaging: findPackagingType('Carton') ?? 0,
    quantity: 1,
    weightGrams: 12_500,
    lengthTenthMm: 6000,
    widthTenthMm: 4000,
    heightTenthMm: 4000,
    ...change,
  };
}

export function aCarrier(change: Partial<ConsignmentCarrier> = {}): ConsignmentCarrier {
  return {
    stringId: 'northline',
    name: 'Northline',
    service: 'Road General',
    serviceId: 'general',
    documents: { label: 'generic', manifest: true, issued: undefined },
    itemSuffix: '{n:03}',
    ...change,
  };
}

/** Two cartons and a pallet from Alexandria to Melbourne. */
export function aConsignment(change: Partial<Consignment> = {}): Consignment {
  return {
    bookingId: 623_634,
    connote: 'NL00001234',
    isDemo: false,
    carrier: aCarrier(),
    sender: tileWarehouse(),
    receiver: aParty(),
    isInternational: false,
    items: [
      aLine({ quantity: 2 }),
      aLine({
        line: 2,
        packaging: findPackagingType('Pallet') ?? 0,
        weightGrams: 418_000,
        lengthTenthMm: 12_000,
        widthTenthMm: 12_000,
        heightTenthMm: 10_500,
      }),
    ],
    pickupDay: '2026-11-16',
    pickupTime: '13:00–17:00',
    confirmedStamp: '261116100000',
    instructions: ['Ring the bell at the side gate'],
    pickupInstructions: 'Ask for Jane at dock 3',
    authorityToLeave: true,
    tailgatePickup: false,
    tailgateDelivery: true,
    description: 'Ceramic tiles',
    orderNumber: 'WEB-10045',
    ...change,
  };
}

/** With identifiers as Australia Post issues them. */
export function auspostCarrier(): ConsignmentCarrier {
  return aCarrier({
    stringId: 'auspost_express_eparcel',
    name: 'Australia Post',
    service: 'Express Post (eParcel)',
    serviceId: 'express',
    documents: {
      label: 'auspost_eparcel',
      manifest: true,
      issued: { kind: 'auspost', products: { express: { product: '00087', service: '09' } } },
    },
  });
}

/** With identifiers as StarTrack issues them, and depots for Melbourne only. */
export function starTrackCarrier(): ConsignmentCarrier {
  return aCarrier({
    stringId: 'startrack_fpp',
    name: 'StarTrack',
    service: 'Fixed Price Premium',
    serviceId: 'fpp',
    documents: {
      label: 'startrack',
      manifest: true,
      issued: {
        kind: 'startrack',
        payerAccount: '10123456',
        senderAccount: '10123457',
        products: { fpp: 'FPP' },
        depots: [{ depot: 'MEL', from: '3000', to: '3207' }],
      },
    },
  });
}
