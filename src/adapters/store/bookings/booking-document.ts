// The large part of a booking as one JSON text: addresses, items, and the market (every carrier's quote or failure)
// unless it is stored in a quote set (`quote-sets.ts`). `v` is the format version: a release that changes the format
// must still read the old one.
import type { Booking } from '../../../domain/bookings/booking.ts';
import { onceForFrozen } from '../../../domain/frozen.ts';
import type { Market } from '../../../domain/quotes/quote.ts';
import { readMarket, readMarketOf, type StoredMarket } from '../quotes/stored-market.ts';

/** Every field of a booking without its own column. Documents of the first release have no reference. */
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
  | 'customerReference'
> & { customerReference?: string };

type BookingDocument = { v: 1; b: StoredDetails; m?: StoredMarket };

/** `marketText` is the market, if the document is to contain it. */
export function writeBookingDocument(
  booking: Omit<Booking, 'id' | 'version'>,
  marketText?: string,
): string {
  const {
    memberId: _m,
    keyId: _k,
    status: _s,
    createdAtMs: _c,
    // The order is a record of its own that references the booking.
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

/**
 * Repeated quotes for the same basket share deeply frozen addresses and items, so each is serialised only once.
 */
const textOf = onceForFrozen((part: object): string => JSON.stringify(part));

const beforeDetails = '{"v":1,"b":';
/**
 * The market comes last. No field of a booking is named `m`, and JSON escapes quotation marks inside texts, so the
 * first match is always the start of the market.
 */
const beforeMarket = ',"m":';

/** Everything except the market, which is most of the text and is not parsed. */
export function readBookingDetails(text: string): StoredDetails {
  const parts = partsOf(text);
  if (parts === undefined) return (JSON.parse(text) as BookingDocument).b;
  return JSON.parse(parts.details) as StoredDetails;
}

/**
 * `marketText` is the market of a quote set, if the booking uses one. `carrier` limits the result to that carrier's
 * quote.
 */
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

/** The texts of both parts of a document that contains its market. */
function partsOf(text: string): { details: string; market: string } | undefined {
  const end = text.startsWith(beforeDetails) ? text.indexOf(beforeMarket) : -1;
  if (end < 0) return undefined;
  return {
    details: text.slice(beforeDetails.length, end),
    market: text.slice(end + beforeMarket.length, -1),
  };
}
