// A quote as it is being typed: kept in the browser so that a reload, a crash or an expired session loses nothing. Each tab
// keeps its own; a new tab begins with the last one typed. Nothing here knows how it looks.
import { keptName } from '../../api/kept-here.ts';
import type { Booking, Member, Order } from '../../api/wire.ts';
import { countryName } from '../../parts/country-name.ts';
import { lineKey } from '../../parts/line-key.ts';
import type { Place } from '../../parts/suburb-search.tsx';

export type DraftPlace = Place & {
  type: 'business' | 'residential';
  /** Who is there, where an order or an earlier booking said so. */
  contact?: Record<string, string>;
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
  };
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

/** Elsewhere are other people: their name and street are not taken along. */
export function movedTo(place: DraftPlace, found: Place): DraftPlace {
  const { contact, ...rest } = place;
  const isSame = (['country', 'suburb', 'postcode'] as const).every(
    (part) => place[part] === found[part],
  );
  return { ...rest, ...found, ...(isSame && contact !== undefined ? { contact } : {}) };
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
  const place = (one: Booking['sender']): DraftPlace => ({
    country: one.country,
    countryName: countryName(one.country),
    suburb: one.suburb,
    postcode: one.postcode,
    state: one.state,
    type: one.type === 'business' ? 'business' : 'residential',
    ...contactOf(one),
  });
  return {
    sender: place(booking.sender),
    receiver: place(booking.receiver),
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
    hasWarranty: booking.declared_value === 0 || booking.insured_value > 0,
    tailgatePickup: booking.tailgate_pickup,
    tailgateDelivery: booking.tailgate_delivery,
    authorityToLeave: /authority to leave/i.test(booking.special_instructions),
  };
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
