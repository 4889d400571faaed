// The content of a label before layout: every text, code and mark of one piece. There are three kinds: neutral, and
// the layouts of Australia Post and StarTrack, which need the identifiers that those carriers issue to the operator.
// A neutral label never looks like a carrier's own.

import { dangerousGoodsIn } from '../bookings/dangerous-goods.ts';
import { type AuspostProduct, auspostCodes } from './auspost-numbers.ts';
import { type Consignment, type Piece, pieceNumber, piecesOf } from './consignment.ts';
import { gs1Data, gs1Readable, sscc } from './gs1.ts';
import type { MatrixCode } from './layout.ts';
import type { Party } from './postal-address.ts';
import { printableAscii } from './printable.ts';
import {
  findDepot,
  starTrackItem,
  starTrackRecord,
  starTrackRouting,
} from './startrack-numbers.ts';
import { writtenCubic, writtenDay, writtenKg, writtenSize } from './written.ts';

/** The data of the bars, and the text printed below them. */
type LinearCode = { data: string; readable: string };

export type LabelStyle = 'neutral' | 'auspost' | 'startrack';

export type LabelContent = {
  style: LabelStyle;
  isDemo: boolean;
  bookingId: number;
  carrier: string;
  service: string;
  connote: string;
  piece: number;
  pieces: number;
  to: Party;
  from: Party;
  packaging: string;
  weight: string;
  cubic: string;
  size: string;
  despatchDay: string;
  pickupTime: string;
  orderNumber: string;
  customerReference: string;
  description: string;
  instructions: readonly string[];
  pickupInstructions: string;
  marks: readonly LabelMark[];
  /** The piece's own number. */
  linear: LinearCode;
  /** Further codes of a carrier's layout, each with its caption. */
  others: readonly (LinearCode & { name: string })[];
  matrix: MatrixCode;
  /** The operator, who prints the label. */
  issuer: string;
};

export type LabelMark =
  | { kind: 'authority_to_leave' }
  | { kind: 'tailgate_pickup' }
  | { kind: 'tailgate_delivery' }
  | { kind: 'dangerous_goods'; unNumbers: readonly string[] }
  | { kind: 'international'; country: string };

/** Numbers reserved for this booking's labels; every reprint uses the same ones. */
export type LabelNumbers = {
  /** The first piece's SSCC; the other pieces follow. Undefined without a configured GS1 prefix. */
  sscc: { prefix: string; first: number } | undefined;
  /** StarTrack's number for the authority to leave, if the booking has one. */
  authorityNumber: string | undefined;
};

/** Piece numbers; both ends are included. */
export type PieceRange = { first: number; last: number };

/** The labels of a consignment, or of a range of its pieces, in the order of the pieces. */
export function labelContents(
  consignment: Consignment,
  numbers: LabelNumbers,
  issuer: string,
  range?: PieceRange,
): LabelContent[] {
  const marks = marksOf(consignment);
  const style = labelStyle(consignment);
  const pieces = piecesOf(consignment.items);
  const wanted = range === undefined ? pieces : pieces.slice(range.first - 1, range.last);
  return wanted.map((piece) => ({
    style,
    isDemo: consignment.isDemo,
    bookingId: consignment.bookingId,
    carrier: consignment.carrier.name,
    service: consignment.carrier.service,
    connote: consignment.connote,
    piece: piece.number,
    pieces: piece.of,
    to: consignment.receiver,
    from: consignment.sender,
    packaging: piece.packaging,
    weight: writtenKg(piece.weightGrams),
    cubic: writtenCubic(piece.cubicTenthMm),
    size: writtenSize(piece.sidesTenthMm),
    despatchDay: writtenDay(consignment.pickupDay),
    pickupTime: consignment.pickupTime,
    orderNumber: consignment.orderNumber,
    customerReference: consignment.customerReference,
    description: consignment.description,
    instructions: consignment.instructions,
    pickupInstructions: consignment.pickupInstructions,
    marks,
    ...codesOf(style, consignment, piece, numbers),
    issuer,
  }));
}

/**
 * A merchant identifier of three or five characters and seven digits. Connotes entered by hand may not match.
 */
const auspostConnote = /^(?:[A-Z\d]{3}|[A-Z\d]{5})\d{7}$/;
/** Australia Post's limit of articles in a consignment. */
const mostAuspostArticles = 20;

/**
 * A carrier's own layout needs the identifiers that the carrier issued for this service. Australia Post numbers at
 * most twenty articles and issues international labels itself. Demo bookings are never sent to a carrier, so their
 * labels are neutral.
 */
export function labelStyle({
  carrier,
  connote,
  isDemo,
  isInternational,
  items,
  receiver,
}: Pick<
  Consignment,
  'carrier' | 'connote' | 'isDemo' | 'isInternational' | 'items' | 'receiver'
>): LabelStyle {
  const { issued } = carrier.documents;
  if (issued === undefined || isDemo || isInternational) return 'neutral';
  switch (issued.kind) {
    case 'auspost':
      return issued.products[carrier.serviceId] !== undefined &&
        auspostConnote.test(connote) &&
        piecesOf(items).length <= mostAuspostArticles
        ? 'auspost'
        : 'neutral';
    case 'startrack':
      return issued.products[carrier.serviceId] !== undefined &&
        findDepot(issued.depots, receiver.postcode) !== undefined
        ? 'startrack'
        : 'neutral';
    case 'gs1':
      return 'neutral';
  }
}

type LabelCodes = Pick<LabelContent, 'linear' | 'others' | 'matrix'>;

function codesOf(
  style: LabelStyle,
  consignment: Consignment,
  piece: Piece,
  numbers: LabelNumbers,
): LabelCodes {
  const { issued } = consignment.carrier.documents;
  if (style === 'auspost' && issued?.kind === 'auspost') {
    const codes = issued.products[consignment.carrier.serviceId];
    if (codes !== undefined) return auspostLabelCodes(consignment, piece, codes);
  }
  if (style === 'startrack' && issued?.kind === 'startrack') {
    const product = issued.products[consignment.carrier.serviceId];
    const depot = findDepot(issued.depots, consignment.receiver.postcode);
    if (product !== undefined && depot !== undefined) {
      const { authorityNumber } = numbers;
      const facts = { consignment, piece, issued, product, depot, authorityNumber };
      return starTrackLabelCodes(facts);
    }
  }
  return neutralCodes(consignment, piece, numbers);
}

function auspostLabelCodes(
  { connote, receiver, confirmedStamp }: Consignment,
  piece: Piece,
  codes: AuspostProduct,
): LabelCodes {
  const { article, linear, matrix } = auspostCodes({
    connote,
    article: piece.number,
    codes,
    postcode: receiver.postcode,
    stamp: confirmedStamp,
  });
  return { linear: { data: linear, readable: article }, others: [], matrix };
}

function starTrackLabelCodes(facts: Parameters<typeof starTrackRecord>[0]): LabelCodes {
  const { consignment, piece, product, depot, authorityNumber } = facts;
  const item = starTrackItem(consignment.connote, product, piece.number);
  const routing = starTrackRouting(product, consignment.receiver.postcode, depot);
  return {
    linear: { data: item, readable: item },
    others: [
      { name: 'routing', data: routing, readable: routing },
      ...(authorityNumber === undefined
        ? []
        : [{ name: 'authority', data: authorityNumber, readable: authorityNumber }]),
    ],
    matrix: { symbology: 'qr', level: 'low', data: starTrackRecord(facts), isBytes: true },
  };
}

/**
 * An SSCC if the operator has a GS1 prefix, otherwise the piece number; never a code in the carrier's own form.
 */
function neutralCodes(
  { connote, carrier, receiver }: Consignment,
  piece: Piece,
  numbers: LabelNumbers,
): LabelCodes {
  const own = printableAscii(pieceNumber(connote, carrier.itemSuffix, piece.number));
  const unit =
    numbers.sscc === undefined
      ? undefined
      : sscc(numbers.sscc.prefix, numbers.sscc.first + piece.number - 1);
  const elements = unit === undefined ? undefined : [{ ai: '00', data: unit }];
  const linear =
    elements === undefined
      ? { data: own, readable: own }
      : { data: gs1Data(elements), readable: gs1Readable(elements) };
  const fields = ['LH1', connote, piece.number, piece.of, receiver.postcode, unit ?? own];
  return {
    linear,
    others: [],
    matrix: { symbology: 'qr', level: 'medium', data: printableAscii(fields.join('|')) },
  };
}

function marksOf(consignment: Consignment): LabelMark[] {
  const unNumbers = dangerousGoodsIn(consignment);
  const { receiver } = consignment;
  return [
    ...(unNumbers === undefined ? [] : [{ kind: 'dangerous_goods' as const, unNumbers }]),
    ...(consignment.isInternational
      ? [{ kind: 'international' as const, country: receiver.countryCode }]
      : []),
    ...(consignment.authorityToLeave ? [{ kind: 'authority_to_leave' as const }] : []),
    ...(consignment.tailgatePickup ? [{ kind: 'tailgate_pickup' as const }] : []),
    ...(consignment.tailgateDelivery ? [{ kind: 'tailgate_delivery' as const }] : []),
  ];
}
