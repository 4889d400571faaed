// A quote while it is being typed. It is kept in the browser, so that a reload, a crash or an expired session loses
// nothing. Each tab has its own draft; a new tab starts with the latest. Independent of the page's layout.
import {
  mentionsAuthorityToLeave,
  withoutAuthority,
} from '../../../../src/domain/bookings/instructions.ts';
import { asDescription } from '../../api/bookings.ts';
import { keptName } from '../../api/kept-here.ts';
import type { Booking, ItemPreset, Member, Order, SavedAddress } from '../../api/wire.ts';
import type { AddressKind } from '../../parts/address-kind.tsx';
import { countryName } from '../../parts/country-name.ts';
import { lineKey } from '../../parts/line-key.ts';
import type { Place } from '../../parts/suburb-search.tsx';

export type DraftPlace = Place & {
  type: AddressKind;
  /** The contact there, if an order or an earlier booking had one. */
  contact?: Record<string, string>;
  /** Instructions for the driver there, if an earlier booking had some. */
  instructions?: string;
};

export type DraftItem = {
  /** Identifies the line on the screen. */
  key: string;
  packaging: string;
  quantity: string;
  weight: string;
  length: string;
  width: string;
  height: string;
};

export type Draft = {
  sender: DraftPlace;
  receiver: DraftPlace;
  items: DraftItem[];
  declaredValue: string;
  hasWarranty: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  authorityToLeave: boolean;
  /** Drafts stored by older versions have neither this nor notifications. */
  description?: string;
  notifications?: Booking['notifications'];
  /** The order to be booked. */
  orderId?: number;
  /** The last request and its booking, to check that the prices shown match the form. */
  quoted?: { bookingId: number; request: string; linkedOrderId?: number };
};

const blankPlace: DraftPlace = {
  country: 'AU',
  countryName: 'Australia',
  suburb: '',
  postcode: '',
  state: '',
  type: 'business',
};

export function blankItem(): DraftItem {
  return {
    key: lineKey(),
    packaging: 'Carton',
    quantity: '1',
    weight: '',
    length: '',
    width: '',
    height: '',
  };
}

/** The sender is usually the member. */
export function blankDraft(member: Member): Draft {
  const isKnown = member.suburb !== '' && member.postcode !== '' && member.country === 'AU';
  const { suburb, postcode, state } = member;
  return {
    sender: isKnown ? { ...blankPlace, suburb: suburb.toUpperCase(), postcode, state } : blankPlace,
    receiver: { ...blankPlace, type: 'residential' },
    items: [blankItem()],
    declaredValue: '',
    hasWarranty: true,
    tailgatePickup: false,
    tailgateDelivery: false,
    authorityToLeave: false,
  };
}

/** The request body. Numbers stay as typed; the service reads them. */
export function requestOf(draft: Draft): object {
  const place = ({ country, suburb, postcode, state, type, contact }: DraftPlace) => ({
    ...contact,
    country,
    suburb,
    postcode,
    state,
    type,
  });
  return {
    sender: place(draft.sender),
    receiver: place(draft.receiver),
    items: draft.items.map(itemRequest),
    declared_value: typed(draft.declaredValue) || '0',
    include_warranty: draft.hasWarranty,
    tailgate_pickup: draft.tailgatePickup,
    tailgate_delivery: draft.tailgateDelivery,
    options: { authority_to_leave: draft.authorityToLeave },
    ...filledIn({
      description: draft.description,
      pickup_instructions: draft.sender.instructions,
      special_instructions: deliveryWords(draft),
    }),
    ...(draft.notifications === undefined ? {} : { notifications: draft.notifications }),
  };
}

export function itemRequest({ packaging, quantity, weight, length, width, height }: DraftItem) {
  return {
    description: packaging,
    quantity: typed(quantity),
    weight: typed(weight),
    length: typed(length),
    width: typed(width),
    height: typed(height),
  };
}

/** Figures that the preset leaves open are blank. */
export function itemOfPreset(preset: ItemPreset): Omit<DraftItem, 'key'> {
  const { description, quantity, weight, length, width, height } = preset;
  const text = (value: number | null): string => (value === null ? '' : String(value));
  return {
    packaging: description,
    quantity: String(quantity),
    weight: text(weight),
    length: text(length),
    width: text(width),
    height: text(height),
  };
}

/** Leaves out blanks, so that requests stored by an older version keep their text. */
function filledIn(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text = '']) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  );
}

/** Instructions that contain the authority to leave would give it even when unticked. */
function deliveryWords({ authorityToLeave, receiver: { instructions = '' } }: Draft): string {
  return !authorityToLeave && mentionsAuthorityToLeave(instructions) ? '' : instructions;
}

/** The usual factor of road freight. Rate cards have their own. */
export const usualKgPerM3 = 250;
const cm3PerM3 = 1_000_000;

/** 0 for a text that is not a number. */
export const figureOf = (text: string): number => Number(typed(text)) || 0;

/** Totals of the readable numbers. */
export function totalsOf(items: readonly DraftItem[]): {
  pieces: number;
  weight: number;
  volume: number;
} {
  const sum = (of: (item: DraftItem) => number): number =>
    items.reduce((total, item) => total + figureOf(item.quantity) * of(item), 0);
  return {
    pieces: sum(() => 1),
    weight: sum(({ weight }) => figureOf(weight)),
    volume:
      sum(({ length, width, height }) => figureOf(length) * figureOf(width) * figureOf(height)) /
      cm3PerM3,
  };
}

/** People type "1,234.50" and "12 kg". */
function typed(text: string): string {
  return text
    .trim()
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(/\s*(kg|cm)$/i, '');
}

export function requestText(draft: Draft): string {
  return JSON.stringify(requestOf(draft));
}

/** Another place means another contact, so name, street and instructions are dropped. */
export function movedTo(place: DraftPlace, found: Place): DraftPlace {
  const { contact: _contact, instructions: _instructions, ...rest } = place;
  return { ...(isSamePlace(place, found) ? place : rest), ...found };
}

/** An address of the address book, with its contact and its instructions. */
export function placeOfSaved(saved: SavedAddress): DraftPlace {
  const { country, suburb, postcode, state, type, instructions } = saved;
  return {
    country,
    countryName: countryName(country),
    suburb,
    postcode,
    state,
    type: type === 'business' ? 'business' : 'residential',
    ...contactOf(saved),
    ...(instructions === '' ? {} : { instructions }),
  };
}

export function isSamePlace(one: Place, other: Place): boolean {
  return (['country', 'suburb', 'postcode'] as const).every((part) => one[part] === other[part]);
}

function contactOf(address: Omit<Booking['sender'], 'id'>): { contact?: Record<string, string> } {
  const { name, company_name, email, phone, address: street } = address;
  const known = Object.entries({ name, company_name, email, phone, address: street }).filter(
    ([, text]) => text !== '',
  );
  return known.length === 0 ? {} : { contact: Object.fromEntries(known) };
}

/** Copies a booking's details into a new draft. */
export function draftFromBooking(booking: Booking): Draft {
  const place = (one: Booking['sender'], instructions: string): DraftPlace => ({
    country: one.country,
    countryName: countryName(one.country),
    suburb: one.suburb,
    postcode: one.postcode,
    state: one.state,
    type: one.type === 'business' ? 'business' : 'residential',
    ...contactOf(one),
    ...(instructions === '' ? {} : { instructions }),
  });
  const { special_instructions: special, notifications } = booking;
  return {
    sender: place(booking.sender, booking.pickup_instructions),
    // The form shows authority to leave as a tick.
    receiver: place(booking.receiver, withoutAuthority(special)),
    items: booking.items.map((item) => ({
      key: lineKey(),
      packaging: item.description,
      quantity: String(item.quantity),
      weight: String(item.weight),
      length: String(item.length),
      width: String(item.width),
      height: String(item.height),
    })),
    declaredValue: booking.declared_value === 0 ? '' : String(booking.declared_value),
    // The member's request, because the carrier's cover may be none.
    hasWarranty: booking.include_warranty !== false,
    tailgatePickup: booking.tailgate_pickup,
    tailgateDelivery: booking.tailgate_delivery,
    authorityToLeave: mentionsAuthorityToLeave(special),
    description: asDescription(booking.description),
    ...(notifications.email || notifications.sms ? { notifications } : {}),
  };
}

/** The way back: both ends change places. Instructions are for the way there, so they are left out. */
export function draftOfReturn(booking: Booking): Draft {
  const { sender, receiver, tailgatePickup, tailgateDelivery, notifications, ...rest } =
    draftFromBooking(booking);
  const { instructions: _there, ...from } = receiver;
  const { instructions: _here, ...to } = sender;
  return {
    ...rest,
    sender: from,
    receiver: to,
    tailgatePickup: tailgateDelivery,
    tailgateDelivery: tailgatePickup,
    authorityToLeave: false,
  };
}

/** A draft for an order, sent from the last draft's sender. */
export function draftFromOrder(order: Order, sender: DraftPlace): Draft {
  const { suburb, postcode, state, country, type, ...contact } = order.receiver;
  const text = (value: number | null): string => (value === null ? '' : String(value));
  return {
    sender,
    receiver: {
      country,
      countryName: countryName(country),
      suburb: suburb.toUpperCase(),
      postcode,
      state,
      type: type === 'business' ? 'business' : 'residential',
      contact,
    },
    items: order.items.map((item) => ({
      key: lineKey(),
      packaging: item.description ?? 'Carton',
      quantity: String(item.quantity),
      weight: text(item.weight),
      length: text(item.length),
      width: text(item.width),
      height: text(item.height),
    })),
    declaredValue: order.sale_price === 0 ? '' : String(order.sale_price),
    hasWarranty: true,
    tailgatePickup: false,
    tailgateDelivery: false,
    authorityToLeave: false,
    description: asDescription(order.goods_summary),
    orderId: order.id,
  };
}

const storageName = (member: Pick<Member, 'id'>): string => keptName('draft', member);

export function loadDraft(member: Member): Draft {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const kept = JSON.parse(storage.getItem(storageName(member)) ?? 'null') as Draft | null;
      if (kept !== null && Array.isArray(kept.items) && kept.items.length > 0) return kept;
    } catch {
      // Ignore drafts of older versions and drafts cut off by a full disk.
    }
  }
  return blankDraft(member);
}

export function keepDraft(member: Pick<Member, 'id'>, draft: Draft): void {
  const text = JSON.stringify(draft);
  for (const storage of [sessionStorage, localStorage]) {
    try {
      storage.setItem(storageName(member), text);
    } catch {
      // Without browser storage the page still quotes.
    }
  }
}
