// Consignments to print: an ordinary one, and awkward ones that labels must handle.
import type { BookingItem } from '../../../src/domain/bookings/booking.ts';
import { findPackagingType } from '../../../src/domain/bookings/item.ts';
import type { Consignment, ConsignmentCarrier } from '../../../src/domain/documents/consignment.ts';
import type { Party } from '../../../src/domain/documents/postal-address.ts';

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
    customerReference: '',
    ...change,
  };
}

/** The carrier's details with identifiers in Australia Post's format. */
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

/** The carrier's details with identifiers in StarTrack's format, and depots for Melbourne only. */
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

/** Extreme texts like those that real shops send; every label must print, scan and stay legible. */
export const extremeConsignments: Readonly<Record<string, Consignment>> = {
  'names and instructions without end': aConsignment({
    receiver: aParty({
      company: 'International Consolidated Bathroom & Kitchen Supply Holdings (Victoria) Pty Ltd',
      name: 'Bartholomew Featherstonehaugh-Cholmondeley',
      street: [
        'Building 14B, Level 23, Suite 2301–2305',
        'The Old Woolstore Precinct, 1234–1240 Upper Heidelberg Road',
      ],
      suburb: 'UPPER FERNTREE GULLY SOUTH',
      phone: '+61 3 9555 0142 ext 4455',
    }),
    instructions: Array.from(
      { length: 12 },
      (_, n) => `Instruction ${n + 1}: use the side gate and mind the dog, it does not hear well`,
    ),
    tailgatePickup: true,
    orderNumber: 'PO-2026-11-16-000123456789-REV-C',
    customerReference: 'PO 4500123456 / job 2026-118, cost centre 7710, deliver 26 Nov',
    description: 'Tiles, vanity units, mixer taps, glass screens; dangerous goods UN1263 paint',
  }),
  'nothing that is optional': aConsignment({
    receiver: aParty({ company: '', name: '', street: [], phone: '' }),
    sender: tileWarehouse({ company: '', name: '', street: [], phone: '' }),
    instructions: [],
    authorityToLeave: false,
    tailgateDelivery: false,
    description: '',
    orderNumber: '',
    pickupInstructions: '',
    items: [aLine()],
  }),
  'an address in Japanese': abroad('JP', 'JAPAN', {
    company: '株式会社タイル倉庫',
    name: '山田 太郎 様',
    street: ['千代田区丸の内1丁目9番2号 グラントウキョウサウスタワー'],
    suburb: '東京都',
    postcode: '100-0005',
  }),
  'an address in Korean': abroad('KR', 'KOREA, REPUBLIC OF', {
    company: '서울 타일 주식회사',
    name: '김민준',
    street: ['서울특별시 중구 세종대로 110'],
    suburb: '서울',
    postcode: '04524',
  }),
  'an address in traditional Chinese': abroad('TW', 'TAIWAN, PROVINCE OF CHINA', {
    company: '臺灣磁磚股份有限公司',
    name: '陳怡君',
    street: ['臺北市信義區信義路五段7號'],
    suburb: '臺北市',
    postcode: '110',
  }),
  'an address in Greek': abroad('GR', 'GREECE', {
    company: 'Κεραμικά Αθηνών Α.Ε.',
    name: 'Ελένη Παπαδοπούλου',
    street: ['Λεωφόρος Βασιλίσσης Σοφίας 12'],
    suburb: 'ΑΘΗΝΑ',
    postcode: '106 74',
  }),
  'an address in Russian': abroad('RU', 'RUSSIAN FEDERATION', {
    company: 'ООО «Керамика»',
    name: 'Анна Щербакова',
    street: ['ул. Тверская, д. 7, кв. 15'],
    suburb: 'МОСКВА',
    postcode: '125009',
  }),
  'an address in Arabic': abroad('AE', 'UNITED ARAB EMIRATES', {
    company: 'شركة البلاط العربية ذ.م.م',
    name: 'أحمد عبد الله (Ahmed)',
    street: ['شارع الشيخ زايد، برج 12'],
    suburb: 'دبي',
    postcode: '',
  }),
  'an address in Thai': abroad('TH', 'THAILAND', {
    company: 'บริษัท กระเบื้องไทย จำกัด',
    name: 'สมชาย ใจดี',
    street: ['123 ถนนสุขุมวิท แขวงคลองเตย'],
    suburb: 'กรุงเทพมหานคร',
    postcode: '10110',
  }),
  'signs that no font has': aConsignment({
    receiver: aParty({ company: 'Tiles 🧱 & ᚠᚢᚦ', name: 'Zoë Nuñez-Dvořák 🐕' }),
  }),
};

function abroad(countryCode: string, country: string, change: Partial<Party>): Consignment {
  return aConsignment({
    isInternational: true,
    receiver: aParty({ state: '', phone: '+81 3 5555 0142', country, countryCode, ...change }),
  });
}
