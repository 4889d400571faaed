// A booking's large part as one JSON text: addresses, items, and the carriers' answers unless they are stored apart
// (`quote-sets.ts`). `v` is the form: after a release that changes it, both forms must be read.
import type { Booking } from '../../../domain/bookings/booking.ts';
import { onceForFrozen } from '../../../domain/frozen.ts';
import type { Market } from '../../../domain/quotes/quote.ts';
import { readMarket, readMarketOf, type StoredMarket } from '../quotes/stored-market.ts';

/** Everything that has no column of its own. */
export type StoredDetails = Omit<
  Booking,
  | 'id'
  | 'version'
  | 'memberId'
  | 'keyId'
  | 'status'
  | 'createdAtMs'
  | 'quotes'
  | 'failures'
  | 'order'
>;

type BookingDocument = { v: 1; b: StoredDetails; m?: StoredMarket };

/** `marketText`: the carriers' answers, if they are to be inside. */
export function writeBookingDocument(
  booking: Omit<Booking, 'id' | 'version'>,
  marketText?: string,
): string {
  const {
    memberId: _m,
    keyId: _k,
    status: _s,
    createdAtMs: _c,
    // A record of its own, which knows its booking.
    order: _o,
    quotes: _q,
    failures: _f,
    sender,
    receiver,
    items,
    ...details
  } = booking;
  const goods = `"sender":${textOf(sender)},"receiver":${textOf(receiver)},"items":${textOf(items)}`;
  const inside = marketText === undefined ? '' : `${beforeMarket}${marketText}`;
  return `${beforeDetails}{${goods},${JSON.stringify(details).slice(1)}${inside}}`;
}

/** The addresses and items of a basket that is quoted again and again are frozen with all that is in them, and written once. */
const textOf = onceForFrozen((part: object): string => JSON.stringify(part));

const beforeDetails = '{"v":1,"b":';
/** The answers come last, and nothing in a booking has this name: its quotation marks can't be those of a text either. */
const beforeMarket = ',"m":';

/** Everything but the carriers' answers, which are most of the text and are left unread. */
export function readBookingDetails(text: string): StoredDetails {
  const parts = partsOf(text);
  if (parts === undefined) return (JSON.parse(text) as BookingDocument).b;
  return JSON.parse(parts.details) as StoredDetails;
}

/** `marketText`: the carriers' answers, if they are stored apart. `carrier`: of whom alone a quote is needed, if there is one. */
export function readBookingDocument(
  text: string,
  marketText: string | null,
  carrier?: string,
): { details: StoredDetails; market: Market } {
  const answers = marketText ?? partsOf(text)?.market;
  if (carrier !== undefined && answers !== undefined)
    return { details: readBookingDetails(text), market: readMarketOf(answers, carrier) };
  const document = JSON.parse(text) as BookingDocument;
  const market = marketText === null ? document.m : (JSON.parse(marketText) as StoredMarket);
  if (market === undefined) throw new Error("a stored booking has lost its carriers' answers");
  return { details: document.b, market: readMarket(market) };
}

/** The texts of the two parts of a document that has its answers inside. */
function partsOf(text: string): { details: string; market: string } | undefined {
  const end = text.startsWith(beforeDetails) ? text.indexOf(beforeMarket) : -1;
  if (end < 0) return undefined;
  return {
    details: text.slice(beforeDetails.length, end),
    market: text.slice(end + beforeMarket.length, -1),
  };
}
