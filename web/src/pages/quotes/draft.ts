// A quote as it is being typed: kept in the browser so that a reload, a crash or an expired session loses nothing. Each tab
// keeps its own; a new tab begins with the last one typed. Nothing here knows how it looks.
import { asDescription } from '../../api/bookings.ts';
import { keptName } from '../../api/kept-here.ts';
import type { Booking, Member, Order } from '../../api/wire.ts';
import type { AddressKind } from '../../parts/address-kind.tsx';
import { countryName } from '../../parts/country-name.ts';
import { lineKey } from '../../parts/line-key.ts';
import type { Place } from '../../parts/suburb-search.tsx';

export type DraftPlace = Place & {
  type: AddressKind;
  /** Who is there, where an order or an earlier booking said so. */
  contact?: Record<string, string>;
  /** What the driver is to know there, where an earlier booking said so. */
  instructions?: string;
};

export type DraftItem = {
  /** Only to tell lines apart on the screen. */
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
  /** What is in it. Neither this nor who is told is in drafts that an older version has kept. */
  description?: string;
  notifications?: Booking['notifications'];
  /** The order that is to be booked. */
  orderId?: number;
  /** What was last asked, and the booking it became: tells whether the prices shown are for what is typed. */
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

/** The sender is usually the member themselves. */
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

/** The body that the service is asked with. Numbers go as they were typed; the service reads them. */
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
    items: draft.items.map(({ packaging, quantity, weight, length, width, height }) => ({
      description: packaging,
      quantity: typed(quantity),
      weight: typed(weight),
      length: typed(length),
      width: typed(width),
      height: typed(height),
    })),
    declared_value: typed(draft.declaredValue) || '0',
    include_warranty: draft.hasWarranty,
    tailgate_pickup: draft.tailgatePickup,
    tailgate_delivery: draft.tailgateDelivery,
    options: { authority_to_leave: draft.authorityToLeave },
    ...said({
      description: draft.description,
      pickup_instructions: draft.sender.instructions,
      special_instructions: deliveryWords(draft),
    }),
    ...(draft.notifications === undefined ? {} : { notifications: draft.notifications }),
  };
}

/** Blanks say nothing: a request that was kept by an older version stays the same text. */
function said(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text = '']) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  );
}

const authority = /authority to leave/i;

/** Words that give the authority would give it whatever is ticked. */
function deliveryWords({ authorityToLeave, receiver: { instructions = '' } }: Draft): string {
  return !authorityToLeave && authority.test(instructions) ? '' : instructions;
}

/** Together, as far as it can be read yet. */
export function totalsOf(items: readonly DraftItem[]): { pieces: number; weight: number } {
  const figure = (text: string): number => Number(typed(text)) || 0;
  return {
    pieces: items.reduce((sum, { quantity }) => sum + figure(quantity), 0),
    weight: items.reduce((sum, item) => sum + figure(item.quantity) * figure(item.weight), 0),
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

/** Elsewhere are other people and other doors: name, street and what the driver is to know are not taken along. */
export function movedTo(place: DraftPlace, found: Place): DraftPlace {
  const { contact: _contact, instructions: _instructions, ...rest } = place;
  return { ...(isSamePlace(place, found) ? place : rest), ...found };
}

export function isSamePlace(one: Place, other: Place): boolean {
  return (['country', 'suburb', 'postcode'] as const).every((part) => one[part] === other[part]);
}

function contactOf(address: Booking['sender']): { contact?: Record<string, string> } {
  const { name, company_name, email, phone, address: street } = address;
  const known = Object.entries({ name, company_name, email, phone, address: street }).filter(
    ([, text]) => text !== '',
  );
  return known.length === 0 ? {} : { contact: Object.fromEntries(known) };
}

/** What a booking was made of, to be asked for again. */
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
    // What was asked for: the carrier's cover may be none.
    hasWarranty: booking.include_warranty !== false,
    tailgatePickup: booking.tailgate_pickup,
    tailgateDelivery: booking.tailgate_delivery,
    authorityToLeave: authority.test(special),
    description: asDescription(booking.description),
    ...(notifications.email || notifications.sms ? { notifications } : {}),
  };
}

/** It is shown among the words, and ticked here. */
function withoutAuthority(special: string): string {
  return special
    .split(';')
    .map((one) => one.trim())
    .filter((one) => !/^authority to leave[\s.!]*$/i.test(one))
    .join('; ');
}

/** What an order needs, from where the last draft was sent. */
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
      // What an older version left behind, or a full disk cut off, is no draft.
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
      // A browser that keeps nothing still quotes.
    }
  }
}
