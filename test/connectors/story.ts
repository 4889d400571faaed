// A story tests a connector: it lists requests to a carrier and the answers, with the carrier's own field names, and
// the connector's result. Each story runs against the pure functions and over a real connection.
import assert from 'node:assert/strict';
import type {
  CarrierAccount,
  CarrierConsignment,
  CarrierOperation,
  Connector,
  ConsignmentRequest,
  Conversation,
  LabelFormat,
  LiveQuestion,
} from '../../src/application/ports.ts';
import { type Booking, bookingId, pieceCount } from '../../src/domain/bookings/booking.ts';
import {
  type CustomsDeclaration,
  isInternational,
} from '../../src/domain/bookings/customs-declaration.ts';
import { firstNumbers } from '../../src/domain/connectors/allotted-numbers.ts';
import { trackedNumbers } from '../../src/domain/connectors/tracked-numbers.ts';
import { createShipment, type Shipment } from '../../src/domain/quotes/shipment.ts';
import { aBooking, aLine, melbourneAddress, sydneyAddress } from '../support/bookings/bookings.ts';

export type Exchange = {
  /** Method and path; `{base}` stands for the carrier's address. */
  asks: string;
  json?: unknown;
  form?: Readonly<Record<string, string>>;
  /** Headers that the story checks. */
  headers?: Readonly<Record<string, string>>;
  answers: { status?: number; json?: unknown; text?: string; type?: string; bytes?: Uint8Array };
};

export type Story = {
  name: string;
  operation: CarrierOperation;
  account?: CarrierAccount;
  question?: Partial<LiveQuestion>;
  order?: Partial<Booking>;
  stringId?: string | undefined;
  exchanges: readonly Exchange[];
  /** The expected result; for a quote, the entries of its map. */
  gives?: unknown;
  /** The kind of error that the operation ends in. */
  fails?: string;
};

export type CarrierStories = {
  connector: Connector;
  account: CarrierAccount;
  /** Headers of every request to the carrier's address. */
  headers: Readonly<Record<string, string>>;
  /** The first request of carriers that use tokens. */
  signIn?: Exchange;
  consignment: CarrierConsignment;
  stories: readonly Story[];
};

/** A manifest and its document as one conversation. */
export function manifestWithDocument(
  { manifest, manifestDocument }: Connector,
  account: CarrierAccount,
  of: CarrierConsignment,
  { booking, confirmation }: ConsignmentRequest,
  nowMs: number,
): Conversation<unknown> | undefined {
  if (manifest === undefined) return undefined;
  const waiting = { ...of, booking: { ...booking, confirmation } };
  return (function* () {
    const lodged = yield* manifest(account, [waiting], 'LH-1', nowMs);
    const { manifestId } = lodged;
    const document = lodged.document ?? (yield* manifestDocument?.(account, manifestId) ?? []);
    return { manifestId, document };
  })();
}

/** Fields other than the two ends replace the usual ones. */
type ChangedEnds = { readonly sender?: object; readonly receiver?: object };

type StoryRequest = Pick<Story, 'operation' | 'stringId' | 'question'> & {
  /** Both are merged into the usual shipment and booking, at each end. */
  shipment?: ChangedEnds | undefined;
  booking?: ChangedEnds | undefined;
  order?: Partial<Booking>;
  customs?: Readonly<Record<string, unknown>> | undefined;
  consignment?: Readonly<Record<string, unknown>> | undefined;
  format?: LabelFormat | undefined;
};

/** The operation as a conversation. */
export function beginOperation(
  { connector, consignment }: CarrierStories,
  request: StoryRequest,
  account: CarrierAccount,
): Conversation<unknown> {
  const stringId = request.stringId ?? consignment.stringId;
  const of = { ...consignment, stringId, ...request.consignment };
  const quoteRequest = question(request.question);
  const { shipment: _shipment, ...moment } = quoteRequest;
  const shipment = changedShipment(quoteRequest.shipment, request.shipment);
  const ordered = (): ConsignmentRequest => {
    const { customs, confirmation, ...others } = order(stringId, changedBooking(request));
    const { pickupDate } = quoteRequest;
    const declared = request.customs === undefined ? customs : { ...tiles, ...request.customs };
    const allotted = connector.allottedNumbers?.(account);
    const numbers = allotted && firstNumbers(allotted, pieceCount(others.booking.items));
    return { ...others, numbers, customs: declared, confirmation: { ...confirmation, pickupDate } };
  };
  const operations: Record<CarrierOperation, () => Conversation<unknown> | undefined> = {
    check: () => connector.check(account, moment),
    quote: () => connector.quote?.(account, { ...quoteRequest, shipment }),
    book: () => connector.book?.(account, ordered(), moment.nowMs),
    pickup: () => connector.pickup?.(account, ordered(), of.connote, moment.nowMs),
    find: () => connector.find?.(account, ordered()),
    cancel: () => connector.cancel?.(account, of),
    label: () => connector.label?.(account, of, request.format ?? 'pdf'),
    manifest: () => manifestWithDocument(connector, account, of, ordered(), moment.nowMs),
    track: () => connector.track?.(account, of, trackedNumbers(of, connector)),
  };
  const conversation = operations[request.operation]();
  assert.ok(conversation, `${connector.carrier} has no ${request.operation}`);
  return conversation;
}

function changedShipment(usual: Shipment, change: StoryRequest['shipment']): Shipment {
  if (change === undefined) return usual;
  const { sender, receiver, lines: items, distanceMetres: _unknown, ...others } = usual;
  return createShipment({
    ...others,
    items,
    ...change,
    sender: { ...sender, ...change.sender },
    receiver: { ...receiver, ...change.receiver },
  });
}

function changedBooking({ order: change, booking }: StoryRequest): Partial<Booking> {
  if (booking === undefined) return change ?? {};
  const { sender, receiver } = order('').booking;
  return {
    ...booking,
    sender: { ...sender, ...booking.sender },
    receiver: { ...receiver, ...booking.receiver },
  };
}

/** A consignment that reached the carrier on paper or by file. */
export const paperConsignment = { reference: '4711', connote: 'X1', carrierId: '', pieces: [] };

export const aPdf = new TextEncoder().encode(`%PDF-1.4\n${'%'.repeat(120)}\n%%EOF\n`);
export const aPdfText = Buffer.from(aPdf).toString('base64');

/** Two cartons from Sydney to Melbourne, on Monday 16 November 2026 at 10:00. */
export function question(change: Partial<LiveQuestion> = {}): LiveQuestion {
  return {
    shipment: createShipment({
      sender: { suburb: 'SYDNEY', postcode: '2000', state: 'NSW', type: 'business' },
      receiver: { suburb: 'MELBOURNE', postcode: '3000', state: 'VIC', type: 'residential' },
      items: [
        {
          packaging: 0,
          quantity: 2,
          weightGrams: 2_500,
          lengthMm: 305,
          widthMm: 200,
          heightMm: 100,
        },
      ],
    }),
    nowMs: Date.UTC(2026, 10, 15, 23, 0),
    today: '2026-11-16',
    time: '10:00',
    pickupDate: '2026-11-16',
    offsetMinutes: 660,
    receiverHolidays: new Map(),
    ...change,
  };
}

/** The customs declaration of a parcel of tiles. */
const tiles: CustomsDeclaration = {
  contentsType: 'merchandise',
  contentsDescription: 'Glazed tiles',
  currency: 'AUD',
  items: [
    {
      description: 'Glazed tiles',
      quantity: 2,
      weightGrams: 2_000,
      valueCents: 6_000,
      countryOfOrigin: 'IT',
      hsCode: '690721',
    },
  ],
};

export const aucklandAddress = {
  suburb: 'AUCKLAND',
  postcode: '1010',
  state: '',
  country: 'NZ',
  street: '8 Queen Street',
} as const;

export function order(stringId: string, change: Partial<Booking> = {}): ConsignmentRequest {
  const booking: Booking = {
    ...aBooking(),
    id: bookingId(4711),
    version: 1,
    status: 'pending_payment',
    sender: {
      ...sydneyAddress,
      name: 'Jane Ceramic',
      companyName: 'Tile Warehouse',
      street: '21 Bourke Road',
      phone: '02 9876 5432',
      email: 'jane@tiles.example',
    },
    receiver: {
      ...melbourneAddress,
      name: 'Mel Okafor',
      companyName: '',
      street: 'Unit 4, 216 Flinders Lane',
      phone: '0400 000 000',
      email: 'mel@example.org',
    },
    items: [
      aLine(1, {
        quantity: 2,
        weightGrams: 2_500,
        lengthTenthMm: 3050,
        widthTenthMm: 2000,
        heightTenthMm: 1000,
      }),
    ],
    specialInstructions: 'Ring the bell',
    description: 'Tiles',
    authorityToLeave: true,
    ...change,
  };
  return {
    reference: '4711',
    booking,
    customs: isInternational(booking) ? tiles : undefined,
    confirmation: {
      carrier: stringId,
      tier: undefined,
      pickupDate: '2026-11-16',
      pickupTime: { from: '09:00', to: '17:00' },
      costCents: 2_500,
      insuredCents: 0,
      chargedGrams: 5_000,
      funding: 'credit',
      reference: '4711',
    },
  };
}
